//! Closures: definitions with everything that depends on them.

use std::collections::BTreeSet;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, DefinitionId, EntityId};

use crate::tree::search::Unit;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// The most entities of a closure; a larger one is most of the text.
const MOST_ENTITIES: usize = 64;

/// Returns a unit for each entity that can be removed with everything that uses it, in the order of
/// their first definitions. O(uses · depth) per closure.
pub(super) fn definitions(subject: &Subject, bindings: &Bindings, edits: &TokenEdits) -> Vec<Unit> {
    let mut order: Vec<EntityId> = (0u32..).map(EntityId).take(bindings.entities().len()).collect();
    order.sort_by_key(|&entity| bindings.entity(entity).definitions[0]);
    let mut seen: BTreeSet<Vec<NodeId>> = BTreeSet::new();
    let closures = order.into_iter().filter_map(|entity| Closure::of(entity, subject, bindings, edits));
    closures
        .filter(|closure| seen.insert(closure.nodes.iter().copied().collect()))
        .filter_map(|closure| unit(subject, edits, &closure.nodes))
        .collect()
}

/// Returns a unit of a node with everything that uses what it defines; `None` if a part of it
/// cannot be removed, or the closure is too large.
pub(in crate::tree) fn closed(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    node: NodeId,
) -> Option<Unit> {
    let mut closure = Closure::default();
    closure.take(node, bindings)?;
    let closure = closure.close(subject, bindings, edits)?;
    unit(subject, edits, &closure.nodes)
}

/// Returns a unit of nodes, if all of them can be removed.
pub(super) fn unit(subject: &Subject, edits: &TokenEdits, nodes: &BTreeSet<NodeId>) -> Option<Unit> {
    let tree = subject.tree();
    // Nested nodes are removed with the outer ones.
    let mut outermost: Vec<NodeId> = Vec::new();
    for &node in nodes.iter().filter(|&&node| 0 < subject.n_alive(node, edits)) {
        if outermost.last().is_none_or(|&last| !tree.is_within(node, last)) {
            outermost.push(node);
        }
    }
    let weight = outermost.iter().map(|&node| subject.n_alive(node, edits)).sum();
    let changes: Option<Vec<Change>> = outermost.iter().map(|&node| subject.removal(node, edits)).collect();
    changes.filter(|changes| !changes.is_empty()).map(|changes| Unit { changes, weight })
}

/// Nodes that are removed together.
#[derive(Default)]
pub(super) struct Closure {
    pub(super) nodes: BTreeSet<NodeId>,
    entities: BTreeSet<EntityId>,
    /// Entities whose uses must be removed.
    waiting: Vec<EntityId>,
}

impl Closure {
    /// Returns the closure of all definitions of an entity; `None` if they cannot be removed, or it
    /// is too large.
    fn of(entity: EntityId, subject: &Subject, bindings: &Bindings, edits: &TokenEdits) -> Option<Closure> {
        let mut closure = Closure::default();
        for &definition in &bindings.entity(entity).definitions {
            closure.take(bindings.definition(definition).node?, bindings)?;
        }
        closure.close(subject, bindings, edits)
    }

    /// Adds a node, and what it defines.
    fn take(&mut self, node: NodeId, bindings: &Bindings) -> Option<()> {
        if !self.nodes.insert(node) {
            return Some(());
        }
        for found in bindings.definitions_within(bindings.tree().subtree(node)) {
            if found.is_root {
                return None;
            }
            self.lose(found.entity);
        }
        (self.entities.len() <= MOST_ENTITIES).then_some(())
    }

    /// Starts with these nodes.
    pub(super) fn of_nodes(nodes: BTreeSet<NodeId>) -> Closure {
        Closure { nodes, ..Closure::default() }
    }

    /// Marks an entity as undefined.
    pub(super) fn lose(&mut self, entity: EntityId) {
        if self.entities.insert(entity) {
            self.waiting.push(entity);
        }
    }

    /// Adds everything that uses undefined entities, to a fixpoint.
    pub(super) fn close(
        mut self,
        subject: &Subject,
        bindings: &Bindings,
        edits: &TokenEdits,
    ) -> Option<Closure> {
        while let Some(entity) = self.waiting.pop() {
            let entity = bindings.entity(entity);
            // One of several definitions may be removed alone: a prototype, or a member of another
            // type.
            let is_taken = |id: &DefinitionId| {
                let name = bindings.definition(*id).name;
                self.nodes.range(..=name).rev().any(|&node| bindings.tree().is_within(name, node))
            };
            if !entity.definitions.iter().all(is_taken) {
                continue;
            }
            for &use_id in &entity.uses {
                let place = bindings.use_at(use_id).node;
                if 0 < subject.n_alive(place, edits) {
                    self.take(user(subject, bindings, place)?, bindings)?;
                }
            }
        }
        Some(self)
    }
}

/// Returns the node to remove with a use: the innermost statement around it, or else the innermost
/// definition.
fn user(subject: &Subject, bindings: &Bindings, place: NodeId) -> Option<NodeId> {
    let tree = subject.tree();
    let is_definition = |node: NodeId| {
        bindings.definitions_within(tree.subtree(node)).iter().any(|found| found.node == Some(node))
    };
    let around = std::iter::successors(Some(place), |&node| tree.parent(node));
    let mut around = around.filter(|&node| node != tree.root());
    around.find(|&node| bindings.is_statement(node) || is_definition(node))
}
