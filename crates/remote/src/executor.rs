//! An executor that also reports news of the farm.

use std::sync::Arc;
use std::time::Instant;

use dwindle_reduce::{Trial, TrialId};
use dwindle_run::executor::{Executor, Outcome, Waker};

use crate::shared::Shared;

/// An executor that also returns what users should know of a farm. Created by
/// [`Farm::executor`](crate::Farm::executor).
pub struct WithNews {
    pub(crate) executor: Box<dyn Executor>,
    pub(crate) shared: Arc<Shared>,
}

impl Executor for WithNews {
    fn slots(&self) -> usize {
        self.executor.slots()
    }

    fn submit(&mut self, trial: Trial) {
        self.executor.submit(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.executor.cancel(id);
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        self.executor.next(until)
    }

    fn news(&mut self) -> Option<String> {
        self.shared.news().or_else(|| self.executor.news())
    }

    fn waker(&self) -> Waker {
        self.executor.waker()
    }
}
