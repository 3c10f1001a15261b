//! What takes most along.

use std::ops::Range;

use super::companion::{needed, nodes};
use super::graph::{Inner, Uses};
use super::parts::PartId;
use super::reach::Gone;
use super::weights::Weights;
use crate::bindings::{DefinitionId, EntityId, UseId};
use crate::tree::NodeId;

/// Something that may go, and how much goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heavy {
    /// The nodes, of which none lies within another.
    pub nodes: Vec<NodeId>,
    /// The tokens in them and in all that nothing needs without them.
    pub weight: u32,
}

/// Something that is used by its name, and how much goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// What is used.
    pub entity: EntityId,
    /// The nodes to delete with all of its definitions.
    pub definitions: Vec<NodeId>,
    /// The names of it that are still there outside of its definitions; those that only give it a
    /// value are not among them.
    pub uses: Vec<NodeId>,
    /// The tokens in its definitions and in all that nothing needs without them.
    pub weight: u32,
}

/// What is left of a text, and how much goes with what of it.
pub struct Weighing<'a> {
    pub(super) inner: &'a Inner,
    pub(super) gone: Gone,
    pub(super) weights: Weights,
}

impl Uses {
    /// Weighs what is left when these bytes are gone (sorted, without overlaps). O((parts + names)
    /// · depth).
    pub fn weigh(&self, gone: &[Range<usize>]) -> Weighing<'_> {
        let inner = &*self.inner;
        let gone = Gone::of(inner, gone);
        let weights = Weights::of(inner, &gone, &needed(inner, &gone));
        Weighing { inner, gone, weights }
    }

    /// Whether something in one node is known only within another.
    pub fn uses_within(&self, node: NodeId, holder: NodeId) -> bool {
        let bindings = &self.inner.bindings;
        let holder = self.tree().subtree(holder);
        let inside = self.tree().subtree(node);
        let mut there = bindings.uses().iter().filter(|bound| inside.contains(&bound.node.0));
        there.any(|bound| {
            bound.entity.is_some_and(|entity| {
                let definitions = &bindings.entity(entity).definitions;
                definitions.iter().any(|id| holder.contains(&bindings.definition(*id).name.0))
            })
        })
    }
}

impl Weighing<'_> {
    /// Returns what is used outside of its definitions and may go with them, by falling weight.
    /// O((parts + names) · depth).
    pub fn used(&self) -> Vec<Used> {
        let Weighing { inner, gone, weights } = self;
        let mut found: Vec<Used> = Vec::new();
        for (entity, &weight) in (0u32..).map(EntityId).zip(&weights.entities) {
            let known = inner.bindings.entity(entity);
            let own: Option<Vec<PartId>> = known.definitions.iter().map(|id| inner.own_part(*id)).collect();
            let Some(mut parts) = own else { continue };
            parts.retain(|&part| 0 < gone.n_left(inner, part));
            parts.sort_unstable();
            parts.dedup();
            let is_inside =
                |node: NodeId| parts.iter().any(|&part| inner.parts[part as usize].nodes.contains(&node.0));
            let is_use = |id: &UseId| !gone.has_use(*id) && !inner.writes[id.0 as usize];
            let uses = known.uses.iter().filter(|id| is_use(id)).map(|id| inner.bindings.use_at(*id).node);
            let uses: Vec<NodeId> = uses.filter(|&node| !is_inside(node)).collect();
            if parts.is_empty() || uses.is_empty() || inner.is_brought(entity) {
                continue;
            }
            found.push(Used { entity, definitions: nodes(inner, parts), uses, weight });
        }
        found.sort_by_key(|used| std::cmp::Reverse(used.weight));
        found
    }

    /// Returns each part that is still there, and the definitions of each name that has several, by
    /// falling weight. O((parts + names) · depth).
    pub fn heaviest(&self) -> Vec<Heavy> {
        let Weighing { inner, gone, weights } = self;
        let mut heavy: Vec<Heavy> = Vec::new();
        for (part, weight) in (0u32..).zip(&weights.parts).filter(|(_, weight)| 0 < **weight) {
            // An arm goes with what it is about: those that are left have to name all there is.
            let kind = inner.tree().kind_name(inner.parts[part as usize].node);
            if matches!(kind, "match_arm" | "match_case" | "alternative") {
                continue;
            }
            heavy.push(Heavy { nodes: nodes(inner, vec![part]), weight: *weight });
        }
        for (entity, weight) in (0u32..).zip(&weights.entities) {
            let definitions = inner.bindings.entity(EntityId(entity)).definitions.iter();
            let mut parts: Vec<PartId> = definitions
                .filter_map(|id| inner.own_part(*id))
                .filter(|&part| 0 < weights.parts[part as usize])
                .collect();
            parts.sort_unstable();
            parts.dedup();
            if 1 < parts.len() {
                let inside = parts.iter().map(|&part| gone.n_left(inner, part)).sum();
                heavy.push(Heavy { nodes: nodes(inner, parts), weight: (*weight).max(inside) });
            }
        }
        heavy.sort_by_key(|heavy| std::cmp::Reverse(heavy.weight));
        heavy
    }

    /// Counts the tokens that are left.
    pub fn n_tokens(&self) -> u32 {
        self.gone.n_tokens()
    }
}

impl Inner {
    /// Returns the part that goes with a definition.
    pub(super) fn own_part(&self, id: DefinitionId) -> Option<PartId> {
        let part = self.home[id.0 as usize]?;
        self.defines[part as usize].contains(&id).then_some(part)
    }
}
