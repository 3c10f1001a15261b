//! Unused code, and which of it turned out to be needed.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, EntityId, Missing, Reach};

use crate::tree::search::{Task, Unit};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Removes unused code: all at once, and if that is not interesting, as a list. What remains is not
/// tried again.
#[derive(Clone, Default)]
pub(super) struct Unused {
    /// The current question: the nodes of each entity.
    asked: Option<Asked>,
    /// What cannot be removed although it is unused.
    stubborn: Arc<BTreeSet<NodeId>>,
    /// The last state in which nothing was found.
    nothing: Option<Nothing>,
}

/// Edits after which there is no removable unused code, as long as nothing more becomes stubborn.
#[derive(Clone, PartialEq)]
struct Nothing {
    edits: TokenEdits,
    reach: Reach,
    n_stubborn: usize,
}

#[derive(Clone)]
struct Asked {
    units: Arc<[Vec<NodeId>]>,
    is_together: bool,
}

impl Unused {
    /// Returns the next task; `None` if nothing is left to try.
    pub(super) fn next(
        &mut self,
        subject: &Subject,
        bindings: &Bindings,
        edits: &TokenEdits,
        reach: Reach,
    ) -> Option<Task> {
        if let Some(asked) = self.asked.take() {
            let is_left = |nodes: &&Vec<NodeId>| nodes.iter().any(|&node| 0 < subject.n_alive(node, edits));
            let left: Vec<Vec<NodeId>> = asked.units.iter().filter(is_left).cloned().collect();
            if asked.is_together && 1 < left.len() {
                let units: Vec<Unit> = left.iter().filter_map(|nodes| unit(subject, edits, nodes)).collect();
                self.asked = Some(Asked { units: left.into(), is_together: false });
                return Some(Task::List(units));
            }
            if !left.is_empty() {
                Arc::make_mut(&mut self.stubborn).extend(left.into_iter().flatten());
            }
        }
        let nothing = Nothing { edits: edits.clone(), reach, n_stubborn: self.stubborn.len() };
        if self.nothing.as_ref() == Some(&nothing) {
            return None;
        }
        let units = self.closed(subject, bindings, edits, reach);
        if units.is_empty() {
            self.nothing = Some(nothing);
            return None;
        }
        let together = units.iter().filter_map(|nodes| unit(subject, edits, nodes));
        let changes = together.flat_map(|unit| unit.changes).collect();
        self.asked = Some(Asked { units: units.into(), is_together: true });
        Some(Task::Batch(changes))
    }

    /// Returns the nodes of each entity that is used at most by other unused entities.
    fn closed(
        &self,
        subject: &Subject,
        bindings: &Bindings,
        edits: &TokenEdits,
        reach: Reach,
    ) -> Vec<Vec<NodeId>> {
        let dead = bindings.dead_within(edits.gone_bytes(subject.tree()), reach).into_iter();
        let mut units: Vec<Vec<NodeId>> = dead
            .filter(|dead| !dead.nodes.iter().any(|node| self.stubborn.contains(node)))
            .map(|dead| dead.nodes)
            .filter(|nodes| unit(subject, edits, nodes).is_some())
            .collect();
        // What a remaining entity uses must remain as well.
        loop {
            let changes: Vec<_> = units
                .iter()
                .filter_map(|nodes| unit(subject, edits, nodes))
                .flat_map(|unit| unit.changes)
                .collect();
            let without = subject.apply(edits, changes.iter());
            let lost = lost(bindings, &without, subject);
            let n_units = units.len();
            let defines = |node: NodeId, entity: EntityId| {
                let names =
                    bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id).name);
                names.into_iter().any(|name| subject.tree().is_within(name, node))
            };
            units.retain(|nodes| !nodes.iter().any(|&node| lost.iter().any(|&entity| defines(node, entity))));
            if units.len() == n_units {
                return units;
            }
        }
    }
}

/// Returns the entities that have uses left but no definition.
fn lost(bindings: &Bindings, edits: &TokenEdits, subject: &Subject) -> Vec<EntityId> {
    let lost = |lack: Missing| match lack {
        Missing::Definition(entity) | Missing::Label(entity) => Some(entity),
        Missing::Body(_) | Missing::Return(_) => None,
    };
    bindings.missing(edits.gone_bytes(subject.tree())).into_iter().filter_map(lost).collect()
}

fn unit(subject: &Subject, edits: &TokenEdits, nodes: &[NodeId]) -> Option<Unit> {
    let alive: Vec<NodeId> = nodes.iter().copied().filter(|&node| 0 < subject.n_alive(node, edits)).collect();
    let weight = alive.iter().map(|&node| subject.n_alive(node, edits)).sum();
    let changes: Option<Vec<_>> = alive.iter().map(|&node| subject.removal(node, edits)).collect();
    Some(Unit { changes: changes?, weight })
}
