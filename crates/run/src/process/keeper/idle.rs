//! Keepers that wait for a job.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::client::Keeper;
use crate::process::confinement::LaneSandbox;

/// Keepers that wait for a job. They end when the last owner of this is dropped.
#[derive(Debug, Default)]
pub(super) struct IdleKeepers {
    all: Mutex<Vec<Keeper>>,
}

impl IdleKeepers {
    /// Adds a keeper whose job has ended.
    pub(super) fn put_back(&self, keeper: Option<Keeper>) {
        self.lock().extend(keeper);
    }

    /// Removes and returns a keeper with this sandbox.
    pub(super) fn take(&self, lane_sandbox: Option<&LaneSandbox>) -> Option<Keeper> {
        let mut all = self.lock();
        let at = all.iter().rposition(|keeper| keeper.lane_sandbox() == lane_sandbox)?;
        Some(all.swap_remove(at))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Keeper>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
