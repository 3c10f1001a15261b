//! Parameters that nothing uses any more, with their arguments.

use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::{NodeId, Tree};

use super::rest::Rest;
use super::sources::{has_key, of_constructors};
use crate::tree::closures::bracketed;
use crate::tree::closures::curried::equation;
use crate::tree::closures::parameters::{apart, is_list, lists};
use crate::tree::token_edits::{TokenEdits, outermost};

/// How far above the name of a parameter its list is searched, and above that its function.
const MOST_LEVELS: usize = 6;
/// How many names of a function are searched for its own.
const MOST_NAMES: usize = 4;

/// Returns what goes with the parameters that these names belong to: each with its declarations
/// and the argument in every call; and the values at the places of fields that went since
/// `before`. A function that is used other than by calls, or never, keeps its parameters.
/// O(names · uses of their functions · depth + parameters and fields of types).
pub(super) fn taken(rest: &Rest<'_>, before: &TokenEdits, names: &[NodeId]) -> Vec<NodeId> {
    let Rest { subject, uses, .. } = *rest;
    let tree = subject.tree();
    let of_types = subject.file.given.get_or_init(|| {
        let cut = &TokenEdits::default();
        of_constructors(&Rest { subject, uses, cut })
    });
    let mut nodes: Vec<NodeId> = Vec::new();
    for &name in names {
        let of_name = |nodes: &&Vec<NodeId>| nodes.first().is_some_and(|&own| tree.is_within(name, own));
        let of_type = || of_types.iter().find(of_name).cloned();
        let of_brackets = || bracketed::with_arguments(tree, uses.bindings(), name, |node| rest.has(node));
        nodes.extend(of_function(rest, name).or_else(of_brackets).or_else(of_type).unwrap_or_default());
    }
    let went = |own: NodeId| !rest.has(own) && 0 < subject.n_alive(own, before);
    let without_own = of_types.iter().filter(|nodes| nodes.first().is_some_and(|&own| went(own)));
    nodes.extend(without_own.flat_map(|nodes| &nodes[1..]).copied().filter(|&node| rest.has(node)));
    outermost(tree, nodes, |&node| node)
}

/// Returns a parameter of a function that is only called; `None` if the name is of none.
fn of_function(rest: &Rest<'_>, name: NodeId) -> Option<Vec<NodeId>> {
    let (tree, bindings) = (rest.subject.tree(), rest.uses.bindings());
    let above = || tree.ancestors(name).take(MOST_LEVELS);
    let list = above().find(|&node| is_list(tree, node, "parameter"));
    let list = list.or_else(|| above().find(|&node| equation(tree, node).is_some()))?;
    let entity = function(tree, bindings, list, name)?;
    let found = lists(tree, bindings, entity, |node| rest.has(node))?;
    let (definitions, calls) = (found.definitions, found.calls);
    let definitions: Vec<Vec<NodeId>> = definitions.iter().map(|list| apart(tree, bindings, list)).collect();
    let own = definitions.iter().find(|list| list.iter().any(|&node| tree.is_within(name, node)))?;
    let at = own.iter().position(|&node| tree.is_within(name, node))?;
    // A call may give several values.
    let may_be_many = |call: &Vec<NodeId>| match call[..] {
        [only] => 1 < own.len() && tree.kind_name(only).contains("call"),
        _ => false,
    };
    let is_unclear = |call: &Vec<NodeId>| {
        own.len() < call.len() || may_be_many(call) || call.iter().any(|&argument| has_key(tree, argument))
    };
    if calls.is_empty()
        || calls.iter().any(is_unclear)
        || definitions.iter().any(|list| list.len() != own.len())
    {
        return None;
    }
    Some(definitions.iter().chain(&calls).filter_map(|list| list.get(at).copied()).collect())
}

/// Returns the function whose parameters are in a list.
fn function(tree: &Tree, bindings: &Bindings, list: NodeId, parameter: NodeId) -> Option<EntityId> {
    std::iter::once(list).chain(tree.ancestors(list)).take(MOST_LEVELS).find_map(|above| {
        let names = bindings.definitions_within(tree.subtree(above)).iter().take(MOST_NAMES);
        let mut own = names.filter(|found| found.node == Some(above) && found.name < parameter);
        own.next().map(|found| found.entity)
    })
}
