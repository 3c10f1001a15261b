//! The executor whose trials run here and on workers.

use std::sync::Arc;
use std::time::Instant;

use dwindle_reduce::{Trial, TrialId};

use super::pool::Pool;
use crate::executor::{Bell, Executor, Outcome, Threads};

/// Runs trials on threads, each of which tests a candidate here or waits for a worker that does.
/// Made by [`Crew::executor`](super::Crew::executor).
pub struct Distributed {
    pub(super) threads: Threads,
    pub(super) pool: Arc<Pool>,
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
        self.pool.news()
    }

    fn bell(&self) -> Bell {
        self.threads.bell()
    }
}
