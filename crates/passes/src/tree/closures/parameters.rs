//! Parameters and their arguments.

use std::collections::BTreeSet;

use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::{NodeId, Tree};

use super::curried::{application, equation, signature};
use super::definitions::{Closure, unit};
use crate::tree::search::Unit;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Returns a unit for each parameter of each function: the parameter in all definitions and
/// declarations, the argument in every call, and everything that uses the parameter. Functions that
/// are used other than by calls keep their parameters.
pub(super) fn parameters(subject: &Subject, bindings: &Bindings, edits: &TokenEdits) -> Vec<Unit> {
    let mut units = Vec::new();
    for entity in (0u32..).map(EntityId).take(bindings.entities().len()) {
        let Some(lists) = lists(subject.tree(), bindings, entity, |_| true).map(Lists::all) else { continue };
        let n_parameters = lists.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..n_parameters {
            let nodes: BTreeSet<NodeId> = lists.iter().filter_map(|list| list.get(at).copied()).collect();
            units.extend(
                with_users(subject, bindings, edits, nodes).and_then(|nodes| unit(subject, edits, &nodes)),
            );
        }
    }
    units
}

/// Returns a parameter in all definitions and declarations of its function, and the argument in
/// every call; `None` if no function has a parameter with this name, or the function is used other
/// than by calls.
pub(in crate::tree) fn with_arguments(
    tree: &Tree,
    bindings: &Bindings,
    name: NodeId,
) -> Option<BTreeSet<NodeId>> {
    let mut functions = (0u32..).map(EntityId).take(bindings.entities().len());
    functions.find_map(|entity| {
        let lists = lists(tree, bindings, entity, |_| true)?.all();
        let of_name = |list: &Vec<NodeId>| list.iter().position(|&node| tree.is_within(name, node));
        let at = lists.iter().find_map(of_name)?;
        Some(lists.iter().filter_map(|list| list.get(at).copied()).collect())
    })
}

/// Whether an entity is a function that is only called.
pub(in crate::tree) fn is_function(tree: &Tree, bindings: &Bindings, entity: EntityId) -> bool {
    lists(tree, bindings, entity, |_| true).is_some()
}

/// Adds everything that uses the parameters among some nodes.
fn with_users(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    nodes: BTreeSet<NodeId>,
) -> Option<BTreeSet<NodeId>> {
    let mut closure = Closure::of_nodes(nodes);
    for &node in &closure.nodes.clone() {
        for found in bindings.definitions_within(subject.tree().subtree(node)) {
            closure.lose(found.entity);
        }
    }
    closure.close(subject, bindings, edits).map(|closure| closure.nodes)
}

/// What a function takes, and what it is given.
pub(in crate::tree) struct Lists {
    /// The elements of each parameter list, without the object of a method.
    pub(in crate::tree) definitions: Vec<Vec<NodeId>>,
    /// The elements of the argument list of each call.
    pub(in crate::tree) calls: Vec<Vec<NodeId>>,
}

impl Lists {
    /// Returns the lists of all definitions, then those of all calls.
    fn all(self) -> Vec<Vec<NodeId>> {
        [self.definitions, self.calls].concat()
    }
}

/// Returns the lists of a function, as far as its definitions and calls are left; `None` if it is
/// not a function, or is used otherwise.
pub(in crate::tree) fn lists(
    tree: &Tree,
    bindings: &Bindings,
    entity: EntityId,
    is_left: impl Fn(NodeId) -> bool,
) -> Option<Lists> {
    let entity = bindings.entity(entity);
    let definitions = entity.definitions.iter().map(|&id| bindings.definition(id));
    let mut lists = Lists { definitions: Vec::new(), calls: Vec::new() };
    let mut has_object = false;
    let has_bodies = definitions.clone().any(|found| found.has_body);
    let mut mentions: Vec<NodeId> = Vec::new();
    for definition in definitions.filter(|found| is_left(found.name)) {
        let whole = definition.node?;
        // A parameter list is a sibling of the name, or of a node that contains only the name.
        let list = list_beside(tree, definition.name, whole, "parameter");
        let apart = || equation(tree, whole).map(|equation| equation.parameters);
        let Some(mut list) = list.or_else(apart).or_else(|| signature(tree, whole)) else {
            // An element of an import, or of a list of exports.
            if definition.has_body || !has_bodies {
                return None;
            }
            mentions.push(definition.name);
            continue;
        };
        let n_all = list.len();
        list.retain(|&node| !(definition.is_member && is_object(tree, node)));
        has_object |= list.len() < n_all;
        lists.definitions.push(list);
    }
    let places = entity.uses.iter().map(|&id| bindings.use_at(id).node);
    for place in places.filter(|place| !mentions.contains(place) && is_left(*place)) {
        let list = list_beside(tree, place, tree.parent(tree.parent(place)?)?, "argument");
        let apart = || application(tree, place).map(|(_, arguments)| arguments);
        // The object may also be the first argument.
        if has_object && !has_own_object(tree, place) {
            return None;
        }
        lists.calls.push(list.or_else(apart)?);
    }
    Some(lists)
}

