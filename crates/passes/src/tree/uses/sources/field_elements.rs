//! Elements of literals and patterns that name a field.

use dwindle_syntax::{NodeId, Tree};

use super::kind::kind_has;

/// Returns the element of a literal or pattern that a use names: `n: 1` in `S { n: 1 }`.
pub(super) fn field_element(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const LEVELS: usize = 2;
    let is_element = |node: &NodeId| {
        let kind = tree.kind_name(*node);
        let is_list = kind.ends_with("_list") || kind.ends_with('s');
        !is_list
            && kind_has(tree, *node, &["field_init", "initializer_pair", "keyed_element", "field_pattern"])
    };
    let holder = tree.ancestors(name).take(LEVELS).find(is_element)?;
    (tree.token_range(holder).start == tree.token_range(name).start || tree.text_of(holder).starts_with(b"."))
        .then_some(holder)
}
