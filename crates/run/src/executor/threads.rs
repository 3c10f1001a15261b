//! Trials on threads of this process.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Scope};
use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId};

use super::run_trial::run_trial;
use super::{End, Executor, Outcome, Waker};
use crate::property::{Cancel, Property};

/// Runs trials on a number of threads. Dropping it cancels its trials and joins every thread.
pub struct Threads {
    n_workers: usize,
    queue: Arc<Queue>,
    workers: Vec<JoinHandle<()>>,
    under_way: HashMap<TrialId, Cancel>,
    messages: Receiver<Message>,
    sender: Sender<Message>,
}

enum Message {
    Ended(Outcome),
    Woken,
}

struct Job {
    trial: Trial,
    cancel: Cancel,
}

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Threads {
    /// Starts `n_workers` threads, at least 1.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn new(property: &Arc<dyn Property>, n_workers: usize) -> io::Result<Threads> {
        let mut threads = Threads::without_workers(n_workers.max(1));
        for _ in 0..threads.n_workers {
            threads.add(property)?;
        }
        Ok(threads)
    }

    /// Starts threads until `n_workers` trials can run at once. Returns how many can: fewer if a
    /// thread cannot be started.
    pub(super) fn grow_to(&mut self, n_workers: usize, property: &Arc<dyn Property>) -> usize {
        while self.workers.len() < n_workers && self.add(property).is_ok() {}
        self.n_workers = self.workers.len().max(1);
        n_workers.min(self.n_workers)
    }

    fn add(&mut self, property: &Arc<dyn Property>) -> io::Result<()> {
        let (queue, property, sender) = (self.queue.clone(), property.clone(), self.sender.clone());
        let worker = thread::Builder::new().name(format!("trial {}", self.workers.len() + 1));
        self.workers.push(worker.spawn(move || work(&queue, &*property, &sender))?);
        Ok(())
    }

    /// Starts `n_workers` threads, at least 1, within a scope, for a property that borrows. The
    /// scope joins them after the executor was dropped.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn scoped<'scope>(
        scope: &'scope Scope<'scope, '_>,
        property: &'scope dyn Property,
        n_workers: usize,
    ) -> io::Result<Threads> {
        let threads = Threads::without_workers(n_workers.max(1));
        for number in 1..=threads.n_workers {
            let (queue, sender) = (threads.queue.clone(), threads.sender.clone());
            let worker = thread::Builder::new().name(format!("trial {number}"));
            worker.spawn_scoped(scope, move || work(&queue, property, &sender))?;
        }
        Ok(threads)
    }

    fn without_workers(n_workers: usize) -> Threads {
        let (sender, messages) = mpsc::channel();
        let workers = Vec::new();
        Threads { n_workers, queue: Arc::default(), workers, under_way: HashMap::new(), messages, sender }
    }
}

/// Runs jobs until the queue is closed.
fn work(queue: &Queue, property: &dyn Property, sender: &Sender<Message>) {
    while let Some(Job { trial, cancel }) = queue.take() {
        let outcome = match cancel.is_cancelled() {
            true => Outcome { id: trial.id, end: End::Cancelled, took: Duration::ZERO },
            false => run_trial(property, &trial, &cancel),
        };
        // Nobody receives it while the executor is being dropped.
        let _ = sender.send(Message::Ended(outcome));
    }
}

impl Executor for Threads {
    fn slots(&self) -> usize {
        self.n_workers
    }

    fn submit(&mut self, trial: Trial) {
        let cancel = Cancel::new();
        self.under_way.insert(trial.id, cancel.clone());
        self.queue.put(Job { trial, cancel });
    }

    fn cancel(&mut self, id: TrialId) {
        if let Some(cancel) = self.under_way.get(&id) {
            cancel.cancel();
        }
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        let message = match until {
            None => self.messages.recv().map_err(RecvTimeoutError::from),
            Some(until) => self.messages.recv_timeout(until.saturating_duration_since(Instant::now())),
        };
        match message {
            Ok(Message::Ended(outcome)) => {
                self.under_way.remove(&outcome.id);
                Some(outcome)
            }
            Ok(Message::Woken) | Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the executor itself holds a sender"),
        }
    }

    fn waker(&self) -> Waker {
        let sender = self.sender.clone();
        Waker::new(move || {
            // Nobody waits once the executor is gone.
            let _ = sender.send(Message::Woken);
        })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.queue.close();
        for cancel in self.under_way.values() {
            cancel.cancel();
        }
        for worker in self.workers.drain(..) {
            // A panic of the property is an outcome; the loop around it does not panic.
            let _ = worker.join();
        }
    }
}

impl Queue {
    fn put(&self, job: Job) {
        self.state().jobs.push_back(job);
        self.changed.notify_one();
    }

    /// Waits for a job. Returns `None` once the queue is closed.
    fn take(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
