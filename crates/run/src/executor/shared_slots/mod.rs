//! Slots for trials that several sessions share.

mod session_executor;
mod shares;
mod state;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

pub use session_executor::{ExpectedGain, SessionExecutor};

use self::state::Shared;
use crate::property::{Cancel, Property};

/// A fixed number of threads that run the trials of several sessions. Sessions with the largest
/// expected gain get more of them. Dropping it ends the threads, after the executors of all
/// sessions are gone.
///
/// The result of a session does not depend on how many of its trials run at once, nor when.
pub struct SharedSlots {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// A slot that is reserved for something other than a trial. Dropping it frees the slot.
pub struct Permit {
    shared: Arc<Shared>,
}

impl SharedSlots {
    /// Starts `n_slots` threads, at least 1.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn new(n_slots: usize) -> io::Result<SharedSlots> {
        let n_slots = n_slots.max(1);
        let mut slots = SharedSlots { shared: Arc::new(Shared::new(n_slots)), threads: Vec::new() };
        for number in 1..=n_slots {
            let shared = slots.shared.clone();
            let thread = thread::Builder::new().name(format!("trial {number}"));
            slots.threads.push(thread.spawn(move || shared.work())?);
        }
        Ok(slots)
    }

    /// Returns the number of slots.
    pub fn n_slots(&self) -> usize {
        self.shared.n_slots()
    }

    /// Adds a session. `property` is asked in its trials; `gain` is its expected gain.
    pub fn executor(&self, property: Arc<dyn Property>, gain: f64) -> SessionExecutor {
        SessionExecutor::new(self.shared.clone(), property, gain)
    }

    /// Waits for a slot for something other than a trial. Returns `None` once `cancel` is
    /// cancelled.
    pub fn permit(&self, cancel: &Cancel) -> Option<Permit> {
        self.shared.permit(cancel).then(|| Permit { shared: self.shared.clone() })
    }
}

impl Drop for SharedSlots {
    fn drop(&mut self) {
        self.shared.close();
        for thread in self.threads.drain(..) {
            // A panic of a property is an outcome; the code around it does not panic.
            let _ = thread.join();
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.give_back();
    }
}
