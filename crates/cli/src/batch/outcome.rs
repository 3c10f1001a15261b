//! The outcome of one input.

use dwindle_run::session::Summary;

use crate::exit::Exit;
use crate::failure::Failure;

/// The outcome of one input.
#[derive(Debug)]
pub enum Outcome {
    /// It was reduced, as far as limits allow.
    Reduced(Box<Summary>),
    /// It was not reduced, or its result is not reliable.
    Failed {
        /// Why.
        failure: Failure,
        /// The figures, if there was a session.
        summary: Option<Box<Summary>>,
    },
    /// A smaller input, with this number, fails in the same way.
    Duplicate(usize),
    /// The batch was stopped before.
    NotBegun,
}

impl Outcome {
    /// Returns the exit status of a run with only this input.
    pub fn exit(&self) -> Exit {
        match self {
            Outcome::Failed { failure, .. } => failure.exit(),
            Outcome::Reduced(_) | Outcome::Duplicate(_) | Outcome::NotBegun => Exit::Done,
        }
    }

    /// Returns the figures, if there are any.
    pub fn summary(&self) -> Option<&Summary> {
        match self {
            Outcome::Reduced(summary) => Some(summary),
            Outcome::Failed { summary, .. } => summary.as_deref(),
            Outcome::Duplicate(_) | Outcome::NotBegun => None,
        }
    }
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Outcome {
        Outcome::Failed { failure, summary: None }
    }
}
