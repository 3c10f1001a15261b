//! Errors of the environment that prevent a verdict.

use std::io;
use std::path::{Path, PathBuf};

use crate::process::LaunchError;

/// A failure of the environment. It ends the session, because further verdicts would be unreliable.
///
/// Each message names what failed and the way out. A boring or unresolved trial is never an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PropertyError {
    /// The test script does not exist, at the start or later.
    #[error("the test {path} does not exist; was it moved or deleted? Put it back and run with --resume")]
    ScriptMissing {
        /// The absolute path of the script.
        path: PathBuf,
    },
    /// The test script was edited during the run, so earlier and later verdicts are those of
    /// different properties.
    #[error("the test {path} was changed during the run; put the old one back and --resume, or start anew")]
    ScriptChanged {
        /// The absolute path of the script.
        path: PathBuf,
    },
    /// The test script is a directory or lacks the execute permission.
    #[error("the test {path} is not an executable file; try: chmod +x '{path}'")]
    NotExecutable {
        /// The absolute path of the script.
        path: PathBuf,
    },
    /// The `#!` line of the script names a program that cannot be run.
    #[error("the test {path} needs the interpreter '{interpreter}', which does not exist{hint}")]
    InterpreterMissing {
        /// The absolute path of the script.
        path: PathBuf,
        /// The text after `#!`.
        interpreter: String,
        /// Empty, or the probable cause, such as Windows line ends.
        hint: &'static str,
    },
    /// A program could not be started.
    #[error("cannot start {program}: {source}")]
    Start {
        /// The program as it was given.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The directory of a trial could not be created or filled.
    #[error(
        "cannot prepare the trial directory {path}: {source}; set TMPDIR to a directory that can be written"
    )]
    Directory {
        /// The path that failed.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no space for a trial, neither in memory nor on disk.
    #[error(
        "no space left for trials at {path}; free some space or set TMPDIR to a larger disk, then --resume"
    )]
    DiskFull {
        /// The path that failed.
        path: PathBuf,
    },
    /// A file that every trial needs (`--with`) could not be read.
    #[error("cannot copy {path} into a trial: {source}; the file is given by --with")]
    Extra {
        /// The path of the file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The keeper of trials could not be started, or died more than once.
    #[error("the keeper process of trials failed: {source}; {}", what_is_missing(source))]
    Keeper {
        /// Why.
        source: io::Error,
    },
    /// A persistent tester answered something other than `interesting`, `boring` or `unresolved`.
    #[error("the tester '{command}' answered '{answer}'; it must answer interesting, boring or unresolved")]
    Answer {
        /// The tester's command line.
        command: String,
        /// The start of its line.
        answer: String,
    },
    /// A persistent tester answered more often than it was asked, or for another candidate.
    #[error(
        "the tester '{command}' answered '{answer}' without being asked; it must write one line for each path. \
         Its earlier answers may be wrong, so start anew without --resume"
    )]
    Unasked {
        /// The tester's command line.
        command: String,
        /// The start of its line.
        answer: String,
    },
    /// A persistent tester ends without answering, each time it is started.
    #[error("the tester '{command}' ends without answering ({ending}){output}")]
    Tester {
        /// The tester's command line.
        command: String,
        /// How it ended.
        ending: String,
        /// Empty, or the end of its standard error with an introduction.
        output: String,
    },
    /// The test removes the directories of other trials.
    #[error(
        "the test removed the directories of all trials, even when it ran alone; --sandbox auto protects them"
    )]
    RemovesAll,
    /// All workers are lost, and no trials run in this process.
    #[error(
        "every worker is lost, the last one because {last}; start them again and run the same command with --resume"
    )]
    WorkersLost {
        /// Why the last one is lost.
        last: String,
    },
    /// The server that runs trials is lost, and no trials run here.
    #[error("the remote server is lost, {why}; when it works again, run the same command with --resume")]
    RemoteLost {
        /// Which server, and why.
        why: String,
    },
    /// Something else outside dwindle failed.
    #[error("{what}: {source}")]
    Other {
        /// What was tried.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
}

/// Returns the probable cause of an error of starting a process, and the way out.
fn what_is_missing(error: &io::Error) -> &'static str {
    let is_there = |path: &str| Path::new(path).exists();
    match error.raw_os_error() {
        Some(libc::EMFILE | libc::ENFILE) => "allow more open files:  ulimit -n 256",
        Some(libc::EAGAIN) => "is the number of processes limited (ulimit -u)?",
        Some(libc::ENOMEM) => "is the memory limited (ulimit -v)?",
        _ if !is_there("/proc/self") => "it needs /proc:  mount -t proc proc /proc",
        _ if !is_there("/dev/null") => "it needs /dev/null:  mknod -m 666 /dev/null c 1 3",
        _ => "is the number of processes or open files limited (ulimit -a)?",
    }
}

impl PropertyError {
    /// Converts the error of a job about which nothing else is known.
    pub(crate) fn launch(error: LaunchError) -> PropertyError {
        match error {
            LaunchError::Program { program, source } => PropertyError::Start { program, source },
            LaunchError::System(source) => PropertyError::Keeper { source },
            LaunchError::Lost => PropertyError::Keeper { source: io::Error::other(error) },
        }
    }
}
