//! Trials as calls of a closure, on the thread that reduces.

use std::time::Instant;

use dwindle_reduce::{Document, Trial, TrialId, Verdict};
use dwindle_run::executor::{End, Executor, Outcome, Queue, Waker};

/// Runs one trial at a time. A panic of the closure propagates to the caller.
pub(crate) struct Calls<F> {
    test: F,
    queue: Queue,
}

impl<F: FnMut(&Document) -> bool> Calls<F> {
    pub(crate) fn new(test: F) -> Calls<F> {
        Calls { test, queue: Queue::default() }
    }
}

impl<F: FnMut(&Document) -> bool> Executor for Calls<F> {
    fn slots(&self) -> usize {
        1
    }

    fn submit(&mut self, trial: Trial) {
        self.queue.push(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.queue.cancel(id);
    }

    fn next(&mut self, _: Option<Instant>) -> Option<Outcome> {
        if let Some(cancelled) = self.queue.take_cancelled() {
            return Some(cancelled);
        }
        let trial = self.queue.pop()?;
        let began = Instant::now();
        let verdict = match (self.test)(trial.candidate.render()) {
            true => Verdict::Interesting,
            false => Verdict::Boring,
        };
        Some(Outcome { id: trial.id, end: End::Verdict(verdict), took: began.elapsed() })
    }

    /// Returns a waker that does nothing: no call waits, and a test cannot be ended early.
    fn waker(&self) -> Waker {
        Waker::new(|| {})
    }
}
