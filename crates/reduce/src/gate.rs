//! Cheap checks in front of a trial.

use crate::candidate::Candidate;

/// Refuses candidates that are known to be useless without running a trial.
///
/// A gate is pure: the same candidate always gets the same answer. What it refuses is taken for boring and
/// counted as *gated*, apart from executed trials.
pub trait Gate: Send + Sync {
    /// Whether the candidate is worth a trial.
    fn admits(&self, candidate: &Candidate) -> bool;
}
