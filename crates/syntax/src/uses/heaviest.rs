//! The weights of removals.

use std::ops::Range;

use super::companion::nodes;
use super::graph::Inner;
use super::parts::PartId;
use super::reach::Gone;
use super::use_graph::Uses;
use super::weights::Weights;
use crate::bindings::{DefinitionId, EntityId, UseId};
use crate::tree::{NodeId, Tree};

/// Parts with fewer tokens are weighed together with what depends on them: an element of an
/// enumeration, a field.
const SHORT: u32 = 4;
/// What has more uses than this hardly goes with all of them.
const MOST_USES: usize = 64;

/// A possible removal, and its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heavy {
    /// The nodes to remove; none lies within another.
    pub nodes: Vec<NodeId>,
    /// The number of tokens in them, and in everything that nothing else needs; of short ones, also
    /// in the parts directly around their uses.
    pub weight: u32,
}

/// A used entity, and the weight of its definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// What is used.
    pub entity: EntityId,
    /// The nodes to delete to remove all of its definitions.
    pub definitions: Vec<NodeId>,
    /// Its remaining uses outside of its definitions, without those that only assign to it.
    pub uses: Vec<NodeId>,
    /// The number of tokens in its definitions, and in everything that nothing else needs.
    pub weight: u32,
}

/// The weights of the remaining parts of a text.
pub struct Weighing<'a> {
    pub(super) inner: &'a Inner,
    pub(super) gone: Gone,
    pub(super) weights: Weights,
}

impl Uses {
    /// Weighs the text without the bytes in `gone` (sorted, without overlaps). O((parts + names) ·
    /// depth).
    pub fn weigh(&self, gone: &[Range<usize>]) -> Weighing<'_> {
        let inner = &*self.inner;
        let state = self.state(gone);
        let weights = Weights::of(inner, &state.gone, state.needed(inner));
        Weighing { inner, gone: state.gone.clone(), weights }
    }
}

