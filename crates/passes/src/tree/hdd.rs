//! Hierarchical delta debugging: level by level, or one node's children after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;

use super::closures::closed;
use super::search::{Framework, Task, TreeSearch, Unit, in_files};
use super::subject::{Subject, is_core};
use super::token_edits::{Change, TokenEdits};
use crate::entry::Entry;
use crate::options::{PassOptions, TreeUnits};

/// The entry of HDD.
pub const HDD: Entry = Entry {
    name: "hdd",
    summary: "removes syntax nodes, one level of the tree after the other",
    manual: "\
Hierarchical delta debugging (Misherghi, Su 2006). The nodes of one level of the syntax tree are \
one list, from the root down; a list algorithm finds out which can be removed. Nodes that the \
grammar requires are replaced by the shortest text of their rule, if that is shorter; separators \
are removed with the elements that they separate. Repeated to a fixpoint it is known as HDD*.",
    begin: |options, document| begin("hdd", Variant::Levels, options, document),
};

/// The entry of coarse HDD.
pub const COARSE: Entry = Entry {
    name: "hdd-coarse",
    summary: "removes syntax nodes that the grammar does not require, level by level",
    manual: "\
Coarse HDD (Hodovan, Kiss, Gyimothy 2017): as hdd, but only nodes that can be removed as a whole \
are units; nothing is replaced by a shorter text. It needs fewer trials for a larger result, and \
suits very large inputs as a first pass.",
    begin: |options, document| begin("hdd-coarse", Variant::Coarse, options, document),
};

/// The entry of HDDr, breadth first.
pub const HDDR: Entry = Entry {
    name: "hddr",
    summary: "removes the children of one syntax node after the other, breadth first",
    manual: "\
Recursive HDD (Kiss, Hodovan, Gyimothy 2018): a list is the children of one node, not a whole level; nodes come in the order of a \
queue.",
    begin: |options, document| begin("hddr", Variant::BreadthFirst, options, document),
};

/// The entry of HDDr, depth first.
pub const HDDR_DEPTH_FIRST: Entry = Entry {
    name: "hddr-depth-first",
    summary: "removes the children of one syntax node after the other, depth first",
    manual: "\
As hddr, but what remains of a node is reduced down to the leaves before its siblings are tried.",
    begin: |options, document| begin("hddr-depth-first", Variant::DepthFirst, options, document),
};

/// The HDD family of passes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Levels,
    Coarse,
    BreadthFirst,
    DepthFirst,
}

fn begin(
    pass: &'static str,
    variant: Variant,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    in_files(pass, options, document, move |subject, method| {
        let root = subject.tree().root();
        match variant {
            Variant::Levels | Variant::Coarse => {
                let kept = if variant == Variant::Coarse { Kept::Required } else { Kept::Nothing };
                let levels = RootFirst::new(Levels::below(root, kept));
                TreeSearch::begin(subject, method, levels)
            }
            Variant::BreadthFirst | Variant::DepthFirst => {
                let waiting = Arc::new(VecDeque::from([root]));
                let nodes = RootFirst::new(NodeByNode { variant, waiting, last: None });
                TreeSearch::begin(subject, method, nodes)
            }
        }
    })
}

/// Which nodes are not used as units.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Nothing,
    /// Nodes that can only be replaced by a text.
    Required,
}

/// A framework whose first task is whether the root as a whole can be removed or replaced by a
/// shorter text; the others are those of `rest`.
#[derive(Clone)]
pub(crate) struct RootFirst<R> {
    rest: R,
    is_first: bool,
}

impl<R> RootFirst<R> {
    pub(crate) fn new(rest: R) -> RootFirst<R> {
        RootFirst { rest, is_first: true }
    }
}

impl<R: Framework> Framework for RootFirst<R> {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        if std::mem::take(&mut self.is_first) {
            let units = units(subject, edits, &[subject.tree().root()]);
            if !units.is_empty() {
                return Some(Task::List(units));
            }
        }
        self.rest.next(subject, edits)
    }
}

/// The nodes of one level after the other.
#[derive(Clone)]
pub(super) struct Levels {
    frontier: Arc<[NodeId]>,
    kept: Kept,
    /// The number of live tokens in the units of the previous level.
    n_alive: u32,
}

impl Levels {
    pub(super) fn below(node: NodeId, kept: Kept) -> Levels {
        Levels { frontier: Arc::from([node]), kept, n_alive: u32::MAX }
    }
}

impl Framework for Levels {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        while !self.frontier.is_empty() {
            self.frontier = self.frontier.iter().flat_map(|&node| subject.parts(node, edits)).collect();
            let mut units = list(subject, edits, &self.frontier);
            if self.kept == Kept::Required {
                units.retain(|unit| unit.changes.iter().all(|change| matches!(change, Change::Delete(_))));
            }
            let around = std::mem::replace(&mut self.n_alive, units.iter().map(|unit| unit.weight).sum());
            let is_shell = units.len() == 1 && is_core(self.n_alive, around);
            if !units.is_empty() && !is_shell {
                return Some(Task::List(units));
            }
        }
        None
    }
}

/// The children of one node after the other.
#[derive(Clone)]
struct NodeByNode {
    variant: Variant,
    /// The nodes whose children are still to be tried. The next one is at the end (depth first) or
    /// at the start (breadth first).
    waiting: Arc<VecDeque<NodeId>>,
    /// The node whose children the last task tried; its remaining children are next.
    last: Option<NodeId>,
}

impl Framework for NodeByNode {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        loop {
            if let Some(last) = self.last.take() {
                let parts = subject.parts(last, edits);
                let waiting = Arc::make_mut(&mut self.waiting);
                match self.variant {
                    Variant::DepthFirst => waiting.extend(parts.into_iter().rev()),
                    _ => waiting.extend(parts),
                }
            }
            let waiting = Arc::make_mut(&mut self.waiting);
            let node = match self.variant {
                Variant::DepthFirst => waiting.pop_back()?,
                _ => waiting.pop_front()?,
            };
            self.last = Some(node);
            let units = list(subject, edits, &subject.parts(node, edits));
            if !units.is_empty() {
                return Some(Task::List(units));
            }
        }
    }
}

/// Returns units for the nodes that can be removed, with their closures if the options say so.
/// Units may then overlap.
pub(super) fn list(subject: &Subject, edits: &TokenEdits, nodes: &[NodeId]) -> Vec<Unit> {
    let bindings = match subject.units {
        TreeUnits::Nodes => None,
        TreeUnits::Closures => subject.file.bindings(),
    };
    let Some(bindings) = bindings else { return units(subject, edits, nodes) };
    let unit = |&node: &NodeId| {
        let alone = || units(subject, edits, &[node]).pop();
        closed(subject, bindings, edits, node).or_else(alone)
    };
    nodes.iter().filter_map(unit).collect()
}

/// Returns units for the nodes that can be removed.
pub(super) fn units(subject: &Subject, edits: &TokenEdits, nodes: &[NodeId]) -> Vec<Unit> {
    let unit = |&node: &NodeId| {
        let change = subject.removal(node, edits)?;
        Some(Unit { changes: vec![change], weight: subject.n_alive(node, edits) })
    };
    nodes.iter().filter_map(unit).collect()
}
