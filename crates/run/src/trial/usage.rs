//! What trials use of the machine.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::process::Ended;

/// Adds up what the programs of trials use. Shared by those who run them and those who look.
#[derive(Debug, Default)]
pub struct Usage {
    used: Mutex<Used>,
}

/// What programs used together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How many programs ended.
    pub n_runs: u64,
    /// Time from start to end, added up.
    pub wall: Duration,
    /// Processor time, that of children they waited for included.
    pub cpu: Duration,
    /// The largest resident size of one process, in bytes.
    pub peak_memory: u64,
}

impl Usage {
    /// Adds the run of a program.
    pub fn add(&self, ended: &Ended) {
        let mut used = self.used();
        used.n_runs += 1;
        used.wall = used.wall.saturating_add(ended.wall);
        used.cpu = used.cpu.saturating_add(ended.cpu);
        used.peak_memory = used.peak_memory.max(ended.peak_memory);
    }

    /// Returns what was added since the last call.
    pub fn take(&self) -> Used {
        std::mem::take(&mut *self.used())
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        // Nothing panics while it holds the lock.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
