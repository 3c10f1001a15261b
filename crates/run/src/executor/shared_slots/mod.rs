//! Slots for trials that several sessions share.

mod growth;
mod session_executor;
mod shares;
mod state;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::time::Instant;

pub use session_executor::{ExpectedGain, SessionExecutor};

use self::growth::Growth;
use self::state::Shared;
use super::elastic::{ElasticOptions, Gauge, Sampler};
use crate::property::{Cancel, Property};

/// Threads that run the trials of several sessions. Sessions with the largest expected gain get
/// more of them. Dropping it ends the threads, after the executors of all sessions are gone.
///
/// The result of a session does not depend on how many of its trials run at once, nor when.
pub struct SharedSlots {
    shared: Arc<Shared>,
}

/// A slot that is reserved for something other than a trial. Dropping it frees the slot.
pub struct Permit {
    shared: Arc<Shared>,
    began: Instant,
}

/// The place of a session among those that are under way. Dropping it frees the place.
pub struct Admission {
    shared: Arc<Shared>,
}

impl SharedSlots {
    /// Starts `n_slots` threads, at least 1. Their number does not change.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn new(n_slots: usize) -> io::Result<SharedSlots> {
        SharedSlots::started(Shared::new(n_slots.max(1), None))
    }

    /// Starts threads whose number follows what the trials of all sessions use together, as in
    /// [`Elastic`](super::Elastic). `tell` is called with a line for the user about each change,
    /// from any thread.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn elastic(
        options: ElasticOptions,
        gauge: Box<dyn Gauge>,
        tell: impl Fn(String) + Send + Sync + 'static,
    ) -> io::Result<SharedSlots> {
        let growth = Growth::new(Sampler::new(options, gauge), options.most, Box::new(tell));
        SharedSlots::started(Shared::new(options.n_first.max(1), Some(growth)))
    }

    fn started(shared: Shared) -> io::Result<SharedSlots> {
        let n_slots = shared.n_slots();
        let slots = SharedSlots { shared: Arc::new(shared) };
        slots.shared.start_threads(n_slots)?;
        Ok(slots)
    }

    /// Returns the present number of slots.
    pub fn n_slots(&self) -> usize {
        self.shared.n_slots()
    }

    /// Returns how many slots there may be at most.
    pub fn most(&self) -> usize {
        self.shared.most()
    }

    /// Adds a session. `property` is asked in its trials; `gain` is its expected gain.
    pub fn executor(&self, property: Arc<dyn Property>, gain: f64) -> SessionExecutor {
        SessionExecutor::new(self.shared.clone(), property, gain)
    }

    /// Waits for a slot for something other than a trial. Returns `None` once `cancel` is
    /// cancelled.
    pub fn permit(&self, cancel: &Cancel) -> Option<Permit> {
        let is_free = self.shared.permit(cancel);
        is_free.then(|| Permit { shared: self.shared.clone(), began: Instant::now() })
    }

    /// Waits until fewer than `n_per_slot` sessions for each slot are under way. Returns `None`
    /// once `cancel` is cancelled.
    pub fn admission(&self, n_per_slot: usize, cancel: &Cancel) -> Option<Admission> {
        let is_admitted = self.shared.admit(n_per_slot, cancel);
        is_admitted.then(|| Admission { shared: self.shared.clone() })
    }
}

impl Drop for SharedSlots {
    fn drop(&mut self) {
        self.shared.close();
        while let Some(thread) = self.shared.last_thread() {
            // A panic of a property is an outcome; the code around it does not panic.
            let _ = thread.join();
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.occupied(self.began.elapsed());
        self.shared.give_back();
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.shared.leave();
    }
}
