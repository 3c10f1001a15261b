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
    let core = |child: NodeId| {
        let holder = tree.parent(child)?;
        Some(Core { holder, all: tree.token_range(holder), own: tree.token_range(child) })
    };
    inner.filter_map(core).collect()
}

/// The most tokens between two parts of a node that are examined.
const MOST_BETWEEN: u32 = 8;

impl Inner {
    /// Returns the parts around nodes that have lost their core since `before`, without a
    /// replacement.
    pub(super) fn hollow(&self, gone: &Gone, before: &Gone) -> Vec<PartId> {
        let tree = self.tree();
        // What kept things apart that are gone is no content.
        let is_bare = |token: u32| {
            let text = tree.text_of(tree.tokens()[token as usize]);
            matches!(text, b";" | b",") || gone.n_left_in(token..token + 1) == 0
        };
        let is_hollow = |core: &&Core| {
            let now = gone.n_left_in(core.own.clone());
            let has_lost =
                || now < before.n_left_in(core.own.clone()) && now < gone.n_left_in(core.all.clone());
            now <= MOST_BETWEEN && has_lost() && core.own.clone().all(is_bare)
        };
        self.cores.iter().filter(is_hollow).filter_map(|core| self.around(core.holder)).collect()
    }
}
