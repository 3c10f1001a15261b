//! What a grammar allows for the nodes of one tree: removal, shortening, replacement.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_syntax::facts::{Children, Role, Shapes};
use dwindle_syntax::{KindId, NodeId, Tree};

/// Grammar facts about the nodes of one tree, cached.
pub(crate) struct NodeFacts {
    shapes: Arc<Mutex<Shapes>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    children: HashMap<NodeId, Arc<Children>>,
    n_children: usize,
}

/// How many children of nodes are cached before the cache is cleared: some hundred megabytes at
/// most.
const MOST_KNOWN: usize = 2_000_000;

/// Whether a node may be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removability {
    /// It may be removed, perhaps together with others.
    Removable,
    /// It is removed with the elements that it separates.
    Separator,
    /// It is required.
    Required,
}

impl NodeFacts {
    /// Starts with the shapes known from other trees of the language.
    pub(crate) fn new(shapes: Arc<Mutex<Shapes>>) -> NodeFacts {
        NodeFacts { shapes, known: Mutex::default() }
    }

    /// Returns the facts about the children of a node. O(children) at the first call for a node.
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

    /// Returns whether a node may be removed, according to its parent's rule. O(log children).
    pub(crate) fn removability(&self, tree: &Tree, node: NodeId) -> Removability {
        let Some(parent) = tree.parent(node) else { return Removability::Required };
        let children = self.children(tree, parent);
        let Ok(at) = children.nodes().binary_search(&node) else { return Removability::Removable };
        match children.role(at) {
            Role::Required => Removability::Required,
            Role::Separator(_) => Removability::Separator,
            Role::Optional | Role::Grouped | Role::Element(_) | Role::Extra | Role::Unknown => {
                Removability::Removable
            }
        }
    }

    /// Returns the shortest text that may replace a named node.
    pub(crate) fn shortest(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::shortest_at)
    }

    /// Returns the shortest text without a name that may replace a named node: `0`, `int`.
    pub(crate) fn plain(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::plain_at)
    }

    /// Returns the shortest text of a node's own kind, if that is not a name.
    pub(crate) fn plain_alike(&self, tree: &Tree, node: NodeId) -> Option<Arc<[u8]>> {
        self.text(tree, node, Children::plain_alike)
    }

    /// Returns a text that depends on the position of a node among its siblings.
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

    /// Whether a node of this kind may replace `node`.
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
