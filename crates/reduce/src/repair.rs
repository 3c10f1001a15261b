//! Repairs: the changes that have to go along with what a pass proposes.

use dyn_clone::{DynClone, clone_trait_object};

use crate::candidate::Edits;
use crate::document::Document;
use crate::verdict::Answer;

/// A proposal of a pass, and where the run of the pass stands.
#[derive(Clone, Copy, Debug)]
pub struct Proposed<'a> {
    /// The document that the edits are relative to: the same as in the last
    /// [`begin`](Repair::begin).
    pub base: &'a Document,
    /// What the pass proposes, with everything of it that was accepted before in this run.
    pub edits: &'a Edits,
    /// What was accepted last in this run, if anything was.
    pub accepted: Option<Accepted<'a>>,
}

/// An accepted proposal, before and after its repair.
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'a> {
    /// What the pass proposed.
    pub proposed: &'a Edits,
    /// What was tested in its place, and is the best document now.
    pub repaired: &'a Edits,
}

/// Turns what a pass proposes into what is tested: a definition goes with its uses, a count changes
/// with the lines that it counts. [`Plan::repaired`](crate::Plan::repaired) puts it behind every
/// pass of a plan.
///
/// The pass learns one answer for each proposal, *interesting* as soon as one variant is, and goes
/// on proposing edits that know nothing of the repair. So [`variants`](Repair::variants) is asked
/// about all of them each time, and for the same base, the same edits and the same answers learned
/// it returns the same. What recognizes a change that was asked about before sees the edits before
/// the repair; key, cost, gates and trial see those after it.
///
/// A clone learns apart from the original. Cloning has to be cheap: share what is large behind an
/// `Arc`.
pub trait Repair: DynClone + Send + Sync {
    /// Starts on the document that the next proposals are relative to. What was learned before may
    /// be kept.
    fn begin(&mut self, base: &Document);

    /// Returns what to test in the place of a proposal, in the order in which to try. An empty list
    /// stands for the proposal as it is. Variants that are no simpler than the best document, or
    /// equal to one before, are passed over. Called once for each proposal: it should take about as
    /// long as making the key of a candidate.
    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits>;

    /// Learns the answer to one variant of the last proposal that [`variants`](Repair::variants)
    /// was asked about, by its index.
    fn learn(&mut self, variant: usize, answer: Answer);
}

clone_trait_object!(Repair);
