//! A trial with all details, for the check before a run and for `dwindle check`.

use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::Verdict;

use crate::process::Ended;

/// One test of an input, with everything that helps to understand the verdict.
#[derive(Debug)]
pub struct Diagnosis {
    /// The verdict.
    pub verdict: Verdict,
    /// The time that the test took.
    pub wall: Duration,
    /// The run of the program, if the property runs one.
    pub run: Option<Run>,
}

/// One run of a program for a property.
#[derive(Debug)]
pub struct Run {
    /// The command in shell syntax.
    pub command: String,
    /// The directory in which it ran. It no longer exists unless it was to be kept.
    pub directory: PathBuf,
    /// How it ended, what it used and what it wrote.
    pub ended: Ended,
}

/// Bytes that a diagnosis keeps at each end of an output.
pub(super) const KEPT_OUTPUT: usize = 64 << 10;
