//! Subtrees that are tested together.

use std::ops::Range;
use std::sync::Arc;

use dwindle_syntax::NodeId;

use crate::tree::cut::Change;

/// A subtree that may go.
#[derive(Clone)]
pub(super) struct Suspect {
    pub(super) node: NodeId,
    pub(super) change: Change,
    pub(super) n_tokens: f64,
    /// The probability that it can go is e to the minus this.
    pub(super) hazard: f64,
}

/// What is tested now: whether the first of the suspects can all go. Cloning is O(1).
#[derive(Clone, Default)]
pub(super) struct Testing {
    pub(super) group: Arc<[Suspect]>,
    /// Those of the group that are in question; one of them at least is needed, unless it is the
    /// whole group.
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
