//! What is to be run, and how it ended.

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
    /// A variable that is set too and whose value no other process has, by which to know what the
    /// job started.
    pub mark: Option<(OsString, OsString)>,
    /// The user as whom it runs, if that is another one; only root can ask for it.
    pub user: Option<Owner>,
    /// The directory of its worker: in a sandbox, the one that it sees and can write to.
    pub lane: PathBuf,
    /// What it may use.
    pub limits: Limits,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Where its output goes.
    pub output: Output,
}

impl Job {
    /// Lists the variables that are set for the job.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.environment.iter().chain(&self.mark).map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }
}

/// Where the standard output and the standard error of a job go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Nowhere. There is no pipe that could fill up.
    Discard,
    /// Into memory, each separately: the first and the last `keep` bytes.
    Capture {
        /// Bytes that are kept at the start and at the end.
        keep: usize,
    },
}

/// How a job ended and what it took.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why it ended.
    pub end: End,
    /// Time from start to end.
    pub wall: Duration,
    /// Processor time of the program and of those of its children that it waited for.
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
    /// The program was killed by this signal, which was not ours.
    Signalled(i32),
    /// It ran out of time and was killed.
    TimedOut,
    /// It used too much and was killed.
    OverLimit(Excess),
    /// It was cancelled and killed.
    Cancelled,
}

/// Which watched limit a job exceeded.
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
    /// Whether this end says nothing about the input: out of time, over a limit, cancelled, or
    /// killed with `SIGKILL` by somebody else, as the kernel does when memory is short. Also if a
    /// shell reports such a limit.
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
    /// The program could not be started: missing, not executable, its directory is gone …
    #[error("cannot start {program}: {source}")]
    Program {
        /// The program of the job.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The means of running it failed: no pipes, no processes.
    #[error("cannot run trials: {0}")]
    Means(#[from] io::Error),
    /// The keeper of the job was killed, and took the job along.
    #[error("the keeper process of trials was killed")]
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_in_words() {
        assert_eq!(End::Exited(1).to_string(), "exit status 1");
        assert_eq!(End::Exited(139).to_string(), "exit status 139 (how a shell reports SIGSEGV)");
        assert_eq!(End::Exited(192).to_string(), "exit status 192");
        assert_eq!(End::Signalled(6).to_string(), "killed by SIGABRT");
        assert_eq!(End::OverLimit(Excess::Memory).to_string(), "over the memory limit");
    }
}
