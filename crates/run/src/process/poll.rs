//! Polling of files, and files that do not block.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// Waits until one of the files can be read or was closed at its other end, or until `max_wait` is
/// over. A signal may end the wait early.
pub(crate) fn wait_readable(files: &[Option<BorrowedFd<'_>>], max_wait: Option<Duration>) -> io::Result<()> {
    let mut polled: Vec<PollFd<'_>> =
        files.iter().flatten().map(|file| PollFd::from_borrowed_fd(*file, PollFlags::IN)).collect();
    let max_wait = max_wait.and_then(|max_wait| Timespec::try_from(max_wait).ok());
    match poll(&mut polled, max_wait.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Makes reads and writes of a pipe return instead of waiting.
pub(crate) fn set_nonblocking(pipe: impl AsFd) -> io::Result<()> {
    Ok(fcntl_setfl(&pipe, fcntl_getfl(&pipe)? | OFlags::NONBLOCK)?)
}
