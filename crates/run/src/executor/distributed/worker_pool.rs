//! Workers from their start to their end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::assignment::{Assignment, INTERRUPTED, shortened};
use super::connection::{Connection, Received};
use super::dispatcher::Dispatcher;
use super::executor::Distributed;
use super::options::{
    AssignmentOptions, WorkerDescription, WorkerOptions, WorkerPoolError, WorkerPoolOptions,
};
use crate::executor::seats::Seat;
use crate::executor::{Threads, Waker};
use crate::property::{Cancel, Property};
use crate::worker::{Greeting, PROTOCOL, Reply, Request, frame};

/// Pings to a worker within the time that it may be silent.
const N_PINGS: u32 = 4;

/// Workers that are ready. Dropping it ends them.
pub struct WorkerPool {
    dispatcher: Arc<Dispatcher>,
    described: Vec<WorkerDescription>,
    n_local: usize,
    max_silence: Duration,
    n_assigned: AtomicU64,
    heartbeat: Option<(Sender<()>, JoinHandle<()>)>,
}

/// A seat in this process for something other than a trial of a session. Dropping it frees the
/// seat.
pub struct LocalSeat {
    _seat: Option<Seat>,
}

/// What the starts of all workers have in common.
struct Start<'a> {
    dispatcher: &'a Arc<Dispatcher>,
    max_silence: Duration,
    cancel: &'a Cancel,
}

impl WorkerPool {
    /// Starts all workers at once, and waits until each has shown that it has the same version.
    ///
    /// # Errors
    /// When one of them cannot be used, or `cancel` is cancelled before all are ready.
    pub fn start(options: WorkerPoolOptions, cancel: &Cancel) -> Result<WorkerPool, WorkerPoolError> {
        let WorkerPoolOptions { workers, n_local, max_silence } = options;
        let dispatcher =
            Arc::new(Dispatcher::new(workers.iter().map(|worker| worker.command.clone()), n_local));
        let failed =
            |error: io::Error| WorkerPoolError { failures: vec![(String::new(), error.to_string())] };
        // From here on, dropping it ends the workers that were started.
        let (described, n_assigned) = (Vec::new(), AtomicU64::new(0));
        let mut crew = WorkerPool {
            dispatcher: dispatcher.clone(),
            described,
            n_local,
            max_silence,
            n_assigned,
            heartbeat: None,
        };
        crew.heartbeat = Some(start_heartbeat(dispatcher.clone(), max_silence).map_err(failed)?);
        let start = Start { dispatcher: &dispatcher, max_silence, cancel };
        let started: Vec<Result<WorkerDescription, String>> = thread::scope(|scope| {
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
                    // A command that is no worker may not end when its input is closed.
                    dispatcher.lose(number, &why);
                    failures.push((worker.command, why));
                }
            }
        }
        if failures.is_empty() { Ok(crew) } else { Err(WorkerPoolError { failures }) }
    }

    /// Returns a description of each worker, in the order in which they were asked for.
    pub fn described(&self) -> &[WorkerDescription] {
        &self.described
    }

    /// Returns how many trials can run at once, in this process and on workers together.
    pub fn n_slots(&self) -> usize {
        self.n_local + self.described.iter().map(|worker| worker.n_slots).sum::<usize>()
    }

    /// Tells all workers that are not lost a test, and waits until each of them has answered for
    /// the original and for an empty input as this process did.
    ///
    /// # Errors
    /// When one of them answers otherwise, or `cancel` is cancelled before; for the first test,
    /// also when one of them is lost.
    pub fn assign(
        &self,
        options: AssignmentOptions<'_>,
        cancel: &Cancel,
    ) -> Result<Assignment, WorkerPoolError> {
        let number = self.n_assigned.fetch_add(1, Ordering::Relaxed);
        Assignment::start(&self.dispatcher, number, self.max_silence, options, cancel)
    }

    /// Waits for a seat in this process for something other than a trial of a session. Returns
    /// `None` once `cancel` is cancelled. Does not wait if no trials run in this process.
    pub fn local_seat(&self, cancel: &Cancel) -> Option<LocalSeat> {
        if self.n_local == 0 {
            return Some(LocalSeat { _seat: None });
        }
        self.dispatcher.seats.take_first(cancel).map(|seat| LocalSeat { _seat: Some(seat) })
    }

    /// Calls `tell` with everything that a user should know. For callers without an
    /// [executor](WorkerPool::executor), which would report the same.
    pub fn on_news(&self, tell: impl Fn(String) + Send + Sync + 'static) {
        let dispatcher = Arc::downgrade(&self.dispatcher);
        self.dispatcher.wake_on_news(Waker::new(move || {
            let news = || dispatcher.upgrade().and_then(|dispatcher| dispatcher.news());
            std::iter::from_fn(news).for_each(&tell);
        }));
    }

    /// Returns an executor for a property that wraps [`Assignment::property`]. `n_slots` is how
    /// many trials run at once: more than [`WorkerPool::n_slots`] if some run elsewhere, such as on
    /// a build farm.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn executor(&self, property: &Arc<dyn Property>, n_slots: usize) -> io::Result<Distributed> {
        let threads = Threads::new(property, n_slots)?;
        self.dispatcher.wake_on_news(crate::executor::Executor::waker(&threads));
        Ok(Distributed { threads, dispatcher: self.dispatcher.clone() })
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        if let Some((stop, heartbeat)) = self.heartbeat.take() {
            drop(stop);
            // This thread does not panic.
            let _ = heartbeat.join();
        }
        self.dispatcher.close();
    }
}

