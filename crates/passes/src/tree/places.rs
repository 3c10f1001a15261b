//! What a grammar allows at the nodes of one tree: to go, to be shorter, to be replaced.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_syntax::facts::{Children, Role, Shapes};
use dwindle_syntax::{KindId, NodeId, Tree};

/// Answers questions about the nodes of one tree, and remembers what it looked at.
pub(crate) struct Places {
    shapes: Arc<Mutex<Shapes>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    children: HashMap<NodeId, Arc<Children>>,
    n_children: usize,
}

/// How many children of nodes are remembered before all are forgotten: some hundred megabytes at
/// most.
const MOST_KNOWN: usize = 2_000_000;

/// What may be done with a node in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It may go, maybe with others.
    Removable,
    /// It goes with the elements that it keeps apart.
    Separator,
    /// It has to be there.
    Required,
}

impl Places {
    /// Starts with the shapes that other trees of the language showed.
    pub(crate) fn new(shapes: Arc<Mutex<Shapes>>) -> Places {
        Places { shapes, known: Mutex::default() }
    }

    /// Returns what is known of the children of a node; O(children) at the first call for a node.
    pub(crate) fn children(&self, tree: &Tree, node: NodeId) -> Arc<Children> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(children) = known.children.get(&node) {
            return children.clone();
        }
        let mut shapes = self.shapes.lock().unwrap_or_else(PoisonError::into_inner);
        let children = Arc::new(shapes.children(tree, node));
        if MOST_KNOWN < known.n_children {
            *known = Known::default();
        }
        known.n_children += 1 + children.nodes().len();
        known.children.insert(node, children.clone());
        children
    }

    /// Returns what may be done with a node, as far as its parent's rule says, in O(log children).
    pub(crate) fn place(&self, tree: &Tree, node: NodeId) -> Place {
        let Some(parent) = tree.parent(node) else { return Place::Required };
        let children = self.children(tree, parent);
        let Ok(at) = children.nodes().binary_search(&node) else { return Place::Removable };
        match children.role(at) {
            Role::Required => Place::Required,
            Role::Separator(_) => Place::Separator,
            Role::Optional | Role::Grouped | Role::Element(_) | Role::Extra | Role::Unknown => {
                Place::Removable
            }
        }
    }

    /// Returns the shortest text that may take the place of a node with a name.
    pub(crate) fn shortest(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::shortest_at)
    }

    /// Returns the shortest text without a name that may take the place of a node with a name: `0`,
    /// `int`.
    pub(crate) fn plain(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::plain_at)
    }

    /// Returns the shortest text of a node's own kind, if that is no name.
    pub(crate) fn plain_alike(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::plain_alike)
    }

    /// Returns the text that something known of the children of a parent says of one of them.
    fn text(
        &self,
        tree: &Tree,
        node: NodeId,
        of_child: fn(&Children, usize) -> Option<&str>,
    ) -> Option<Arc<[u8]>> {
        let children = self.children(tree, tree.parent(node)?);
        let at = children.nodes().binary_search(&node).ok()?;
        of_child(&children, at).map(|text| text.as_bytes().into())
    }

    /// Whether a node of this kind may stand in the place of `node`.
    pub(crate) fn may_replace(&self, tree: &Tree, node: NodeId, kind: KindId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let children = self.children(tree, parent);
        children.nodes().binary_search(&node).is_ok_and(|at| children.may_replace(at, kind))
    }

    /// Whether a node is an element of a repetition.
    pub(crate) fn is_element(&self, tree: &Tree, node: NodeId) -> bool {
        let Some(parent) = tree.parent(node) else { return false };
        let children = self.children(tree, parent);
        let at = children.nodes().binary_search(&node);
        at.is_ok_and(|at| matches!(children.role(at), Role::Element(_)))
    }
}
