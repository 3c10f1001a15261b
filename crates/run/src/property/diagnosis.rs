//! A trial that is looked at closely, for the first minute and for `dwindle check`.

use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::Verdict;

use crate::process::Ended;

/// What happened when a property was tested once, with everything that helps to understand the
/// verdict.
#[derive(Debug)]
pub struct Diagnosis {
    /// The verdict.
    pub verdict: Verdict,
    /// The time that the test took.
    pub wall: Duration,
    /// The run of the program, if the property is one.
    pub run: Option<Run>,
}

/// One run of a program for a property.
#[derive(Debug)]
pub struct Run {
    /// The command as a shell would read it.
    pub command: String,
    /// Where it ran; removed by now unless it was asked to be kept.
    pub directory: PathBuf,
    /// How it ended, how long it took and what it wrote.
    pub ended: Ended,
}

/// Bytes that a diagnosis keeps of the start and of the end of each output.
pub(super) const KEPT_OUTPUT: usize = 64 << 10;