/// Starts a thread that pings all workers, and counts those as lost that are silent for too long.
fn start_heartbeat(
    dispatcher: Arc<Dispatcher>,
    max_silence: Duration,
) -> io::Result<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = channel::<()>();
    let ping = Arc::new(frame::encode(&Request::Ping)?);
    let run = move || {
        while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(max_silence / N_PINGS) {
            for (worker, silence) in dispatcher.silences() {
                if max_silence < silence {
                    dispatcher.lose(worker, &format!("it did not answer for {} s", silence.as_secs()));
                } else {
                    dispatcher.send(worker, ping.clone());
                }
            }
        }
    };
    Ok((stop, thread::Builder::new().name("heartbeat".to_owned()).spawn(run)?))
}

impl Start<'_> {
    /// Starts one worker. An error completes the sentence "the worker …".
    fn worker(&self, number: usize, options: &WorkerOptions) -> Result<WorkerDescription, String> {
        let WorkerOptions { command, n_slots } = options;
        let (sender, received) = channel();
        self.dispatcher.expect(number, sender.clone());
        let _cancelled = self.cancel.on_cancel(move || {
            let _ = sender.send(Received::Ended(None));
        });
        let dispatcher = self.dispatcher.clone();
        let connection = Connection::start(command, move |received| dispatcher.receive(number, received));
        let connection = connection.map_err(|error| format!("can't be started: {error}"))?;
        let _ = self.dispatcher.workers[number].connection.set(connection);
        let (host, n_cores) = match self.introduced(number, &received) {
            Ok(introduced) => introduced,
            Err(_) if self.cancel.is_cancelled() => return Err(INTERRUPTED.to_owned()),
            Err(why) => return Err(why),
        };
        let n_slots = n_slots.unwrap_or(n_cores).max(1);
        self.dispatcher.open(number, n_slots);
        Ok(WorkerDescription { command: command.clone(), host, n_slots })
    }

    /// Waits for the greeting and the description of a worker's machine. Returns the machine's name
    /// and its number of cores.
    fn introduced(&self, number: usize, received: &Receiver<Received>) -> Result<(String, usize), String> {
        let own = Greeting::own();
        match self.next(number, received)? {
            Received::Greeting(Ok(greeting)) if greeting == own => {}
            Received::Greeting(Ok(Greeting { protocol, program })) => {
                return Err(format!(
                    "is dwindle {program} (protocol {protocol}), and this is {} (protocol {PROTOCOL}); install the same version there",
                    own.program
                ));
            }
            Received::Greeting(Err(text)) => return Err(self.not_a_worker(number, &text)),
            Received::Reply(_) | Received::Ended(_) => return Err(self.not_a_worker(number, "")),
        }
        match self.next(number, received)? {
            Received::Reply(Reply::Machine { host, n_cores }) => Ok((host, n_cores as usize)),
            _ => Err("did not get ready".to_owned()),
        }
    }

    fn next(&self, number: usize, received: &Receiver<Received>) -> Result<Received, String> {
        match received.recv_timeout(self.max_silence) {
            Ok(Received::Ended(_)) | Err(RecvTimeoutError::Disconnected) => {
                let why = self.dispatcher.lost(number).unwrap_or_default();
                Err(format!("can't be used: {}", shortened(&why)))
            }
            Ok(received) => Ok(received),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("did not answer for {} s", self.max_silence.as_secs()))
            }
        }
    }

    fn not_a_worker(&self, number: usize, text: &str) -> String {
        let said =
            self.dispatcher.workers[number].connection.get().map(Connection::stderr_end).unwrap_or_default();
        let said = [text.trim(), &said].join("\n");
        match said.trim() {
            "" => "ended without any output; the command has to run `dwindle worker --stdio`".to_owned(),
            said => format!(
                "is not a dwindle worker; the command has to run `dwindle worker --stdio`. It printed: {}",
                shortened(said)
            ),
        }
    }
}
