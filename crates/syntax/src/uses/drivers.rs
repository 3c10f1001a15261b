//! What gives the names of Verilog their values.

use super::graph::{Driven, Inner};
use super::parts::PartId;
use super::reach::Gone;
use crate::bindings::{Bindings, Definition, DefinitionId, EntityId, Use, UseId, names_port};
use crate::tree::{NodeId, Tree};

impl Inner {
    /// Returns the parts that define what something gave a value `before`, and nothing does any
    /// more. O(names).
    pub(super) fn undriven(&self, gone: &Gone, before: &Gone) -> impl Iterator<Item = PartId> {
        let has_lost = |driven: &&Driven| {
            driven.drivers.iter().all(|&id| gone.has_use(id))
                && driven.drivers.iter().any(|&id| !before.has_use(id))
        };
        let of_entity = |driven: &Driven| self.bindings.entity(driven.entity).definitions.clone();
        let found = self.driven.iter().filter(has_lost).flat_map(of_entity);
        let has_own = |&id: &DefinitionId| self.bindings.definition(id).node.is_some();
        let found = found.filter(|&id| !gone.has_definition(id)).filter(has_own);
        found.filter_map(|id| self.home[id.0 as usize])
    }
}

/// Returns what has a value only while something drives it: signals that are assigned or connected
/// to an output, and inputs that are connected. O(names · depth).
pub(super) fn driven(bindings: &Bindings) -> Vec<Driven> {
    let tree = bindings.tree();
    let is_module = |node: NodeId| tree.kind_name(node) == "module_declaration";
    if !tree.children(tree.root()).any(is_module) {
        return Vec::new();
    }
    let mut drivers: Vec<Vec<UseId>> = vec![Vec::new(); bindings.entities().len()];
    for (index, bound) in (0u32..).zip(bindings.uses()) {
        let drives = is_assigned(tree, bound.node) || is_driven_by(bindings, bound);
        if let Some(entity) = bound.entity.filter(|_| drives) {
            drivers[entity.0 as usize].push(UseId(index));
        }
    }
    let is_driven = |driven: &Driven| {
        let mut definitions = bindings.entity(driven.entity).definitions.iter();
        !driven.drivers.is_empty() && definitions.all(|&id| !has_value(tree, bindings.definition(id)))
    };
    let all = (0u32..).map(EntityId).zip(drivers).map(|(entity, drivers)| Driven { entity, drivers });
    all.filter(is_driven).collect()
}

/// Whether the connection around a use drives what is used. What an unknown module does is not
/// known; an input is driven from outside of its module.
fn is_driven_by(bindings: &Bindings, bound: &Use) -> bool {
    let own = || direction(bindings, bound.entity);
    if names_port(bindings.tree(), bound.node) {
        return matches!(own(), Some(Direction::In | Direction::Both));
    }
    let drives = |port| direction(bindings, entity_at(bindings, port)) != Some(Direction::In);
    port(bindings.tree(), bound.node).is_some_and(drives) && own() != Some(Direction::In)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
    Both,
}

/// Returns what a node names.
fn entity_at(bindings: &Bindings, node: NodeId) -> Option<EntityId> {
    let at = bindings.uses().binary_search_by_key(&node, |bound| bound.node).ok()?;
    bindings.uses()[at].entity
}

/// Returns the direction of a port.
fn direction(bindings: &Bindings, port: Option<EntityId>) -> Option<Direction> {
    let tree = bindings.tree();
    let mut definitions = bindings.entity(port?).definitions.iter();
    definitions.find_map(|&id| {
        let name = bindings.definition(id).name;
        let declaration =
            tree.ancestors(name).find(|&node| tree.kind_name(node).contains("port_declaration"))?;
        of_declaration(tree, declaration)
    })
}

/// Returns the direction that a declaration names, or one before it in the same list.
fn of_declaration(tree: &Tree, declaration: NodeId) -> Option<Direction> {
    let named = |node: NodeId| {
        let mut leaves = tree.preorder(node).filter(|&node| tree.is_leaf(node));
        leaves.find_map(|leaf| match tree.text_of(leaf) {
            b"input" => Some(Direction::In),
            b"output" => Some(Direction::Out),
            b"inout" | b"ref" => Some(Direction::Both),
            _ => None,
        })
    };
    let list = tree.parent(declaration)?;
    let before = || tree.children(list).take_while(|&child| child != declaration).filter_map(named).last();
    named(declaration).or_else(before)
}

/// Whether a name is what an assignment changes, or a part of that is.
fn is_assigned(tree: &Tree, name: NodeId) -> bool {
    let is_index = |node: NodeId| {
        let kind = tree.kind_name(node);
        kind.contains("select") || kind.contains("range") || kind.ends_with("expression")
    };
    let mut above = tree.ancestors(name).take_while(|&node| !is_index(node));
    above.any(|node| tree.kind_name(node).ends_with("lvalue"))
}

/// Returns the first node of the connection around a name: the port, where it is named.
fn port(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let around = tree.ancestors(name).find(|&node| tree.kind_name(node).ends_with("port_connection"))?;
    tree.children(around).find(|&child| tree.is_named(child))
}

/// Whether a definition says what the value is.
fn has_value(tree: &Tree, found: &Definition) -> bool {
    let node = found.node.unwrap_or(found.name);
    let mut tokens = tree.preorder(node).filter(|&node| tree.is_leaf(node));
    tokens.any(|token| tree.text_of(token) == b"=" && found.name < token)
}
