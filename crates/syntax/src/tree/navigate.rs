//! Navigation in a tree, without recursion.

use std::iter::FusedIterator;
use std::ops::Range;

use super::arena::Tree;
use super::node::NodeId;

impl Tree {
    /// Returns the parent; the root has none.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != self.root()).then(|| NodeId(self.node(node).parent))
    }

    /// Returns the ancestors from the parent to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&above| self.parent(above))
    }

    /// Returns the children in order, each in O(1).
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { tree: self, next: node.0 + 1, end: self.node(node).subtree_end }
    }

    /// Returns the next sibling, in O(1).
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let next = self.node(node).subtree_end;
        let parent = self.parent(node)?;
        (next < self.node(parent).subtree_end).then_some(NodeId(next))
    }

    /// Whether the node has no children.
    pub fn is_leaf(&self, node: NodeId) -> bool {
        self.node(node).subtree_end == node.0 + 1
    }

    /// Returns the indices of the node and all its descendants, which are consecutive.
    pub fn subtree(&self, node: NodeId) -> Range<u32> {
        node.0..self.node(node).subtree_end
    }

    /// Returns the node and all its descendants in preorder.
    pub fn preorder(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator {
        self.subtree(node).map(NodeId)
    }

    /// Whether `node` is `above` or one of its descendants. O(1).
    pub fn is_within(&self, node: NodeId, above: NodeId) -> bool {
        self.subtree(above).contains(&node.0)
    }

    /// Returns the outermost nodes for which `is` returns true, in order. O(nodes).
    pub fn outermost(&self, is: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let mut found: Vec<NodeId> = Vec::new();
        let mut at = self.root().0;
        while at < self.subtree(self.root()).end {
            let node = NodeId(at);
            let holds = is(node);
            found.extend(holds.then_some(node));
            at = if holds { self.subtree(node).end } else { at + 1 };
        }
        found
    }

    /// Returns the nodes level by level: the root, its children, their children and so on.
    /// O(nodes).
    pub fn levels(&self) -> Vec<Vec<NodeId>> {
        let mut depths = vec![0usize; self.len()];
        let mut levels: Vec<Vec<NodeId>> = Vec::new();
        for node in self.preorder(self.root()) {
            let depth = self.parent(node).map_or(0, |parent| depths[parent.index()] + 1);
            depths[node.index()] = depth;
            if levels.len() <= depth {
                levels.push(Vec::new());
            }
            levels[depth].push(node);
        }
        levels
    }

    /// Returns the smallest node that covers a byte range; the root if the range is out of bounds.
    /// O(depth × children).
    pub fn smallest_around(&self, range: Range<usize>) -> NodeId {
        let mut at = self.root();
        while let Some(child) = self.children(at).find(|&child| {
            let inner = self.range(child);
            inner.start <= range.start && range.end <= inner.end && !inner.is_empty()
        }) {
            at = child;
        }
        at
    }
}

/// The children of a node in order.
#[derive(Clone, Debug)]
pub struct Children<'tree> {
    tree: &'tree Tree,
    next: u32,
    end: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let child = (self.next < self.end).then_some(NodeId(self.next))?;
        self.next = self.tree.node(child).subtree_end;
        Some(child)
    }
}

impl FusedIterator for Children<'_> {}
