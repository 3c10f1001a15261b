//! Steps: changes that are tried together with their dependents.

use std::sync::Arc;

use dwindle_syntax::{NodeId, Tree};

use super::sort::Sort;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits, outermost};

/// A node, and the text that takes its place.
pub(super) type Put = (NodeId, Arc<[u8]>);

/// A call that is replaced by a part of it, by tokens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CallHoist {
    /// The call, if it is a node.
    pub(super) node: Option<NodeId>,
    pub(super) all: (u32, u32),
    pub(super) keep: (u32, u32),
}

impl CallHoist {
    fn changes(&self, tree: &Tree) -> Vec<Change> {
        let (all, keep) = (self.all, self.keep);
        match self.node {
            Some(node) => vec![Change::Hoist { node, keep: keep.0..keep.1 }],
            None => {
                let tokens = (all.0..keep.0).chain(keep.1..all.1);
                tokens.map(|at| Change::Delete(tree.tokens()[at as usize])).collect()
            }
        }
    }

    fn node(&self, tree: &Tree) -> NodeId {
        self.node.unwrap_or(tree.tokens()[self.all.0 as usize])
    }
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// Removes these nodes; none lies within another.
    Remove(Vec<NodeId>),
    /// Replaces a node by some tokens within it.
    Hoist { node: NodeId, keep: (u32, u32) },
    /// Replaces calls by parts of them, and removes other nodes.
    HoistParts { calls: Vec<CallHoist>, gone: Vec<NodeId> },
    /// Replaces nodes by texts, and removes other nodes.
    Put { puts: Vec<Put>, gone: Vec<NodeId>, moves: bool },
}

impl Step {
    /// Returns its changes; `None` if a part of it cannot be removed.
    pub(super) fn changes(&self, subject: &Subject, cut: &TokenEdits) -> Option<Vec<Change>> {
        match self {
            Step::Remove(nodes) => removals(subject, cut, nodes),
            Step::Hoist { node, keep } => Some(vec![Change::Hoist { node: *node, keep: keep.0..keep.1 }]),
            Step::HoistParts { calls, gone } => {
                let hoisted = calls.iter().flat_map(|call| call.changes(subject.tree()));
                Some(hoisted.chain(removals(subject, cut, gone)?).collect())
            }
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

    /// Whether it puts something in the place of uses or calls.
    pub(super) fn puts(&self) -> bool {
        matches!(self, Step::Put { .. } | Step::HoistParts { .. })
    }

    /// Whether a node of one step lies within a node of the other.
    pub(super) fn meets(&self, other: &Step, tree: &Tree) -> bool {
        let meet = |a, b| tree.is_within(a, b) || tree.is_within(b, a);
        other.nodes(tree).any(|a| self.nodes(tree).any(|b| meet(a, b)))
    }

    /// Whether this step removes everything that a removal removes.
    pub(super) fn covers(&self, removal: &Step, tree: &Tree) -> bool {
        let Step::Remove(inside) = removal else { return false };
        let is_in = |node: NodeId, keep: &(u32, u32)| {
            let tokens = tree.token_range(node);
            keep.0 < tokens.end && tokens.start < keep.1
        };
        let is_kept = |node: NodeId| match self {
            Step::Hoist { keep, .. } => is_in(node, keep),
            Step::HoistParts { calls, .. } => calls.iter().any(|call| is_in(node, &call.keep)),
            Step::Remove(_) | Step::Put { .. } => false,
        };
        inside
            .iter()
            .all(|&node| self.nodes(tree).any(|holder| tree.is_within(node, holder)) && !is_kept(node))
    }

    /// Returns the nodes that it replaces or removes.
    pub(super) fn nodes(&self, tree: &Tree) -> impl Iterator<Item = NodeId> {
        let (nodes, calls, puts): (&[NodeId], &[CallHoist], &[Put]) = match self {
            Step::Remove(nodes) => (nodes, &[], &[]),
            Step::Hoist { node, .. } => (std::slice::from_ref(node), &[], &[]),
            Step::HoistParts { calls, gone } => (gone, calls, &[]),
            Step::Put { puts, gone, .. } => (gone, &[], puts),
        };
        let hoisted = calls.iter().map(|call| call.node(tree));
        nodes.iter().copied().chain(hoisted).chain(puts.iter().map(|(node, _)| *node))
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
