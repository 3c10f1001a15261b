//! The workers that a user asks for, and the description of those that are ready.

use std::fmt;
use std::time::Duration;

use dwindle_reduce::Document;

use crate::worker::Task;

/// A worker that a user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerOptions {
    /// A shell command that runs `dwindle worker --stdio`, usually on another machine.
    pub command: String,
    /// How many trials it runs at once; `None` for as many as its machine has cores.
    pub n_slots: Option<usize>,
}

/// The workers that are to be started.
#[derive(Debug)]
pub struct WorkerPoolOptions {
    /// The workers.
    pub workers: Vec<WorkerOptions>,
    /// How many trials run in this process at once; may be 0.
    pub n_local: usize,
    /// How long a worker may be silent before it counts as lost.
    pub max_silence: Duration,
}

/// A test that workers are to run.
#[derive(Debug)]
pub struct AssignmentOptions<'a> {
    /// The test.
    pub task: Task,
    /// The input for which the test must answer yes.
    pub original: &'a Document,
    /// Whether the test answers yes for an empty input in this process.
    pub accepts_empty: bool,
}

/// A worker that is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerDescription {
    /// Its command.
    pub command: String,
    /// The name of its machine.
    pub host: String,
    /// How many trials it runs at once.
    pub n_slots: usize,
}

/// The workers that cannot be used, and why. The message has one line for each.
#[derive(Debug, thiserror::Error)]
pub struct WorkerPoolError {
    /// Commands and reasons. A reason completes the sentence "the worker `COMMAND` …".
    pub failures: Vec<(String, String)>,
}

impl fmt::Display for WorkerPoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (command, why)) in self.failures.iter().enumerate() {
            if 0 < number {
                f.write_str("\n")?;
            }
            write!(f, "the worker `{command}` {why}")?;
        }
        Ok(())
    }
}
