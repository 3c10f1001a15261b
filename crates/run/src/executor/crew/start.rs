//! Starting workers, looking after them, and ending them.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::channel::{Channel, Heard};
use super::distributed::Distributed;
use super::options::{CrewError, CrewOptions, Described, WorkerOptions};
use super::pool::{Pool, Told};
use super::pooled::Pooled;
use crate::executor::Threads;
use crate::property::{Attempt, Cancel, Property};
use crate::worker::{Greeting, PROTOCOL, Reply, Request, frame};

/// Signs of life that are asked for within the time that a worker may be silent.
const PINGS: u32 = 4;
/// How often a test that is flaky may say no to the original.
const ATTEMPTS: usize = 3;
/// The longest text of a worker that stands in an error.
const MOST_TEXT: usize = 600;

/// Workers that are ready. Dropping it ends them.
pub struct Crew {
    pool: Arc<Pool>,
    described: Vec<Described>,
    n_local: usize,
    heart: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What all starts have in common.
struct Start<'a> {
    pool: &'a Arc<Pool>,
    task: Arc<Vec<u8>>,
    patience: Duration,
    original: &'a Document,
    empty: Option<Document>,
    cancel: &'a Cancel,
}

impl Crew {
    /// Starts all workers at once and waits until each has shown that it is of the same version and
    /// that the test says there what it says here of the original and of an empty input.
    ///
    /// # Errors
    /// When one of them cannot be used, or `cancel` is cancelled meanwhile.
    pub fn start(options: CrewOptions, original: &Document, cancel: &Cancel) -> Result<Crew, CrewError> {
        let CrewOptions { workers, n_local, patience, task, accepts_empty } = options;
        let pool = Arc::new(Pool::new(workers.iter().map(|worker| worker.command.clone()), n_local));
        let failed = |error: io::Error| CrewError { failures: vec![(String::new(), error.to_string())] };
        let task = Arc::new(frame::encode(&Request::Task(Box::new(task))).map_err(failed)?);
        let emptied = || Document::new(original.files().iter().map(|file| file.with_bytes(Vec::new())));
        let empty = (!accepts_empty && original.n_bytes() != 0).then(emptied);
        // From now on, dropping the crew ends what was started.
        let mut crew = Crew { pool: pool.clone(), described: Vec::new(), n_local, heart: None };
        crew.heart = Some(beat(pool.clone(), patience).map_err(failed)?);
        let start = Start { pool: &pool, task, patience, original, empty, cancel };
        let started: Vec<Result<Described, String>> = thread::scope(|scope| {
            let starts = workers.iter().enumerate();
            let starts: Vec<_> = starts
                .map(|(number, worker)| {
                    scope.spawn({
                        let start = &start;
                        move || start.worker(number, worker)
                    })
                })
                .collect();
            let joined = starts.into_iter().map(thread::ScopedJoinHandle::join);
            joined.map(|joined| joined.unwrap_or_else(|_| Err("made dwindle panic".to_owned()))).collect()
        });
        let mut failures = Vec::new();
        for ((number, worker), result) in workers.into_iter().enumerate().zip(started) {
            match result {
                Ok(described) => crew.described.push(described),
                Err(why) => {
                    // It may be something that does not end with its input.
                    pool.lose(number, &why);
                    failures.push((worker.command, why));
                }
            }
        }
        if failures.is_empty() { Ok(crew) } else { Err(CrewError { failures }) }
    }

    /// Returns what the workers are, in the order in which they were named.
    pub fn described(&self) -> &[Described] {
        &self.described
    }

    /// Returns how many trials can run at once, here and there.
    pub fn n_slots(&self) -> usize {
        self.n_local + self.described.iter().map(|worker| worker.n_slots).sum::<usize>()
    }

    /// Returns the property that is asked wherever there is room; `here` is the one of this
    /// process.
    pub fn property(&self, here: Arc<dyn Property>) -> Arc<dyn Property> {
        Arc::new(Pooled { pool: self.pool.clone(), here })
    }

    /// Returns the executor for a property that stands around [`Crew::property`], for so many
    /// trials at once: more than [`Crew::n_slots`] where they run at further places.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn executor(&self, property: &Arc<dyn Property>, n_slots: usize) -> io::Result<Distributed> {
        let threads = Threads::new(property, n_slots)?;
        self.pool.ring(crate::executor::Executor::bell(&threads));
        Ok(Distributed { threads, pool: self.pool.clone() })
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if let Some((stop, heart)) = self.heart.take() {
            drop(stop);
            // It does nothing that panics.
            let _ = heart.join();
        }
        self.pool.close();
    }
}

/// Asks for signs of life, and gives up who shows none.
fn beat(pool: Arc<Pool>, patience: Duration) -> io::Result<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = channel::<()>();
    let ping = Arc::new(frame::encode(&Request::Ping)?);
    let run = move || {
        while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(patience / PINGS) {
            for (worker, silence) in pool.silences() {
                if patience < silence {
                    pool.lose(worker, &format!("it did not answer for {} s", silence.as_secs()));
                } else {
                    pool.send(worker, ping.clone());
                }
            }
        }
    };
    Ok((stop, thread::Builder::new().name("heartbeat".to_owned()).spawn(run)?))
}

