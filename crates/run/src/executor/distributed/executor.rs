//! The executor whose trials run here and on workers.

use std::sync::Arc;
use std::time::Instant;

use dwindle_reduce::{Trial, TrialId};

use super::dispatcher::Dispatcher;
use crate::executor::{Executor, Outcome, Threads, Waker};

/// Runs trials on threads. Each thread tests a candidate itself, or waits for a worker that does.
/// Made by [`WorkerPool::executor`](super::WorkerPool::executor).
pub struct Distributed {
    pub(super) threads: Threads,
    pub(super) dispatcher: Arc<Dispatcher>,
}

impl Executor for Distributed {
    fn slots(&self) -> usize {
        self.threads.slots()
    }

    fn submit(&mut self, trial: Trial) {
        self.threads.submit(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.threads.cancel(id);
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        self.threads.next(until)
    }

    fn news(&mut self) -> Option<String> {
        self.dispatcher.news()
    }

    fn waker(&self) -> Waker {
        self.threads.waker()
    }
}
