//! Type parameters that nothing uses any more, where that is an error.

use std::collections::BTreeSet;
use std::ops::Range;

use super::companion::merged;
use super::type_parameters::{TypeParameter, elements};
use super::use_graph::Uses;
use crate::bindings::EntityId;
use crate::tree::{NodeId, Tree};

/// Type parameters that go, with their arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdleTypes {
    /// The parameters and arguments to delete; none lies within another.
    pub gone: Vec<NodeId>,
    /// In the body of an implementation, where its parameters that go are still used: there,
    /// another type has to take their place.
    pub uses: Vec<NodeId>,
}

/// The most rounds: what an argument names may be a type parameter itself.
const MOST_ROUNDS: usize = 8;

impl Uses {
    /// Returns the type parameters that were used when the bytes `before` were removed, and are not
    /// when those in `gone` are (both sorted, without overlaps), each with its argument wherever
    /// its type is used. In `struct A<T> { a: T, b: u8 }` without `a`, that is `<T>`, and `<u8>` in
    /// `A<u8>`. A parameter of an implementation goes if neither its type nor its trait names it
    /// any more. Parameters stay where an argument is not known. O(rounds · (parameters + uses of
    /// parameters and of their types) · log ranges).
    pub fn idle_type_parameters(&self, before: &[Range<usize>], gone: &[Range<usize>]) -> IdleTypes {
        let tree = self.tree();
        let is_in = |node: NodeId, ranges: &[Range<usize>]| {
            let start = tree.range(node).start;
            let behind = ranges.partition_point(|range| range.start <= start);
            behind.checked_sub(1).is_some_and(|last| start < ranges[last].end)
        };
        let parameters = &self.inner.type_parameters;
        let mut ranges = gone.to_vec();
        let mut found: BTreeSet<NodeId> = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let is_idle = |parameter: &&TypeParameter| {
                let uses = || self.uses_of(parameter.entity).filter(|&node| keeps(tree, parameter, node));
                !is_in(parameter.node, &ranges)
                    && uses().any(|node| !is_in(node, before))
                    && uses().all(|node| is_in(node, &ranges))
            };
            let mut new: BTreeSet<NodeId> = BTreeSet::new();
            for parameter in parameters.iter().filter(is_idle) {
                let uses = parameter.owner.into_iter().flat_map(|owner| self.uses_of(owner));
                let left = uses.filter(|&node| !is_in(node, &ranges));
                let arguments: Option<Vec<Option<NodeId>>> =
                    left.map(|node| argument(tree, node, parameter)).collect();
                let Some(arguments) = arguments else { continue };
                new.extend(arguments.into_iter().flatten());
                new.insert(parameter.node);
            }
            if new.is_empty() {
                break;
            }
            found.extend(new);
            ranges = merged(gone.iter().cloned().chain(found.iter().map(|&node| tree.range(node))));
        }
        let of_gone = parameters.iter().filter(|parameter| found.contains(&parameter.node));
        let left = of_gone.flat_map(|parameter| self.uses_of(parameter.entity));
        let uses = left.filter(|&node| !is_in(node, &ranges)).collect();
        IdleTypes { gone: without_empty_lists(tree, &found, |node| is_in(node, gone)), uses }
    }

    /// Returns the uses of an entity.
    fn uses_of(&self, entity: EntityId) -> impl Iterator<Item = NodeId> {
        let bindings = &self.inner.bindings;
        bindings.entity(entity).uses.iter().map(|&id| bindings.use_at(id).node)
    }
}

/// Whether a use makes a type parameter stay. One of an implementation stays only if the type or
/// the trait of the implementation names it.
fn keeps(tree: &Tree, parameter: &TypeParameter, node: NodeId) -> bool {
    let Some(holder) = parameter.implementation else { return true };
    let path = std::iter::once(node).chain(tree.ancestors(node));
    let below = path.take_while(|&above| above != holder).last();
    below.is_some_and(|below| matches!(tree.field_name(below), Some("type" | "trait")))
}

/// Returns the argument for a parameter where its type is used: `Some(None)` if no arguments are
/// given, or no lifetimes for one of them, and `None` if there are others than parameters.
fn argument(tree: &Tree, name: NodeId, parameter: &TypeParameter) -> Option<Option<NodeId>> {
    let is_last = |at: NodeId, parent: NodeId| tree.children(parent).last() == Some(at);
    let is_path = |node: NodeId| {
        let kind = tree.kind_name(node);
        kind.starts_with("scoped_") || kind == "field_expression"
    };
    let above = |&at: &NodeId| tree.parent(at).filter(|&parent| is_path(parent) && is_last(at, parent));
    let whole = std::iter::successors(Some(name), above).last()?;
    let is_list = |&node: &NodeId| tree.kind_name(node) == "type_arguments";
    let next = std::iter::successors(tree.next_sibling(whole), |&node| tree.next_sibling(node));
    let Some(list) = next.into_iter().find(is_list) else { return Some(None) };
    match elements(tree, list).count() {
        n if n == parameter.n_parameters => Some(elements(tree, list).nth(parameter.at)),
        n if n + parameter.n_lifetimes != parameter.n_parameters => None,
        _ if parameter.is_lifetime() => Some(None),
        _ => Some(elements(tree, list).nth(parameter.at - parameter.n_lifetimes)),
    }
}

/// Puts a list in the place of its elements, if none of them stays.
fn without_empty_lists(
    tree: &Tree,
    found: &BTreeSet<NodeId>,
    is_gone: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let stays = |node: NodeId| !found.contains(&node) && !is_gone(node);
    let whole = |&node: &NodeId| {
        let list = tree.parent(node)?;
        (!elements(tree, list).any(stays)).then_some(list)
    };
    let nodes: BTreeSet<NodeId> = found.iter().map(|node| whole(node).unwrap_or(*node)).collect();
    // An argument may lie within another one.
    let is_inside = |node: NodeId| tree.ancestors(node).any(|above| nodes.contains(&above));
    nodes.iter().copied().filter(|&node| !is_inside(node)).collect()
}
