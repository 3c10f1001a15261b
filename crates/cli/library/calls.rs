//! Trials that are calls of a closure, on the thread that reduces.

use std::time::Instant;

use dwindle_reduce::{Document, Trial, TrialId, Verdict};
use dwindle_run::executor::{Bell, End, Executor, Outcome, Queue};

/// Runs one trial at a time. A panic of the closure goes on to whoever called.
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

    /// Nothing waits here: a call is not ended early, and what rings is seen after it.
    fn bell(&self) -> Bell {
        Bell::new(|| {})
    }
}
