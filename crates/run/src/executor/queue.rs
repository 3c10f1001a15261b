//! Trials that have not begun.

use std::collections::VecDeque;
use std::time::Duration;

use dwindle_reduce::{Trial, TrialId};

use super::{End, Outcome};

/// The trials that have not begun, for executors that run one at a time.
#[derive(Default)]
pub struct Queue {
    waiting: VecDeque<Trial>,
    cancelled: VecDeque<TrialId>,
}

impl Queue {
    /// Adds a trial behind the others.
    pub fn push(&mut self, trial: Trial) {
        self.waiting.push_back(trial);
    }

    /// Puts a trial that must begin again in front of the others.
    pub fn put_back(&mut self, trial: Trial) {
        self.waiting.push_front(trial);
    }

    /// Cancels a trial that waits. Does nothing if it does not wait any more.
    pub fn cancel(&mut self, id: TrialId) {
        if let Some(at) = self.waiting.iter().position(|trial| trial.id == id) {
            self.waiting.remove(at);
            self.cancelled.push_back(id);
        }
    }

    /// Removes and returns the outcome of a trial that was cancelled while it waited.
    pub fn take_cancelled(&mut self) -> Option<Outcome> {
        let id = self.cancelled.pop_front()?;
        Some(Outcome { id, end: End::Cancelled, took: Duration::ZERO })
    }

    /// Removes and returns the next trial.
    pub fn pop(&mut self) -> Option<Trial> {
        self.waiting.pop_front()
    }
}
