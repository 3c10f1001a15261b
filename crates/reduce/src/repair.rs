//! Repairs: changes that must accompany the changes of a pass.

use dyn_clone::{DynClone, clone_trait_object};

use crate::candidate::Edits;
use crate::document::Document;
use crate::verdict::Answer;

/// A proposal of a pass, with what was accepted before in its run.
#[derive(Clone, Copy, Debug)]
pub struct Proposed<'a> {
    /// The document that the edits are relative to: the same as in the last
    /// [`begin`](Repair::begin).
    pub base: &'a Document,
    /// What the pass proposes, including everything accepted before in this run.
    pub edits: &'a Edits,
    /// What was accepted last in this run, if anything.
    pub accepted: Option<Accepted<'a>>,
}

/// An accepted proposal, before and after its repair.
#[derive(Clone, Copy, Debug)]
pub struct Accepted<'a> {
    /// What the pass proposed.
    pub proposed: &'a Edits,
    /// What was tested instead, and is the best document now.
    pub repaired: &'a Edits,
}

/// Turns what a pass proposes into what is tested: a definition is removed with its uses, a count
/// changes with the lines that it counts. [`Plan::repaired`](crate::Plan::repaired) applies it to
/// every pass of a plan.
///
/// The pass learns one answer for each proposal, *interesting* as soon as one variant is, and goes
/// on proposing edits that know nothing of the repair. So [`variants`](Repair::variants) is asked
/// about all of them each time, and for the same base, the same edits and the same answers learned
/// it returns the same. Frugal fixpoints recognize a change by the edits before the repair; key,
/// cost, gates and trial see those after it.
///
/// A clone learns apart from the original. Cloning has to be cheap: share what is large behind an
/// `Arc`.
pub trait Repair: DynClone + Send + Sync {
    /// Starts on the document that the next proposals are relative to. What was learned before may
    /// be kept.
    fn begin(&mut self, base: &Document);

    /// Returns what to test instead of a proposal, in this order. An empty list stands for the
    /// proposal as it is. Variants that are not simpler than the best document, or equal to an
    /// earlier one, are skipped. Called once for each proposal: it should take about as long as
    /// computing the key of a candidate.
    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits>;

    /// Learns the answer to one variant of the last proposal that [`variants`](Repair::variants)
    /// was asked about, by its index.
    fn learn(&mut self, variant: usize, answer: Answer);
}

clone_trait_object!(Repair);
