//! What the grammar says of the places in one tree.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_syntax::facts::{Children, Facts, Role, Shapes};
use dwindle_syntax::{KindId, NodeId, Tree};

/// Answers questions about the nodes of one tree, and remembers what it looked at.
pub(crate) struct Places {
    known: Mutex<Known>,
}

struct Known {
    shapes: Shapes,
    children: HashMap<NodeId, Arc<Children>>,
}

/// What may be done with a node in its place.
pub(crate) enum Place {
    /// It may go, maybe with others.
    Removable,
    /// It goes with the elements that it keeps apart.
    Separator,
    /// It has to be there; the text is the shortest that may take its place.
    Required(Option<Arc<[u8]>>),
}

impl Places {
    pub(crate) fn new(facts: Arc<Facts>) -> Places {
        Places { known: Mutex::new(Known { shapes: Shapes::new(facts), children: HashMap::new() }) }
    }

    /// Gives what is known of the children of a node; O(children) at the first call for a node.
    pub(crate) fn children(&self, tree: &Tree, node: NodeId) -> Arc<Children> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { shapes, children } = &mut *known;
        children.entry(node).or_insert_with(|| Arc::new(shapes.children(tree, node))).clone()
    }

    /// Gives what may be done with a node, as far as its parent's rule says, in O(log children).
    pub(crate) fn place(&self, tree: &Tree, node: NodeId) -> Place {
        let Some(parent) = tree.parent(node) else { return Place::Required(None) };
        let children = self.children(tree, parent);
        let Ok(at) = children.nodes().binary_search(&node) else { return Place::Removable };
        match children.role(at) {
            Role::Required => Place::Required(children.shortest_at(at).map(|text| text.as_bytes().into())),
            Role::Separator(_) => Place::Separator,
            Role::Optional | Role::Grouped | Role::Element(_) | Role::Extra | Role::Unknown => {
                Place::Removable
            }
        }
    }

    /// Says whether a node of this kind may stand in the place of `node`.
    pub(crate) fn may_replace(&self, tree: &Tree, node: NodeId, kind: KindId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let children = self.children(tree, parent);
        children.nodes().binary_search(&node).is_ok_and(|at| children.may_replace(at, kind))
    }

    /// Says whether a node is an element of a repetition.
    pub(crate) fn is_element(&self, tree: &Tree, node: NodeId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let children = self.children(tree, parent);
        let at = children.nodes().binary_search(&node);
        at.is_ok_and(|at| matches!(children.role(at), Role::Element(_)))
    }
}
