//! Calls of a function.

use dwindle_syntax::{NodeId, Tree};

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
            return None;
        }
        at = parent;
    }
    None
}
