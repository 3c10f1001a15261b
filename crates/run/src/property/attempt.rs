//! One run of a property on an input that may be run several times.

use std::time::Duration;

use dwindle_reduce::Verdict;

/// The number of a run and its time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// How many runs of the input there were before. Only the first run may be answered from a
    /// cache, here or on other machines.
    pub nth: u32,
    /// The time limit; `None` for the one of the property.
    pub time_limit: Option<Duration>,
}

/// The result of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The verdict.
    pub verdict: Verdict,
    /// How long the part took to which the time limit applies.
    pub took: Duration,
}

impl Answered {
    /// The result of a run that was cancelled or has no answer.
    pub const NOTHING: Answered = Answered { verdict: Verdict::Unresolved, took: Duration::ZERO };
}