impl Weighing<'_> {
    /// Returns the entities that are used outside of their definitions and may be removed with
    /// them, by decreasing weight. O((parts + names) · depth).
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

    /// Returns each remaining part, and the definitions of each entity with several definitions, by
    /// decreasing weight; an arm, an equation or a value that has to be given never alone.
    /// O((parts + names) · depth).
    pub fn heaviest(&self) -> Vec<Heavy> {
        let Weighing { inner, gone, weights } = self;
        let mut heavy: Vec<Heavy> = Vec::new();
        for (part, weight) in (0u32..).zip(&weights.parts).filter(|(_, weight)| 0 < **weight) {
            // An arm cannot be removed alone: the remaining arms must be exhaustive. Neither can
            // what a trait asks for.
            let kind = inner.tree().kind_name(inner.parts[part as usize].node);
            let is_arm = matches!(kind, "match_arm" | "match_case" | "alternative");
            let is_given = || has_to_be_given(inner.tree(), inner.parts[part as usize].node);
            if is_arm || is_given() || inner.is_equation(weights, part) || inner.is_asked_for(gone, part) {
                continue;
            }
            // What is short is removed for what depends on it.
            let weight = if *weight < SHORT { weight + self.dependents(part) } else { *weight };
            heavy.push(Heavy { nodes: nodes(inner, vec![part]), weight });
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

    /// Returns the number of tokens of the parts directly around the uses of what a part defines; 0
    /// if there are many uses.
    fn dependents(&self, part: PartId) -> u32 {
        let Weighing { inner, gone, .. } = self;
        let own = &inner.parts[part as usize].nodes;
        let entities = inner.defines[part as usize].iter().map(|id| inner.bindings.definition(*id).entity);
        let uses = entities.map(|entity| &inner.bindings.entity(entity).uses);
        if MOST_USES < uses.clone().map(Vec::len).sum() {
            return 0;
        }
        let uses = uses.flatten();
        let there = uses.filter(|&&id| !gone.has_use(id)).map(|&id| inner.bindings.use_at(id).node);
        let outside = there.filter(|node| !own.contains(&node.0));
        let mut around: Vec<PartId> = outside.filter_map(|node| inner.around(node)).collect();
        around.sort_unstable();
        around.dedup();
        let mut end = 0;
        let mut n_tokens = 0;
        for part in around {
            let nodes = &inner.parts[part as usize].nodes;
            if end <= nodes.start {
                end = nodes.end;
                n_tokens += gone.n_left(inner, part);
            }
        }
        n_tokens
    }

    /// Returns the number of remaining tokens.
    pub fn n_tokens(&self) -> u32 {
        self.gone.n_tokens()
    }
}

impl Inner {
    /// Whether a part is a signature or an equation of a function that has others: one alone leaves
    /// an incomplete function.
    fn is_equation(&self, weights: &Weights, part: PartId) -> bool {
        let kind = |part: PartId| self.tree().kind_name(self.parts[part as usize].node);
        let is_one = |part: PartId| matches!(kind(part), "function" | "equation" | "signature" | "bind");
        let has_others = |id: &DefinitionId| {
            let all = self.bindings.entity(self.bindings.definition(*id).entity).definitions.iter();
            let mut others = all.filter_map(|id| self.own_part(*id)).filter(|&other| other != part);
            others.any(|other| is_one(other) && 0 < weights.parts[other as usize])
        };
        is_one(part) && self.defines[part as usize].iter().any(has_others)
    }

    /// Whether a part implements what is declared without a body elsewhere.
    fn is_asked_for(&self, gone: &Gone, part: PartId) -> bool {
        let is_bodiless = |id: &DefinitionId| {
            let found = self.bindings.definition(*id);
            !found.accompanies && !found.has_body && !gone.has_definition(*id)
        };
        let is_asked = |id: &DefinitionId| {
            let found = self.bindings.definition(*id);
            let mut all = self.bindings.entity(found.entity).definitions.iter();
            found.accompanies && found.has_body && found.is_member && all.any(is_bodiless)
        };
        self.defines[part as usize].iter().any(is_asked)
    }

    /// Returns the part that is removed with a definition.
    pub(super) fn own_part(&self, id: DefinitionId) -> Option<PartId> {
        let part = self.home[id.0 as usize]?;
        self.defines[part as usize].contains(&id).then_some(part)
    }
}

/// Whether a node gives a field of a literal its value where no field may be left out: in Rust,
/// unless the rest comes from another value.
fn has_to_be_given(tree: &Tree, node: NodeId) -> bool {
    let is_value = matches!(tree.kind_name(node), "field_initializer" | "shorthand_field_initializer");
    let has_rest =
        |list: NodeId| tree.children(list).any(|child| tree.kind_name(child).starts_with("base_field"));
    is_value && tree.parent(node).is_some_and(|list| !has_rest(list))
}

#[cfg(all(test, feature = "rust"))]
mod tests {
    use crate::languages::by_name;
    use crate::uses::Uses;

    #[test]
    fn a_value_goes_with_its_field_unless_the_rest_comes_from_another() {
        let goes = |literal: &str, value: &str| {
            let text =
                format!("struct A {{ a: u8, b: u8 }}\nfn f(b: u8, c: A) -> A {{ A {{ {literal} }} }}\n");
            let language = by_name("rust").expect("Rust is built in");
            let tree = language.parse(text.as_bytes()).expect("the text is short");
            let uses = Uses::of(language, &tree);
            let found = uses.weigh(&[]).heaviest();
            found.iter().any(|heavy| uses.tree().text_of(heavy.nodes[0]) == value.as_bytes())
        };
        assert!(!goes("a: g(1, 2), b", "a: g(1, 2)"));
        assert!(goes("a: g(1, 2), b", "a: u8"));
        assert!(goes("a: g(1, 2), ..c", "a: g(1, 2)"));
    }
}
