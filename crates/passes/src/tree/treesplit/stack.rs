//! A stack of subtrees.

use std::sync::Arc;

use dwindle_syntax::NodeId;

/// The subtrees to decide; the last one is next. Cloning is O(depth of the tree).
#[derive(Clone, Default)]
pub(super) struct Stack {
    /// Lists of siblings, each with the number of those still to be decided, which come first.
    siblings: Vec<(Arc<[NodeId]>, usize)>,
}

impl Stack {
    pub(super) fn push(&mut self, nodes: impl Into<Arc<[NodeId]>>) {
        let nodes = nodes.into();
        if !nodes.is_empty() {
            self.siblings.push((nodes.clone(), nodes.len()));
        }
    }

    pub(super) fn pop(&mut self) -> Option<NodeId> {
        let (nodes, n_left) = self.siblings.last_mut()?;
        *n_left -= 1;
        let node = nodes[*n_left];
        if *n_left == 0 {
            self.siblings.pop();
        }
        Some(node)
    }
}
