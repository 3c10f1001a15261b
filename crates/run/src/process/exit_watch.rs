//! Waiting for the end of a child by `poll`.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::process::Pid;

/// A pidfd, which becomes readable when the child ends. On systems without pidfds (before Linux
/// 5.3, others) waits are kept short instead.
pub(super) struct ExitWatch {
    pidfd: Option<OwnedFd>,
}

impl ExitWatch {
    /// Watches a child that was not reaped yet.
    pub(super) fn of(pid: Pid) -> ExitWatch {
        #[cfg(target_os = "linux")]
        let pidfd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let (pidfd, _) = (None, pid);
        ExitWatch { pidfd }
    }

    /// Returns the pidfd, if there is one.
    pub(super) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    /// Returns how long a wait may take: `max_wait`, or less without a pidfd.
    pub(super) fn max_wait(&self, max_wait: Option<Duration>) -> Option<Duration> {
        const POLL_INTERVAL: Duration = Duration::from_millis(2);
        if self.pidfd.is_some() {
            return max_wait;
        }
        Some(max_wait.map_or(POLL_INTERVAL, |most| most.min(POLL_INTERVAL)))
    }
}
