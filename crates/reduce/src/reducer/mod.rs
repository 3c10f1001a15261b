//! The reducer: asked for trials, told verdicts, and free of all I/O.

mod answers;
mod calibration;
mod guesses;
mod look_ahead;
mod reduction;
#[cfg(test)]
mod tests;

pub use look_ahead::LookAhead;
pub use reduction::{Reducer, ReducerOptions};

use crate::candidate::Candidate;

/// Names a trial within one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrialId(pub u64);

/// A candidate to be tested.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its name.
    pub id: TrialId,
    /// What to test.
    pub candidate: Candidate,
}

/// What the reducer answers when it is asked for work.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Run this trial and tell its verdict.
    Run(Trial),
    /// Nothing to start now: tell a verdict first.
    Wait,
    /// The reduction has ended.
    Done,
}
