//! Subtrees to decide.

use std::sync::Arc;

use dwindle_syntax::NodeId;

/// Subtrees to decide, the next one at the end. Cloning is O(depth of the tree).
#[derive(Clone, Default)]
pub(super) struct Stack {
    /// Siblings each, of which some at the start are still to come.
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