/// Whether a method is called on an object, not on a type: their names begin with capital letters.
fn has_own_object(tree: &Tree, place: NodeId) -> bool {
    let before = |n: u32| tree.token_range(place).start.checked_sub(n).map(|at| tree.tokens()[at as usize]);
    let is_member = before(1).is_some_and(|sign| matches!(tree.text_of(sign), b"." | b"->" | b"?."));
    is_member && !before(2).is_some_and(|object| tree.text_of(object)[0].is_ascii_uppercase())
}

/// Whether a parameter is the object of a method.
pub(in crate::tree) fn is_object(tree: &Tree, parameter: NodeId) -> bool {
    let text = tree.text_of(parameter);
    tree.kind_name(parameter) == "self_parameter"
        || matches!(text, b"self" | b"cls" | b"this")
        // `self: &Rc<Self>` of Rust.
        || text.strip_prefix(b"mut ").unwrap_or(text).starts_with(b"self:")
}

/// Returns the elements of the list of a kind that is a sibling of a node or of its ancestors,
/// within `outermost`.
pub(in crate::tree) fn list_beside(
    tree: &Tree,
    node: NodeId,
    outermost: NodeId,
    kind: &str,
) -> Option<Vec<NodeId>> {
    let mut at = node;
    while at != outermost {
        let parent = tree.parent(at)?;
        let behind = tree.children(parent).filter(|&child| node < child);
        // In Kotlin, the arguments are a part of a suffix.
        let mut behind = behind.map(|child| match elements(tree, child)[..] {
            [only] if tree.kind_name(child) == "call_suffix" => only,
            _ => child,
        });
        if let Some(list) = behind.find(|&child| is_list(tree, child, kind)) {
            return Some(elements(tree, list));
        }
        if kind == "argument"
            && tree.kind_name(parent) == "call_expression"
            && let Some(found) = in_brackets(tree, parent, at)
        {
            return Some(found);
        }
        at = parent;
    }
    None
}

/// Returns what stands in brackets behind a part of a node, where that is no node of its own: the
/// arguments of a call in Zig and Solidity.
fn in_brackets(tree: &Tree, node: NodeId, part: NodeId) -> Option<Vec<NodeId>> {
    let is = |child: NodeId, text: &[u8]| !tree.is_named(child) && tree.text_of(child) == text;
    let behind = || tree.children(node).filter(|&child| part < child);
    let is_list = behind().next().is_some_and(|first| is(first, b"("))
        && behind().last().is_some_and(|last| is(last, b")"));
    is_list.then(|| behind().filter(|&child| tree.is_named(child) && !tree.is_extra(child)).collect())
}

/// Whether a node is a list of parameters or arguments, by its kind; not one of types.
pub(in crate::tree) fn is_list(tree: &Tree, node: NodeId, kind: &str) -> bool {
    let name = tree.kind_name(node);
    name.contains(kind) && (name.ends_with('s') || name.ends_with("_list")) && !name.starts_with("type")
}

/// Returns the parameters or fields of some declarations; those that share a type are names: `a`
/// and `b` in `a, b int`.
pub(in crate::tree) fn apart(tree: &Tree, bindings: &Bindings, declared: &[NodeId]) -> Vec<NodeId> {
    let parts = |&node: &NodeId| -> Vec<NodeId> {
        let names = bindings.definitions_within(tree.subtree(node)).iter().map(|found| found.name);
        let mut names: Vec<NodeId> = names.filter(|&name| tree.parent(name) == Some(node)).collect();
        names.dedup();
        if names.len() < 2 { vec![node] } else { names }
    };
    declared.iter().flat_map(parts).collect()
}

/// Returns the elements of a list.
pub(in crate::tree) fn elements(tree: &Tree, list: NodeId) -> Vec<NodeId> {
    elements_of(tree, list).collect()
}

/// Goes through the elements of a list.
pub(in crate::tree) fn elements_of(tree: &Tree, list: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(list).filter(|&child| tree.is_named(child) && !tree.is_extra(child))
}
