//! Trials on the thread that waits for them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId};

use super::queue::Queue;
use super::work::run;
use super::{Bell, End, Executor, Outcome};
use crate::property::{Cancel, Property};

/// Runs one trial at a time, in [`next`](Executor::next): for properties that are closures, and for
/// tests.
///
/// A trial under way is not ended by `until`. It is by the bell; it then begins again at the next
/// call.
pub struct Inline {
    property: Arc<dyn Property>,
    queue: Queue,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    rung: Condvar,
}

#[derive(Default)]
struct State {
    is_rung: bool,
    under_way: Option<Cancel>,
}

impl Inline {
    /// Makes an executor of a property.
    pub fn new(property: Arc<dyn Property>) -> Inline {
        Inline { property, queue: Queue::default(), shared: Arc::default() }
    }

    /// Waits for the bell or `until`; there is nothing to run.
    fn wait(&self, until: Option<Instant>) {
        let mut state = self.shared.state();
        while !state.is_rung {
            let patience = until.map(|until| until.saturating_duration_since(Instant::now()));
            if patience == Some(Duration::ZERO) {
                return;
            }
            state = match patience {
                Some(patience) => {
                    self.shared.rung.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.shared.rung.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
        state.is_rung = false;
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
        let is_rung = {
            let mut state = self.shared.state();
            state.under_way = Some(cancel.clone());
            std::mem::take(&mut state.is_rung)
        };
        let late = until.is_some_and(|until| until <= Instant::now());
        let outcome = (!is_rung && !late).then(|| run(&*self.property, &trial, &cancel));
        self.shared.state().under_way = None;
        match outcome {
            Some(outcome) if !matches!(outcome.end, End::Cancelled) => Some(outcome),
            _ => {
                self.shared.state().is_rung = false;
                self.queue.put_back(trial);
                None
            }
        }
    }

    fn bell(&self) -> Bell {
        let shared = self.shared.clone();
        Bell::new(move || {
            let mut state = shared.state();
            state.is_rung = true;
            shared.rung.notify_all();
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
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
