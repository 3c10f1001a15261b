//! Calls of a function.

use dwindle_syntax::{NodeId, Tree};

use super::kind::kind_has;
use crate::tree::closures::curried::application;
use crate::tree::closures::parameters::list_beside;

/// How many ancestors of a name are searched for its arguments: enough for qualified and generic
/// names.
const MOST_LEVELS: usize = 3;

/// A use of a name that is a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) struct Call {
    pub(in crate::tree::uses) node: NodeId,
    pub(in crate::tree::uses) arguments: Vec<NodeId>,
}

/// Returns the call whose function is named at `name`; `None` if there is none.
pub(in crate::tree::uses) fn call(tree: &Tree, name: NodeId) -> Option<Call> {
    // In `f.bind(a)`, it is not `f` that is called.
    if is_before_member(tree, name) {
        return None;
    }
    let mut at = name;
    for _ in 0..MOST_LEVELS {
        let parent = tree.parent(at)?;
        if tree.kind_name(parent).contains("argument") {
            return None;
        }
        if let Some(arguments) = list_beside(tree, at, parent, "argument") {
            return Some(Call { node: parent, arguments });
        }
        // Of what else stands before the name, nothing is known.
        let is_first = tree.token_range(parent).start == tree.token_range(at).start;
        let is_member = at == name && is_accessed(tree, name);
        if !is_first && !is_member {
            break;
        }
        at = parent;
    }
    application(tree, name).map(|(node, arguments)| Call { node, arguments })
}

/// Whether a name is that of the object of a method.
pub(in crate::tree::uses) fn names_object(tree: &Tree, name: NodeId) -> bool {
    matches!(tree.text_of(name), b"this" | b"self" | b"cls" | b"super" | b"$this")
}

/// Whether a member of what has this name follows.
pub(in crate::tree::uses) fn is_before_member(tree: &Tree, name: NodeId) -> bool {
    let behind = tree.tokens().get(tree.token_range(name).end as usize);
    behind.is_some_and(|&token| is_access(tree, token) || tree.text_of(token) == b"::")
}

/// Whether a name is that of a member of what stands before it.
pub(in crate::tree::uses) fn is_accessed(tree: &Tree, name: NodeId) -> bool {
    sign_before(tree, name).is_some()
}

/// Returns the sign between an object and the name of its member.
pub(super) fn sign_before(tree: &Tree, name: NodeId) -> Option<NodeId> {
    token_before(tree, name).filter(|&token| is_access(tree, token))
}

/// Whether a node stands behind `::`.
pub(in crate::tree::uses) fn is_behind_path(tree: &Tree, node: NodeId) -> bool {
    token_before(tree, node).is_some_and(|token| tree.text_of(token) == b"::")
}

fn token_before(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let before = (tree.token_range(node).start as usize).checked_sub(1)?;
    Some(tree.tokens()[before])
}

fn is_access(tree: &Tree, token: NodeId) -> bool {
    let is_in = |kind: &str| tree.parent(token).is_some_and(|above| tree.kind_name(above).starts_with(kind));
    match tree.text_of(token) {
        b"." | b"->" | b"?." => true,
        b":" => is_in("method_index"),
        b"%" => is_in("derived_type_member"),
        _ => false,
    }
}

/// Returns the object of which a name is a member: `a` in `a.b`.
pub(in crate::tree::uses) fn object(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let sign = tree.token_range(name).start.checked_sub(1).filter(|_| is_accessed(tree, name))?;
    let above = std::iter::once(name).chain(tree.ancestors(name)).take(MOST_LEVELS);
    let mut beside = above.flat_map(|node| tree.children(tree.parent(node).unwrap_or(node)));
    beside.find(|&node| tree.token_range(node).end == sign)
}

/// Returns the call that consists of the name of a method and what is before it, as in Ruby.
pub(super) fn bare_call(tree: &Tree, name: NodeId) -> Option<Call> {
    let above = tree.parent(name)?;
    let is_called = tree.kind_name(above) == "call" && tree.field_name(name) == Some("method");
    let node = if is_called { above } else { name };
    let has_block = || tree.children(node).any(|child| tree.field_name(child) == Some("block"));
    (!has_block() && tree.kind_name(name) == "identifier").then_some(Call { node, arguments: Vec::new() })
}

/// Returns the node to replace for a use: with the arguments if it is a call.
pub(super) fn whole_use(tree: &Tree, node: NodeId) -> NodeId {
    let (mut whole, mut at) = (node, node);
    while let Some(parent) = tree.parent(at) {
        let kind = tree.kind_name(parent);
        let is_call = kind_has(tree, parent, &["call", "invocation", "creation", "application", "macro"])
            || matches!(kind, "apply" | "new_expression");
        const WRAPPERS: [&str; 10] = [
            "member",
            "selector",
            "scoped",
            "qualified",
            "field_expr",
            "generic_function",
            "path",
            "attribute",
            "await",
            "try_expression",
        ];
        let is_wrapped = kind_has(tree, parent, &WRAPPERS);
        // The arguments of a call are not part of the callee.
        let holds_list = |child: NodeId| tree.kind_name(child).contains("argument");
        if holds_list(at) || !(is_call || is_wrapped) {
            break;
        }
        if is_call
            || !tree.kind_name(whole).contains("identifier")
            || tree.range(parent).end == tree.range(at).end
        {
            whole = parent;
        }
        at = parent;
    }
    whole
}
