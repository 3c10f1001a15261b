//! What came of one input.

use dwindle_run::session::Summary;

use crate::exit::Exit;
use crate::failure::Failure;

/// What came of one input.
#[derive(Debug)]
pub enum Outcome {
    /// It was reduced, as far as limits allow.
    Reduced(Box<Summary>),
    /// It was not, or its result can't be relied on.
    Failed {
        /// Why.
        failure: Failure,
        /// The figures, if there was a session.
        summary: Option<Box<Summary>>,
    },
    /// A smaller input, of this number, goes wrong in the same way.
    Duplicate(usize),
    /// The run was ended before.
    NotBegun,
}

impl Outcome {
    /// Returns the status with which a run ends that had only this input.
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
