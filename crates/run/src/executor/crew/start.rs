//! Starting workers, looking after them, and ending them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::assignment::{Assignment, shortened};
use super::channel::{Channel, Heard};
use super::distributed::Distributed;
use super::options::{AssignmentOptions, CrewError, CrewOptions, Described, WorkerOptions};
use super::pool::{Here, Pool};
use crate::executor::{Bell, Threads};
use crate::property::{Cancel, Property};
use crate::worker::{Greeting, PROTOCOL, Reply, Request, frame};

/// Signs of life that are asked for within the time that a worker may be silent.
const PINGS: u32 = 4;

/// Workers that are ready. Dropping it ends them.
pub struct Crew {
    pool: Arc<Pool>,
    described: Vec<Described>,
    n_local: usize,
    patience: Duration,
    n_assigned: AtomicU64,
    heart: Option<(Sender<()>, JoinHandle<()>)>,
}

/// A seat of this process that is taken by something else than a trial of a session. Dropping it
/// gives it back.
pub struct LocalSeat {
    _here: Option<Here>,
}

/// What all starts have in common.
struct Start<'a> {
    pool: &'a Arc<Pool>,
    patience: Duration,
    cancel: &'a Cancel,
}

impl Crew {
    /// Starts all workers at once and waits until each has shown that it is of the same version.
    ///
    /// # Errors
    /// When one of them cannot be used, or `cancel` is cancelled meanwhile.
    pub fn start(options: CrewOptions, cancel: &Cancel) -> Result<Crew, CrewError> {
        let CrewOptions { workers, n_local, patience } = options;
        let pool = Arc::new(Pool::new(workers.iter().map(|worker| worker.command.clone()), n_local));
        let failed = |error: io::Error| CrewError { failures: vec![(String::new(), error.to_string())] };
        // From now on, dropping the crew ends what was started.
        let (described, n_assigned) = (Vec::new(), AtomicU64::new(0));
        let mut crew = Crew { pool: pool.clone(), described, n_local, patience, n_assigned, heart: None };
        crew.heart = Some(beat(pool.clone(), patience).map_err(failed)?);
        let start = Start { pool: &pool, patience, cancel };
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

    /// Makes a test known to all workers that are not lost, and waits until each has shown that it
    /// says there what it says here of the original and of an empty input.
    ///
    /// # Errors
    /// When one of them says something else, or `cancel` is cancelled meanwhile; for the first
    /// test, also when one of them is lost.
    pub fn assign(&self, options: AssignmentOptions<'_>, cancel: &Cancel) -> Result<Assignment, CrewError> {
        let number = self.n_assigned.fetch_add(1, Ordering::Relaxed);
        Assignment::start(&self.pool, number, self.patience, options, cancel)
    }

    /// Waits for room for something in this process that is no trial of a session; `None` once it
    /// is cancelled. Where no trials run in this process, there is room at once.
    pub fn local_seat(&self, cancel: &Cancel) -> Option<LocalSeat> {
        if self.n_local == 0 {
            return Some(LocalSeat { _here: None });
        }
        self.pool.seat_here(cancel).map(|here| LocalSeat { _here: Some(here) })
    }

    /// Calls this whenever there is something that a user should know, for those who have no
    /// [executor](Crew::executor) of this crew.
    pub fn on_news(&self, tell: impl Fn(String) + Send + Sync + 'static) {
        let pool = Arc::downgrade(&self.pool);
        self.pool.ring(Bell::new(move || {
            let news = || pool.upgrade().and_then(|pool| pool.news());
            std::iter::from_fn(news).for_each(&tell);
        }));
    }

    /// Returns the executor for a property that stands around [`Assignment::property`], for so many
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
        let (host, n_cores) = match self.introduced(number, &heard) {
            Ok(introduced) => introduced,
            Err(_) if self.cancel.is_cancelled() => return Err("was not waited for".to_owned()),
            Err(why) => return Err(why),
        };
        let n_slots = n_slots.unwrap_or(n_cores).max(1);
        self.pool.open(number, n_slots);
        Ok(Described { command: command.clone(), host, n_slots })
    }

    /// Waits until a worker has said what it is.
    fn introduced(&self, number: usize, heard: &Receiver<Heard>) -> Result<(String, usize), String> {
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
        match self.next(number, heard)? {
            Heard::Reply(Reply::Machine { host, n_cores }) => Ok((host, n_cores as usize)),
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
}
