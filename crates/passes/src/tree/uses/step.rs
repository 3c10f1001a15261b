//! Steps: changes that are tried together with their dependents.

use std::sync::Arc;

use dwindle_syntax::{NodeId, Tree};

use super::sort::Sort;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits, outermost};

/// A node, and the text that takes its place.
pub(super) type Put = (NodeId, Arc<[u8]>);

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// Removes these nodes; none lies within another.
    Remove(Vec<NodeId>),
    /// Replaces a node by some tokens within it.
    Hoist { node: NodeId, keep: (u32, u32) },
    /// Replaces nodes by texts, and removes other nodes.
    Put { puts: Vec<Put>, gone: Vec<NodeId>, moves: bool },
}

impl Step {
    /// Returns its changes; `None` if a part of it cannot be removed.
    pub(super) fn changes(&self, subject: &Subject, cut: &TokenEdits) -> Option<Vec<Change>> {
        match self {
            Step::Remove(nodes) => removals(subject, cut, nodes),
            Step::Hoist { node, keep } => Some(vec![Change::Hoist { node: *node, keep: keep.0..keep.1 }]),
            Step::Put { puts, gone, .. } => {
                let put = puts.iter().map(|(node, text)| Change::Replace(*node, text.clone()));
                Some(put.chain(removals(subject, cut, gone)?).collect())
            }
        }
    }

    /// Whether the removed parts may be used at their new place: then dependents are not removed.
    pub(super) fn moves(&self) -> bool {
        matches!(self, Step::Put { moves: true, .. })
    }

    /// Whether a node of one step lies within a node of the other.
    pub(super) fn meets(&self, other: &Step, tree: &Tree) -> bool {
        let meet = |a, b| tree.is_within(a, b) || tree.is_within(b, a);
        other.nodes().any(|a| self.nodes().any(|b| meet(a, b)))
    }

    /// Whether this step removes everything that a removal removes.
    pub(super) fn covers(&self, removal: &Step, tree: &Tree) -> bool {
        let Step::Remove(inside) = removal else { return false };
        let is_kept = |node: NodeId| match self {
            Step::Hoist { keep, .. } => {
                let tokens = tree.token_range(node);
                keep.0 < tokens.end && tokens.start < keep.1
            }
            Step::Remove(_) | Step::Put { .. } => false,
        };
        inside.iter().all(|&node| self.nodes().any(|holder| tree.is_within(node, holder)) && !is_kept(node))
    }

    /// Returns the nodes that it replaces or removes.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let (nodes, puts): (&[NodeId], &[Put]) = match self {
            Step::Remove(nodes) => (nodes, &[]),
            Step::Hoist { node, .. } => (std::slice::from_ref(node), &[]),
            Step::Put { puts, gone, .. } => (gone, puts),
        };
        nodes.iter().copied().chain(puts.iter().map(|(node, _)| *node))
    }
}

/// A step, and an estimate of how many tokens it removes; its source says what is counted.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) step: Step,
    pub(super) weight: u32,
    /// The index of the value that it inserts.
    pub(super) value: Option<usize>,
    /// Its sort, if others of the same sort tell anything about it.
    pub(super) sort: Option<Sort>,
    /// Whether it leaves what stands nowhere like that in the text.
    pub(super) is_odd: bool,
}

impl Weighed {
    pub(super) fn new(step: Step, weight: u32) -> Weighed {
        Weighed { step, weight, value: None, sort: None, is_odd: false }
    }
}

/// Returns the changes that delete the live ones of these nodes; `None` if one cannot be removed.
pub(super) fn removals(subject: &Subject, cut: &TokenEdits, nodes: &[NodeId]) -> Option<Vec<Change>> {
    let is_there = |node: &NodeId, cut: &TokenEdits| 0 < subject.n_alive(*node, cut);
    let removal = |node, cut: &TokenEdits| subject.removal_or_unwrap(subject.topmost(node, cut), cut);
    let there: Vec<NodeId> = nodes.iter().copied().filter(|node| is_there(node, cut)).collect();
    let changes: Option<Vec<Change>> = there.iter().map(|&node| removal(node, cut)).collect();
    let is_hoist = |change: &Change| matches!(change, Change::Hoist { .. });
    if there.len() < 2 || !changes.as_ref()?.iter().any(is_hoist) {
        return changes;
    }
    // What is left of a parent depends on what else of it goes.
    let (mut now, mut changes) = (cut.clone(), Vec::new());
    for node in outermost(subject.tree(), there, |&node| node) {
        if is_there(&node, &now) {
            let change = removal(node, &now)?;
            now = subject.apply(&now, [&change].into_iter());
            changes.push(change);
        }
    }
    Some(changes)
}
