//! Cores: children without which a node has no meaning.

use super::graph::{Core, Inner};
use super::parts::PartId;
use super::reach::Gone;
use crate::tree::{NodeId, Tree};

/// Returns all cores, in preorder; a block of statements may be empty. O(nodes).
pub(super) fn cores(tree: &Tree) -> Vec<Core> {
    const FIELDS: [&str; 6] = ["body", "consequence", "condition", "expression", "left", "right"];
    let is_core = |&child: &NodeId| {
        tree.is_named(child)
            && tree.field_name(child).is_some_and(|field| FIELDS.contains(&field))
            && !tree.kind_name(child).ends_with("block")
    };
    let inner = tree.preorder(tree.root()).filter(is_core);
    inner.filter_map(|child| tree.parent(child).map(|holder| Core { holder, child })).collect()
}

/// The most tokens between two parts of a node that are examined.
const MOST_BETWEEN: u32 = 8;

impl Inner {
    /// Returns the parts around nodes that have lost their core since `before`, without a
    /// replacement.
    pub(super) fn hollow(&self, gone: &Gone, before: &Gone) -> Vec<PartId> {
        let tree = self.tree();
        let n_left = |state: &Gone, node: NodeId| state.n_left_in(tree.token_range(node));
        // What kept things apart that are gone is no content.
        let is_bare = |token: u32| {
            let text = tree.text_of(tree.tokens()[token as usize]);
            matches!(text, b";" | b",") || gone.n_left_in(token..token + 1) == 0
        };
        let is_hollow = |core: &&Core| {
            let now = n_left(gone, core.child);
            let has_lost = now < n_left(before, core.child) && now < n_left(gone, core.holder);
            has_lost && now <= MOST_BETWEEN && tree.token_range(core.child).all(is_bare)
        };
        self.cores.iter().filter(is_hollow).filter_map(|core| self.around(core.holder)).collect()
    }
}
