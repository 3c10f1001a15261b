//! One run of a property among several.

use std::time::Duration;

use dwindle_reduce::Verdict;

/// Which run of an input is meant, and how long it may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// How many runs of the input there were before. Of the later ones, none is answered by a
    /// cache, here or on other machines.
    pub nth: u32,
    /// How long it may take; `None` for as long as the property says.
    pub time_limit: Option<Duration>,
}

/// What one run showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The verdict.
    pub verdict: Verdict,
    /// How long what is limited took.
    pub took: Duration,
}
impl Answered {
    /// What is returned by a run that was cancelled before it began, or that showed nothing.
    pub const NOTHING: Answered = Answered { verdict: Verdict::Unresolved, took: Duration::ZERO };
}
