//! Ends of child processes.

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::End;

/// A child that has ended, and what it used.
pub(super) struct Reaped {
    pub(super) end: End,
    pub(super) cpu: Duration,
    pub(super) peak_memory: u64,
}

/// Which child to reap.
#[derive(Clone, Copy)]
pub(super) enum Which {
    /// This one, waiting until it ends.
    Wait(Pid),
    /// Any, waiting until one ends.
    #[cfg(target_os = "linux")]
    WaitForAny,
    /// Any that has ended, without waiting.
    #[cfg(target_os = "linux")]
    AnyEnded,
}

/// The result of reaping.
pub(super) enum WaitResult {
    /// A child has ended; its process id is free again.
    Ended(Reaped),
    /// Children that still run.
    #[cfg(target_os = "linux")]
    StillRunning,
    /// No children at all.
    Childless,
}

/// Reaps a child.
pub(super) fn reap(which: Which) -> io::Result<WaitResult> {
    let (pid, options) = match which {
        Which::Wait(pid) => (pid.as_raw_nonzero().get(), 0),
        #[cfg(target_os = "linux")]
        Which::WaitForAny => (-1, 0),
        #[cfg(target_os = "linux")]
        Which::AnyEnded => (-1, libc::WNOHANG),
    };
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let reaped = loop {
        // SAFETY: both pointers are to live locals of the types that wait4 writes.
        let reaped = unsafe { libc::wait4(pid, &raw mut status, options, usage.as_mut_ptr()) };
        if reaped >= 0 {
            break reaped;
        }
        match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => {}
            error if error.raw_os_error() == Some(libc::ECHILD) => return Ok(WaitResult::Childless),
            error => return Err(error),
        }
    };
    #[cfg(target_os = "linux")]
    if reaped == 0 {
        return Ok(WaitResult::StillRunning);
    }
    // SAFETY: rusage consists of integers. They were initialized with zeroes, so they are valid
    // whether or not wait4 has written them.
    let usage = unsafe { usage.assume_init() };
    Ok(WaitResult::Ended(Reaped {
        end: end_of(ExitStatus::from_raw(status)),
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * MAXRSS_UNIT,
    }))
}

/// Whether a child has ended. It is not reaped, so its process id and group remain its own.
pub(super) fn has_ended(pid: Pid) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(pid), options) {
        Ok(status) => Ok(status.is_some()),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Linux counts the resident size in KiB, macOS in bytes.
const MAXRSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signalled(signal.unwrap_or(0)),
    }
}

fn duration(time: libc::timeval) -> Duration {
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0)) + Duration::from_micros(micros)
}
