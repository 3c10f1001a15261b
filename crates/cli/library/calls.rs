//! Trials that are calls of a closure, on the thread that reduces.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use dwindle_reduce::{Document, Trial, TrialId, Verdict};
use dwindle_run::executor::{Bell, End, Executor, Outcome};

/// Runs one trial at a time. A panic of the closure goes on to whoever called.
pub(crate) struct Calls<F> {
    test: F,
    waiting: VecDeque<Trial>,
    cancelled: VecDeque<TrialId>,
}

impl<F: FnMut(&Document) -> bool> Calls<F> {
    pub(crate) fn new(test: F) -> Calls<F> {
        Calls { test, waiting: VecDeque::new(), cancelled: VecDeque::new() }
    }
}

impl<F: FnMut(&Document) -> bool> Executor for Calls<F> {
    fn slots(&self) -> usize {
        1
    }

    fn submit(&mut self, trial: Trial) {
        self.waiting.push_back(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        if let Some(at) = self.waiting.iter().position(|trial| trial.id == id) {
            self.waiting.remove(at);
            self.cancelled.push_back(id);
        }
    }

    fn next(&mut self, _: Option<Instant>) -> Option<Outcome> {
        if let Some(id) = self.cancelled.pop_front() {
            return Some(Outcome { id, end: End::Cancelled, took: Duration::ZERO });
        }
        let trial = self.waiting.pop_front()?;
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
