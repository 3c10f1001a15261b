//! A job that runs.

use std::os::fd::BorrowedFd;
use std::time::Duration;

use super::direct::DirectJob;
#[cfg(target_os = "linux")]
use super::keeper::KeptJob;
use super::{LaunchError, Outcome};
use crate::property::{Cancel, OnCancel};

/// A job that runs. Dropping it kills it.
pub(crate) enum Running {
    /// A child of this process.
    Direct(DirectJob),
    /// A child of a keeper.
    #[cfg(target_os = "linux")]
    Kept(KeptJob),
}

impl Running {
    /// Returns a file that becomes readable when [`look`](Running::look) has something to do.
    pub(crate) fn file(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Running::Direct(job) => job.file(),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.file(),
        }
    }

    /// Returns the time after which [`look`](Running::look) must be called even if nothing became
    /// readable.
    pub(crate) fn max_wait(&self) -> Option<Duration> {
        match self {
            Running::Direct(job) => job.max_wait(),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.max_wait(),
        }
    }

    /// Returns how the job ended if it has, without waiting. Must not be called after that.
    pub(crate) fn look(&mut self) -> Result<Option<Outcome>, LaunchError> {
        match self {
            Running::Direct(job) => Ok(job.look()?),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.look(),
        }
    }

    /// Kills the job as soon as `cancel` is cancelled. The guard must be dropped before the job.
    pub(crate) fn kill_on(&mut self, cancel: &Cancel) -> OnCancel {
        match self {
            Running::Direct(job) => {
                let group = job.group();
                cancel.on_cancel(move || group.kill())
            }
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.kill_on(cancel),
        }
    }
}
