//! The resources that trials use.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::process::Ended;

/// The sum of the resources that the programs of trials use. Shared by the threads that run them
/// and the executor that reads it.
#[derive(Debug, Default)]
pub struct Usage {
    used: Mutex<Used>,
}

/// Resources that programs used together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// How many programs have ended.
    pub n_runs: u64,
    /// Sum of their times from start to end.
    pub wall: Duration,
    /// Processor time, including that of children.
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

    /// Returns the sum since the last call.
    pub fn take(&self) -> Used {
        std::mem::take(&mut *self.used())
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        // No code panics while it holds the lock.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
