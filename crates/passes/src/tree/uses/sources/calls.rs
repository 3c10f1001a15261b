//! Calls of a function.

use dwindle_syntax::{NodeId, Tree};

use crate::tree::closures::curried::application;
use crate::tree::closures::parameters::list_beside;

/// How many ancestors of a name are searched for its arguments: enough for qualified and generic
/// names.
const MOST_LEVELS: usize = 3;

/// A use of a name that is a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) node: NodeId,
    pub(super) arguments: Vec<NodeId>,
}

/// Returns the call whose function is named at `name`; `None` if there is none.
pub(super) fn call(tree: &Tree, name: NodeId) -> Option<Call> {
    let mut at = name;
    for _ in 0..MOST_LEVELS {
        let parent = tree.parent(at)?;
        if tree.kind_name(parent).contains("argument") {
            return None;
        }
        if let Some(arguments) = list_beside(tree, at, parent, "argument") {
            return Some(Call { node: parent, arguments });
        }
        // Of what stands before the name, nothing is known.
        if tree.token_range(parent).start != tree.token_range(at).start {
            break;
        }
        at = parent;
    }
    application(tree, name).map(|(node, arguments)| Call { node, arguments })
}

/// Returns the call that consists of the name of a method and what is before it, as in Ruby.
pub(super) fn bare_call(tree: &Tree, name: NodeId) -> Option<Call> {
    let above = tree.parent(name)?;
    let is_called = tree.kind_name(above) == "call" && tree.field_name(name) == Some("method");
    let node = if is_called { above } else { name };
    let has_block = || tree.children(node).any(|child| tree.field_name(child) == Some("block"));
    (!has_block() && tree.kind_name(name) == "identifier").then_some(Call { node, arguments: Vec::new() })
}
