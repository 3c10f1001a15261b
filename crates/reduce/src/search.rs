//! `Search`: a state machine that proposes candidates and learns answers.

use dyn_clone::{DynClone, clone_trait_object};

use crate::finding::Finding;
use crate::verdict::Answer;

/// Proposes one candidate at a time and learns one answer at a time.
///
/// The contract that implementors keep and callers rely on:
///
/// - [`propose`](Search::propose) is pure: it returns the same until [`learn`](Search::learn) is
///   called, and `None` forever once the search has ended.
/// - `learn` is called exactly once for each proposal, in the search's own order, and never after
///   the end.
/// - A search is deterministic: its proposals depend only on how it was created and on the answers
///   it learned.
/// - A search can be cloned, also behind a trait object, and what one copy learns the other never
///   notices. It is cloned several times per trial, so that has to be cheap: share what is large
///   behind an `Arc`.
/// - A search contains no line about parallelism: the reducer looks ahead by forking and guessing
///   answers.
pub trait Search: DynClone + Send {
    /// What is proposed: units to leave out of a list, or a whole candidate.
    type Proposal;

    /// Returns what to try next, or `None` at the end.
    fn propose(&self) -> Option<Self::Proposal>;

    /// Takes the answer for the current proposal. [`Answer::Refused`] is deterministic: a gate
    /// refuses the same candidate in every run.
    fn learn(&mut self, answer: Answer);

    /// Returns the probability that the current proposal is interesting, in [0, 1], if the search
    /// has a model of it.
    fn likelihood(&self) -> Option<f64> {
        None
    }

    /// Returns what the search found out about its document so far, for display. The list only
    /// grows.
    fn findings(&self) -> &[Finding] {
        &[]
    }

    /// Advances as if the current proposal had not been made: nothing is learned, and later
    /// proposals do not build on it. Only called for copies whose proposals are never learned:
    /// scouts.
    fn skip(&mut self) {
        self.learn(Answer::Boring);
    }
}

// `Box<dyn Search>` itself does not implement `Search`: a copy of it would be a box in a box.
clone_trait_object!(<P> Search<Proposal = P>);
