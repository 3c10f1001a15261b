//! Wakes a poll when a child ends.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::process::Pid;

/// Becomes readable when a child ends: a pidfd. Where there is none (before Linux 5.3, other
/// systems), waits are short.
pub(super) struct Exit {
    pidfd: Option<OwnedFd>,
}

impl Exit {
    /// Watches a child that was not reaped yet.
    pub(super) fn of(pid: Pid) -> Exit {
        #[cfg(target_os = "linux")]
        let pidfd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let (pidfd, _) = (None, pid);
        Exit { pidfd }
    }

    /// Returns the file to wait for, if there is one.
    pub(super) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    /// Shortens a wait where the end of a process wakes nobody.
    pub(super) fn patience(&self, patience: Option<Duration>) -> Option<Duration> {
        const BETWEEN_POLLS: Duration = Duration::from_millis(2);
        if self.pidfd.is_some() {
            return patience;
        }
        Some(patience.map_or(BETWEEN_POLLS, |most| most.min(BETWEEN_POLLS)))
    }
}
