//! Regions: nodes in which the uses of names mean something else, at any depth.
//!
//! A pattern may be as deep as an expression, and look like one. A query captures it as a whole
//! (`@binds.name`): the names in it are definitions. In the types of a language without marks for
//! them, names are of another namespace (`@within.type`).

use std::ops::Range;

use super::named::{FoundDefinition, FoundReference};
use super::nesting::innermost;
use super::roles::{Namespace, Traits};
use crate::tree::{NodeId, Tree};

/// A node in which names mean something else. The innermost region around a name counts.
#[derive(Clone, Copy)]
pub(super) struct Region {
    pub(super) node: NodeId,
    pub(super) effect: Effect,
    /// The root of the match, as of a definition.
    pub(super) root: NodeId,
    /// The node that is removed with the definitions.
    pub(super) whole: Option<NodeId>,
    pub(super) pattern: usize,
    pub(super) traits: Traits,
}

/// What a region does to the uses in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Uses of this namespace, or of the one in the setting `of`, are definitions in it.
    Binds(Namespace),
    /// Uses of the namespace in the setting `of` are of this one.
    Within(Namespace),
    /// Uses are uses, whatever the regions around.
    Plain,
}

/// Changes the references in regions. Both lists are sorted. A reference that becomes a definition
/// is kept, too. O(regions · log regions + references).
pub(super) fn apply(
    mut regions: Vec<Region>,
    references: &mut [FoundReference],
    tree: &Tree,
) -> Vec<FoundDefinition> {
    regions.sort_by_key(|region| (region.node, region.pattern));
    regions.dedup_by_key(|region| region.node);
    let ranges: Vec<Range<u32>> = regions.iter().map(|region| tree.subtree(region.node)).collect();
    let around = innermost(&ranges, references.iter().map(|reference| reference.node.0));
    let mut found = Vec::new();
    for (reference, region) in references.iter_mut().zip(around) {
        let Some(region) = region.map(|region| regions[region as usize]) else { continue };
        let Some(namespace) = reference.namespace else { continue };
        match region.effect {
            _ if reference.traits.also => {}
            Effect::Within(other) if region.traits.of == Some(namespace) => {
                reference.namespace = Some(other);
                reference.traits.fallback = None;
            }
            Effect::Binds(bound) if region.traits.of.unwrap_or(bound) == namespace => {
                found.push(region.definition(reference.node, bound));
            }
            Effect::Binds(_) | Effect::Within(_) | Effect::Plain => {}
        }
    }
    found
}

impl Region {
    /// Returns the definition of a name in it.
    pub(super) fn definition(&self, name: NodeId, namespace: Namespace) -> FoundDefinition {
        let mut found = FoundDefinition::new(name, namespace, self.root, self.whole, None, self.traits);
        found.pattern = self.pattern;
        found
    }
}
