//! The result of a reduction.

use dwindle_passes::PlanError;
use dwindle_reduce::{Document, StopReason};
use dwindle_run::property::PropertyError;
use dwindle_run::session::{self, Ended, Summary};

/// The result of a reduction: the smallest document that was found.
#[derive(Debug)]
pub struct Reduced {
    /// The document. The test said yes to it.
    pub document: Document,
    /// Why the reduction ended.
    pub reason: StopReason,
    /// The figures: sizes, trials, times.
    pub summary: Summary,
}

impl Reduced {
    /// Returns the bytes of the first file, for documents of one file; none if no file is left.
    pub fn bytes(&self) -> &[u8] {
        self.document.files().first().map_or(&[], |file| file.bytes())
    }

    /// Whether the plan was completed: no limit and no interruption ended the reduction.
    pub fn is_complete(&self) -> bool {
        self.reason == StopReason::Complete
    }

    /// Converts the end of a session.
    pub(crate) fn of(ended: Ended) -> Result<Reduced, ReduceError> {
        let Ended { summary, reason, best, failure, .. } = ended;
        match failure {
            None => Ok(Reduced { document: best, reason, summary }),
            Some(failure) => Err(ReduceError::Failed { failure: failure.into(), best }),
        }
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// The test says no to the whole document, so there is nothing to preserve.
    #[error("the test says no to the whole document, so there is nothing to preserve")]
    NotInteresting,
    /// The plan names an unknown pass or plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The test could not be asked about the whole document.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The workers could not be started.
    #[error("cannot start workers: {0}")]
    Workers(#[from] std::io::Error),
    /// The environment failed, or a test that runs on several workers panicked.
    #[error("{failure}")]
    Failed {
        /// What failed.
        #[source]
        failure: Box<session::Failure>,
        /// The smallest document until then, to which the test said yes.
        best: Document,
    },
}
