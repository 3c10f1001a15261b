//! The reducer: asked for trials, told verdicts, and free of all I/O.

mod answers;
mod calibration;
mod foretold;
mod ground;
mod grounds;
mod guesses;
mod hints;
mod intervals;
mod look_ahead;
#[cfg(test)]
mod look_ahead_tests;
mod peak;
mod reduction;
mod region;
mod scouts;
#[cfg(test)]
mod tests;
mod trust;
mod walk;

pub use look_ahead::LookAhead;
pub use reduction::{Reducer, ReducerOptions};

use std::sync::Arc;

use crate::candidate::Candidate;
use crate::document::Document;

/// Identifies a trial within one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrialId(pub u64);

/// A candidate to be tested.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its identifier.
    pub id: TrialId,
    /// What to test.
    pub candidate: Candidate,
}

/// A request for hints from a program outside.
#[derive(Clone, Debug)]
pub struct HintRequest {
    /// The program, as the pass names it.
    pub source: Arc<str>,
    /// The document that the hints are for.
    pub document: Document,
}

/// What the reducer answers when it is asked for work.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Run this trial and tell its verdict.
    Run(Trial),
    /// Ask for hints about the best document, once, and tell them: until then the plan has nothing
    /// to propose.
    Hints(HintRequest),
    /// Nothing to start now: tell a verdict, or the hints that were asked for, first.
    Wait,
    /// The reduction has ended.
    Done,
}
