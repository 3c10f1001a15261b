//! What may be tried with all that goes along.

use std::sync::Arc;

use dwindle_syntax::{NodeId, Tree};

use crate::tree::cut::{Change, Cut};
use crate::tree::subject::Subject;

/// Something that may go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// These nodes go; none lies within another.
    Remove(Vec<NodeId>),
    /// Nothing is left of a node but some tokens within it.
    Hoist { node: NodeId, keep: (u32, u32) },
    /// A text takes the place of each of these nodes, and what it was put in the place of goes.
    Put { text: Arc<[u8]>, nodes: Vec<NodeId>, definitions: Vec<NodeId>, moves: bool },
}

impl Step {
    /// Returns what it changes; `None` if something of it cannot go.
    pub(super) fn changes(&self, subject: &Subject, cut: &Cut) -> Option<Vec<Change>> {
        match self {
            Step::Remove(nodes) => removals(subject, cut, nodes),
            Step::Hoist { node, keep } => Some(vec![Change::Hoist { node: *node, keep: keep.0..keep.1 }]),
            Step::Put { text, nodes, definitions, .. } => {
                let put = nodes.iter().map(|&node| Change::Replace(node, text.clone()));
                Some(put.chain(removals(subject, cut, definitions)?).collect())
            }
        }
    }

    /// Whether what it takes away may be used elsewhere then: nothing goes along.
    pub(super) fn moves(&self) -> bool {
        matches!(self, Step::Put { moves: true, .. })
    }

    /// Whether one of its places lies in one of another's.
    pub(super) fn meets(&self, other: &Step, tree: &Tree) -> bool {
        let meet = |a, b| tree.is_within(a, b) || tree.is_within(b, a);
        other.nodes().any(|a| self.nodes().any(|b| meet(a, b)))
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let (nodes, more): (&[NodeId], &[NodeId]) = match self {
            Step::Remove(nodes) => (nodes, &[]),
            Step::Hoist { node, .. } => (std::slice::from_ref(node), &[]),
            Step::Put { nodes, definitions, .. } => (nodes, definitions),
        };
        nodes.iter().chain(more).copied()
    }
}

/// A step, and the tokens that would go with all that goes along.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) step: Step,
    pub(super) weight: u32,
    /// Which of several values it puts somewhere.
    pub(super) value: Option<usize>,
}

impl Weighed {
    pub(super) fn new(step: Step, weight: u32) -> Weighed {
        Weighed { step, weight, value: None }
    }
}

/// Returns the changes that delete those of some nodes that are still there; `None` if one cannot
/// go.
pub(super) fn removals(subject: &Subject, cut: &Cut, nodes: &[NodeId]) -> Option<Vec<Change>> {
    let there = nodes.iter().filter(|&&node| 0 < subject.n_alive(node, cut));
    there.map(|&node| subject.removal_or_unwrap(subject.topmost(node, cut), cut)).collect()
}
