//! Type parameters that nothing uses any more: in Rust that is an error.

use std::collections::BTreeSet;
use std::ops::Range;

use super::companion::merged;
use super::use_graph::Uses;
use crate::bindings::{Definition, EntityId};
use crate::tree::{NodeId, Tree};

/// Type parameters that go, with their arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IdleTypes {
    /// The parameters and arguments to delete; none lies within another.
    pub gone: Vec<NodeId>,
    /// The uses that are left of them, in the body of an implementation: some other type has to
    /// take their place.
    pub uses: Vec<NodeId>,
}

/// The most rounds: what an argument names may be a type parameter itself.
const MOST_ROUNDS: usize = 8;

impl Uses {
    /// Returns the type parameters that were used when the bytes `before` were removed, and are not
    /// when those in `gone` are (both sorted, without overlaps), each with its argument wherever
    /// its type is used. In `struct A<T> { a: T, b: u8 }` without `a`, that is `<T>`, and `<u8>` in
    /// `A<u8>`. A parameter of an implementation goes if neither its type nor its trait names it any
    /// more. O(rounds · (definitions + uses of the types)).
    pub fn idle_type_parameters(&self, before: &[Range<usize>], gone: &[Range<usize>]) -> IdleTypes {
        let tree = self.tree();
        let bindings = &self.inner.bindings;
        let lists = |found: &&Definition| list_of(tree, found.name).is_some();
        let parameters: Vec<&Definition> = bindings.definitions().iter().filter(lists).collect();
        if parameters.is_empty() {
            return IdleTypes::default();
        }
        let is_in = |node: NodeId, ranges: &[Range<usize>]| {
            let start = tree.range(node).start;
            let behind = ranges.partition_point(|range| range.start <= start);
            behind.checked_sub(1).is_some_and(|last| start < ranges[last].end)
        };
        let mut ranges = gone.to_vec();
        let mut found: BTreeSet<NodeId> = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let is_idle = |parameter: &&&Definition| {
                let uses = || self.uses_of(parameter).filter(|&node| keeps(tree, parameter.name, node));
                !is_in(parameter.name, &ranges)
                    && uses().any(|node| !is_in(node, before))
                    && uses().all(|node| is_in(node, &ranges))
            };
            let mut new: BTreeSet<NodeId> = BTreeSet::new();
            for parameter in parameters.iter().filter(is_idle) {
                let Some((list, at)) = list_of(tree, parameter.name) else { continue };
                let n_parameters = elements(tree, list).count();
                new.insert(elements(tree, list).nth(at).unwrap_or(list));
                let owner = self.owner(list);
                let uses = owner.into_iter().flat_map(|owner| &bindings.entity(owner).uses);
                let nodes = uses.map(|&id| bindings.use_at(id).node).filter(|&node| !is_in(node, &ranges));
                let arguments = nodes.filter_map(|node| arguments(tree, node));
                let arguments = arguments.filter(|&list| elements(tree, list).count() == n_parameters);
                new.extend(arguments.filter_map(|list| elements(tree, list).nth(at)));
            }
            new.retain(|node| !found.contains(node));
            if new.is_empty() {
                break;
            }
            found.extend(new);
            ranges = merged(gone.iter().cloned().chain(found.iter().map(|&node| tree.range(node))));
        }
        let of_gone = parameters
            .iter()
            .filter(|parameter| found.iter().any(|&node| tree.is_within(parameter.name, node)));
        let left = of_gone.flat_map(|parameter| self.uses_of(parameter));
        let uses = left.filter(|&node| !is_in(node, &ranges)).collect();
        IdleTypes { gone: without_empty_lists(tree, &found, gone, &is_in), uses }
    }

    /// Returns the uses of what a definition defines.
    fn uses_of(&self, found: &Definition) -> impl Iterator<Item = NodeId> {
        let bindings = &self.inner.bindings;
        bindings.entity(found.entity).uses.iter().map(|&id| bindings.use_at(id).node)
    }

    /// Returns the type whose parameters a list holds; `None` for an implementation.
    fn owner(&self, list: NodeId) -> Option<EntityId> {
        let tree = self.tree();
        let holder = tree.parent(list)?;
        let name = tree.children(holder).find(|&child| tree.field_name(child) == Some("name"))?;
        let found = self.inner.bindings.definitions().iter().find(|found| found.name == name);
        found.map(|found| found.entity)
    }
}

/// Returns the list of type parameters that a name is in, and its place there.
fn list_of(tree: &Tree, name: NodeId) -> Option<(NodeId, usize)> {
    let parameter = tree.parent(name).filter(|&node| tree.kind_name(node) == "type_parameter")?;
    let list = tree.parent(parameter).filter(|&node| tree.kind_name(node) == "type_parameters")?;
    Some((list, elements(tree, list).position(|node| node == parameter)?))
}

/// Whether a use makes a type parameter stay: any, but in an implementation only one in its type or
/// its trait.
fn keeps(tree: &Tree, parameter: NodeId, node: NodeId) -> bool {
    const LEVELS: usize = 3;
    let holder = tree.ancestors(parameter).take(LEVELS).find(|&holder| tree.kind_name(holder) == "impl_item");
    let Some(holder) = holder else { return true };
    let path = std::iter::once(node).chain(tree.ancestors(node));
    let below = path.take_while(|&above| above != holder).last();
    below.is_some_and(|below| matches!(tree.field_name(below), Some("type" | "trait")))
}

fn elements(tree: &Tree, list: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(list).filter(|&child| tree.is_named(child) && !tree.is_extra(child))
}

/// Returns the type arguments behind a name.
fn arguments(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let is_list = |&node: &NodeId| tree.kind_name(node) == "type_arguments";
    std::iter::successors(tree.next_sibling(name), |&node| tree.next_sibling(node)).find(is_list)
}

/// Replaces the elements of each list by the list, if none of its other elements is left.
fn without_empty_lists(
    tree: &Tree,
    found: &BTreeSet<NodeId>,
    gone: &[Range<usize>],
    is_in: &impl Fn(NodeId, &[Range<usize>]) -> bool,
) -> Vec<NodeId> {
    let is_left = |node: NodeId| !found.contains(&node) && !is_in(node, gone);
    let whole = |&node: &NodeId| {
        let list = tree.parent(node)?;
        (!elements(tree, list).any(is_left)).then_some(list)
    };
    let nodes: BTreeSet<NodeId> = found.iter().map(|node| whole(node).unwrap_or(*node)).collect();
    // An argument may lie within another one.
    let is_inside = |node: NodeId| tree.ancestors(node).any(|above| nodes.contains(&above));
    nodes.iter().copied().filter(|&node| !is_inside(node)).collect()
}
