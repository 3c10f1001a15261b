//! Keepers that wait for a job.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::client::Keeper;
use crate::process::confinement::Walls;

/// Keepers that wait for a job. They end with the last owner of this.
#[derive(Debug, Default)]
pub(super) struct IdleKeepers {
    all: Mutex<Vec<Keeper>>,
}

impl IdleKeepers {
    /// Takes a keeper back whose job ended.
    pub(super) fn put_back(&self, keeper: Option<Keeper>) {
        self.lock().extend(keeper);
    }

    /// Takes a keeper that waits, and whose jobs see what this one has to see.
    pub(super) fn take(&self, walls: Option<&Walls>) -> Option<Keeper> {
        let mut all = self.lock();
        let at = all.iter().rposition(|keeper| keeper.walls() == walls)?;
        Some(all.swap_remove(at))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Keeper>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