impl Start<'_> {
    /// Starts one worker. `Err` says what it does instead of working.
    fn worker(&self, number: usize, options: &WorkerOptions) -> Result<Described, String> {
        let WorkerOptions { command, n_slots } = options;
        let (sender, heard) = channel();
        self.pool.expect(number, sender.clone());
        let _cancelled = self.cancel.on_cancel(move || {
            let _ = sender.send(Heard::Ended(None));
        });
        let pool = self.pool.clone();
        let channel = Channel::start(command, move |heard| pool.hear(number, heard));
        let channel = channel.map_err(|error| format!("can't be started: {error}"))?;
        let _ = self.pool.workers[number].channel.set(channel);
        let (host, n_cores, sandbox) = match self.introduced(number, &heard) {
            Ok(introduced) => introduced,
            Err(_) if self.cancel.is_cancelled() => return Err("was not waited for".to_owned()),
            Err(why) => return Err(why),
        };
        self.check(number)?;
        let n_slots = n_slots.unwrap_or(n_cores).max(1);
        self.pool.open(number, n_slots);
        Ok(Described { command: command.clone(), host, n_slots, sandbox })
    }

    /// Waits until a worker is ready.
    fn introduced(
        &self,
        number: usize,
        heard: &Receiver<Heard>,
    ) -> Result<(String, usize, Option<String>), String> {
        let own = Greeting::own();
        match self.next(number, heard)? {
            Heard::Greeting(Ok(greeting)) if greeting == own => {}
            Heard::Greeting(Ok(Greeting { protocol, program })) => {
                return Err(format!(
                    "is dwindle {program} (protocol {protocol}), and this is {} (protocol {PROTOCOL}); install the same version there",
                    own.program
                ));
            }
            Heard::Greeting(Err(text)) => return Err(self.not_a_worker(number, &text)),
            Heard::Reply(_) | Heard::Ended(_) => return Err(self.not_a_worker(number, "")),
        }
        self.pool.send(number, self.task.clone());
        match self.next(number, heard)? {
            Heard::Reply(Reply::Ready { host, n_cores, sandbox }) => Ok((host, n_cores as usize, sandbox)),
            _ => Err("did not get ready".to_owned()),
        }
    }

    fn next(&self, number: usize, heard: &Receiver<Heard>) -> Result<Heard, String> {
        match heard.recv_timeout(self.patience) {
            Ok(Heard::Ended(_)) | Err(RecvTimeoutError::Disconnected) => {
                let why = self.pool.lost(number).unwrap_or_default();
                Err(format!("can't be used: {}", shortened(&why)))
            }
            Ok(heard) => Ok(heard),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("did not answer for {} s", self.patience.as_secs()))
            }
        }
    }

    fn not_a_worker(&self, number: usize, text: &str) -> String {
        let said = self.pool.workers[number].channel.get().map(Channel::last_words).unwrap_or_default();
        let said = [text.trim(), &said].join("\n");
        match said.trim() {
            "" => "ended without a word; it has to run `dwindle worker --stdio` at its end".to_owned(),
            said => format!(
                "is none: it has to run `dwindle worker --stdio` at its end, and said: {}",
                shortened(said)
            ),
        }
    }

    /// Looks whether the test says there what it says here.
    fn check(&self, number: usize) -> Result<(), String> {
        let mut told = String::new();
        for _ in 0..ATTEMPTS {
            let (verdict, explained) = self.verdict_of(number, self.original)?;
            told = explained;
            if verdict.is_interesting() {
                return self.check_empty(number);
            }
        }
        Err(format!(
            "says no to the original; something that the test needs is probably not there: {}",
            shortened(&told)
        ))
    }

    fn check_empty(&self, number: usize) -> Result<(), String> {
        let Some(empty) = &self.empty else { return Ok(()) };
        for _ in 0..ATTEMPTS {
            if !self.verdict_of(number, empty)?.0.is_interesting() {
                return Ok(());
            }
        }
        let why = "says yes to an empty input, which is not so here; something that the test needs is probably not there";
        Err(why.to_owned())
    }

    fn verdict_of(&self, number: usize, input: &Document) -> Result<(Verdict, String), String> {
        let candidate = Candidate::new("whole", input, Edits::new([]));
        match self.pool.ask(number, &candidate, Attempt::default(), true, self.cancel) {
            Told::Answer(answered, explained) => Ok((answered.verdict, explained.unwrap_or_default())),
            Told::Cancelled => Err("was not waited for".to_owned()),
            Told::Lost => {
                Err(format!("can't be used: {}", shortened(&self.pool.lost(number).unwrap_or_default())))
            }
        }
    }
}

fn shortened(text: &str) -> String {
    let n_chars = text.chars().count();
    text.chars().skip(n_chars.saturating_sub(MOST_TEXT)).collect()
}
