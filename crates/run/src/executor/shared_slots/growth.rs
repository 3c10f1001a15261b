//! The number of slots, by what the trials of all sessions use.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::executor::elastic::Sampler;

/// Decides how many slots there are. All sessions share it.
pub(super) struct Growth {
    sampler: Mutex<Sampler>,
    most: usize,
    tell: Box<dyn Fn(String) + Send + Sync>,
}

impl Growth {
    /// There are at most `most` slots. `tell` is called with lines for the user.
    pub(super) fn new(sampler: Sampler, most: usize, tell: Box<dyn Fn(String) + Send + Sync>) -> Growth {
        Growth { sampler: Mutex::new(sampler), most, tell }
    }

    /// Returns how many slots there are at most.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Counts a trial that ended after this time. Returns how many slots there should be, if they
    /// are to change.
    pub(super) fn ended(&self, took: Duration, n_slots: usize) -> Option<usize> {
        let advice = {
            let mut sampler = self.sampler();
            sampler.ended(took);
            sampler.advice(n_slots)?
        };
        if let Some(news) = advice.news {
            (self.tell)(news);
        }
        (advice.n_trials != n_slots).then_some(advice.n_trials)
    }

    /// Adds time for which a slot was reserved for something other than a trial.
    pub(super) fn occupied(&self, took: Duration) {
        self.sampler().occupied(took);
    }

    fn sampler(&self) -> MutexGuard<'_, Sampler> {
        // No code panics while it holds the lock.
        self.sampler.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
