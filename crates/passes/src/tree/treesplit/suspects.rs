//! Subtrees that are tested together.

use std::ops::Range;
use std::sync::Arc;

use dwindle_syntax::NodeId;

use crate::tree::token_edits::Change;

/// A subtree that may be removable.
#[derive(Clone)]
pub(super) struct Suspect {
    pub(super) node: NodeId,
    pub(super) change: Change,
    pub(super) n_tokens: f64,
    /// The negative logarithm of the probability that it can be removed.
    pub(super) hazard: f64,
}

/// The current test: whether the first suspects can all be removed. Cloning is O(1).
#[derive(Clone, Default)]
pub(super) struct Testing {
    pub(super) group: Arc<[Suspect]>,
    /// The suspects in question. At least one is needed, unless they are the whole group.
    pub(super) suspects: Range<usize>,
    pub(super) n_first: usize,
}

impl Testing {
    pub(super) fn first(&self) -> &[Suspect] {
        &self.group[self.suspects.start..self.suspects.start + self.n_first]
    }

    pub(super) fn rest(&self) -> &[Suspect] {
        &self.group[self.suspects.start + self.n_first..self.suspects.end]
    }
}
