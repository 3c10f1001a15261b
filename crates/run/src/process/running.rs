//! A job that was started.

use std::os::fd::BorrowedFd;
use std::time::Duration;

use super::direct::DirectJob;
#[cfg(target_os = "linux")]
use super::keeper::KeptJob;
use super::{LaunchError, Outcome};
use crate::property::{Cancel, OnCancel};

/// A job under way, which ends when this is dropped.
pub(crate) enum Running {
    /// A child of this process.
    Direct(DirectJob),
    /// A child of a keeper.
    #[cfg(target_os = "linux")]
    Kept(KeptJob),
}

impl Running {
    /// Returns the file that becomes readable when there is something to [look](Running::look) for,
    /// if there is one.
    pub(crate) fn file(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Running::Direct(job) => job.file(),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.file(),
        }
    }

    /// Returns the time after which to look again, though nothing became readable.
    pub(crate) fn patience(&self) -> Option<Duration> {
        match self {
            Running::Direct(job) => job.patience(),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.patience(),
        }
    }

    /// Looks whether the job ended, without waiting. After that there is nothing more to look for.
    pub(crate) fn look(&mut self) -> Result<Option<Outcome>, LaunchError> {
        match self {
            Running::Direct(job) => Ok(job.look()?),
            #[cfg(target_os = "linux")]
            Running::Kept(job) => job.look(),
        }
    }

    /// Has the job killed at the moment of cancellation. The guard must go before the job.
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
