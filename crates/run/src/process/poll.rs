//! Polling of files, and files that do not block.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// Waits until one of the files can be read or was closed at its other end, or until `patience` is
/// over. An interrupted wait ends early: callers look again anyway.
pub(crate) fn wait_readable(files: &[Option<BorrowedFd<'_>>], patience: Option<Duration>) -> io::Result<()> {
    let mut polled: Vec<PollFd<'_>> =
        files.iter().flatten().map(|file| PollFd::from_borrowed_fd(*file, PollFlags::IN)).collect();
    let patience = patience.and_then(|patience| Timespec::try_from(patience).ok());
    match poll(&mut polled, patience.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Makes reads and writes of a pipe return instead of waiting.
pub(crate) fn set_nonblocking(pipe: impl AsFd) -> io::Result<()> {
    Ok(fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?)
}
