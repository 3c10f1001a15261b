//! Which workers there are to be, and which there are.

use std::fmt;
use std::time::Duration;

use dwindle_reduce::Document;

use crate::worker::Task;

/// A worker as its user describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerOptions {
    /// A line for the shell that ends in running `dwindle worker --stdio` somewhere.
    pub command: String,
    /// How many trials it runs at once; `None` for as many as its machine has cores.
    pub n_slots: Option<usize>,
}

/// The workers of a session.
#[derive(Debug)]
pub struct CrewOptions {
    /// The workers.
    pub workers: Vec<WorkerOptions>,
    /// How many trials run in this process at once; may be none.
    pub n_local: usize,
    /// How long a worker may be silent before it is taken for lost.
    pub patience: Duration,
}

/// What workers are to test.
#[derive(Debug)]
pub struct AssignmentOptions<'a> {
    /// The test.
    pub task: Task,
    /// What it is interesting for.
    pub original: &'a Document,
    /// Whether an empty input is interesting here.
    pub accepts_empty: bool,
}

/// A worker that is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its command.
    pub command: String,
    /// The name of its machine.
    pub host: String,
    /// How many trials it runs at once.
    pub n_slots: usize,
}

/// The workers that could not be started, and why. One line for each.
#[derive(Debug, thiserror::Error)]
pub struct CrewError {
    /// Commands and reasons.
    pub failures: Vec<(String, String)>,
}

impl fmt::Display for CrewError {
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
