//! A job: a program to run, and the way it ended.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Captured;
use super::signals::signal_name;
use crate::limits::Limits;
use crate::trial::Owner;

/// A program to run in a directory, with nothing on its standard input.
#[derive(Clone, Debug)]
pub struct Job {
    /// The program: an absolute path, or a name without a slash, which is looked up in `PATH`.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub arguments: Vec<OsString>,
    /// The directory in which it starts.
    pub directory: PathBuf,
    /// Variables that are set in addition to the environment of this process.
    pub environment: Vec<(OsString, OsString)>,
    /// One more variable, with a value that no other job has. The processes that the job starts are
    /// found by it.
    pub mark: Option<(OsString, OsString)>,
    /// The user as whom it runs, if that is another one. Only root can do that.
    pub user: Option<Owner>,
    /// The lane. In a sandbox, only this directory can be written to.
    pub lane: PathBuf,
    /// Its resource limits.
    pub limits: Limits,
    /// Its time limit.
    pub timeout: Option<Duration>,
    /// Where its output goes.
    pub output: Output,
}

impl Job {
    /// Returns the variables that are set for the job.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.environment.iter().chain(&self.mark).map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }
}

/// Where the standard output and the standard error of a job go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nowhere.
    Discard,
    /// Into memory, each separately: the first and the last `keep` bytes.
    Capture {
        /// Bytes that are kept at the start and at the end.
        keep: usize,
    },
}

/// How a job ended, and what it used.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why it ended.
    pub end: End,
    /// Time from start to end.
    pub wall: Duration,
    /// Processor time of all its processes; without a keeper, only of those that it waited for.
    pub cpu: Duration,
    /// The largest resident size of one process, in bytes.
    pub peak_memory: u64,
    /// The standard output, if it was captured.
    pub stdout: Captured,
    /// The standard error, if it was captured.
    pub stderr: Captured,
}

/// [`Ended`] without the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) end: End,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
    pub(crate) peak_memory: u64,
}

/// Why a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// The program exited with this status.
    Exited(i32),
    /// The program was killed by this signal, which dwindle did not send.
    Signalled(i32),
    /// It exceeded its time limit and was killed.
    TimedOut,
    /// It exceeded a resource limit and was killed.
    OverLimit(Excess),
    /// It was cancelled and killed.
    Cancelled,
}

/// The resource limit that a job exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Excess {
    /// [`Limits::memory`].
    Memory,
    /// [`Limits::processes`].
    Processes,
    /// [`Limits::disk`].
    Disk,
}

impl End {
    /// Whether this end says nothing about the input: over a time or resource limit, cancelled, or
    /// killed with `SIGKILL` by another program or by the kernel, which does so when memory is
    /// short. An exit status by which a shell reports such a limit counts as well.
    pub fn is_no_answer(&self) -> bool {
        const FROM_SHELL: i32 = 128;
        let is_limit = |signal| signal == libc::SIGXCPU || signal == libc::SIGXFSZ;
        match *self {
            End::Exited(status) => is_limit(status - FROM_SHELL),
            End::Signalled(signal) => is_limit(signal) || signal == libc::SIGKILL,
            End::TimedOut | End::OverLimit(_) | End::Cancelled => true,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            End::Exited(status @ 129..=192) => match signal_name(status - 128) {
                Some(name) => write!(f, "exit status {status} (how a shell reports {name})"),
                None => write!(f, "exit status {status}"),
            },
            End::Exited(status) => write!(f, "exit status {status}"),
            End::Signalled(signal) => match signal_name(signal) {
                Some(name) => write!(f, "killed by {name}"),
                None => write!(f, "killed by signal {signal}"),
            },
            End::TimedOut => f.write_str("out of time"),
            End::OverLimit(Excess::Memory) => f.write_str("over the memory limit"),
            End::OverLimit(Excess::Processes) => f.write_str("over the limit of processes"),
            End::OverLimit(Excess::Disk) => f.write_str("over the limit of disk space"),
            End::Cancelled => f.write_str("cancelled"),
        }
    }
}

/// Why a job could not be run.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The program could not be started: it is missing, not executable, its directory is gone …
    #[error("cannot start {program}: {source}")]
    Program {
        /// The program of the job.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A system call failed, such as creating a pipe or a process.
    #[error("cannot run trials: {0}")]
    System(#[from] io::Error),
    /// The keeper of the job was killed, and the job with it.
    #[error("the keeper process of trials was killed")]
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_described() {
        assert_eq!(End::Exited(1).to_string(), "exit status 1");
        assert_eq!(End::Exited(139).to_string(), "exit status 139 (how a shell reports SIGSEGV)");
        assert_eq!(End::Exited(192).to_string(), "exit status 192");
        assert_eq!(End::Signalled(6).to_string(), "killed by SIGABRT");
        assert_eq!(End::OverLimit(Excess::Memory).to_string(), "over the memory limit");
    }
}
