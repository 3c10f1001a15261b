//! Trials on the thread that asks for their outcome.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId};

use super::queue::Queue;
use super::run_trial::run_trial;
use super::{End, Executor, Outcome, Waker};
use crate::property::{Cancel, Property};

/// Runs one trial at a time, within [`next`](Executor::next): for properties that are closures, and
/// for tests.
///
/// A trial under way runs on beyond `until`. The [waker](Executor::waker) ends it; it then starts
/// again at the next call.
pub struct Inline {
    property: Arc<dyn Property>,
    queue: Queue,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Default)]
struct State {
    is_woken: bool,
    under_way: Option<Cancel>,
}

impl Inline {
    /// Creates an executor for a property.
    pub fn new(property: Arc<dyn Property>) -> Inline {
        Inline { property, queue: Queue::default(), shared: Arc::default() }
    }

    /// Waits for the waker or `until`, when there is nothing to run.
    fn wait(&self, until: Option<Instant>) {
        let mut state = self.shared.state();
        while !state.is_woken {
            let max_wait = until.map(|until| until.saturating_duration_since(Instant::now()));
            if max_wait == Some(Duration::ZERO) {
                return;
            }
            state = match max_wait {
                Some(max_wait) => {
                    self.shared.woken.wait_timeout(state, max_wait).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.shared.woken.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
        state.is_woken = false;
    }
}

impl Executor for Inline {
    fn slots(&self) -> usize {
        1
    }

    fn submit(&mut self, trial: Trial) {
        self.queue.push(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.queue.cancel(id);
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        if let Some(cancelled) = self.queue.take_cancelled() {
            return Some(cancelled);
        }
        let Some(trial) = self.queue.pop() else {
            self.wait(until);
            return None;
        };
        let cancel = Cancel::new();
        let is_woken = {
            let mut state = self.shared.state();
            state.under_way = Some(cancel.clone());
            std::mem::take(&mut state.is_woken)
        };
        let late = until.is_some_and(|until| until <= Instant::now());
        let outcome = (!is_woken && !late).then(|| run_trial(&*self.property, &trial, &cancel));
        self.shared.state().under_way = None;
        match outcome {
            Some(outcome) if !matches!(outcome.end, End::Cancelled) => Some(outcome),
            _ => {
                self.shared.state().is_woken = false;
                self.queue.put_back(trial);
                None
            }
        }
    }

    fn waker(&self) -> Waker {
        let shared = self.shared.clone();
        Waker::new(move || {
            let mut state = shared.state();
            state.is_woken = true;
            shared.woken.notify_all();
            let under_way = state.under_way.clone();
            drop(state);
            if let Some(cancel) = under_way {
                cancel.cancel();
            }
        })
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
