//! A fixed number of slots for the trials of several sessions.

mod member;
mod shares;
mod state;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

pub use member::{Member, Standing};

use self::state::Shared;
use crate::property::{Cancel, Property};

/// Threads that run the trials of all sessions that are members. Those that gain most come first.
/// Dropping it ends the threads, once all members are gone.
///
/// What a session comes to does not depend on how many trials of it run at once, nor when.
pub struct Slots {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// The right to run something beside the trials, in the place of one of them. Dropping it gives the
/// right back.
pub struct Permit {
    shared: Arc<Shared>,
}

impl Slots {
    /// Starts so many threads, at least one.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn new(n_slots: usize) -> io::Result<Slots> {
        let n_slots = n_slots.max(1);
        let mut slots = Slots { shared: Arc::new(Shared::new(n_slots)), threads: Vec::new() };
        for number in 1..=n_slots {
            let shared = slots.shared.clone();
            let thread = thread::Builder::new().name(format!("trial {number}"));
            slots.threads.push(thread.spawn(move || shared.work())?);
        }
        Ok(slots)
    }

    /// Returns how many there are.
    pub fn n_slots(&self) -> usize {
        self.shared.n_slots()
    }

    /// Lets a session in, whose trials ask this property. `gain` is what is expected of it.
    pub fn member(&self, property: Arc<dyn Property>, gain: f64) -> Member {
        Member::new(self.shared.clone(), property, gain)
    }

    /// Waits until something may run in the place of a trial; `None` once it is cancelled.
    pub fn permit(&self, cancel: &Cancel) -> Option<Permit> {
        self.shared.permit(cancel).then(|| Permit { shared: self.shared.clone() })
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        self.shared.close();
        for thread in self.threads.drain(..) {
            // Panics of a property are outcomes; nothing around it panics.
            let _ = thread.join();
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.shared.give_back();
    }
}
