//! Which names an import brings.

use super::kinds::{Kinds, is_name};
use crate::tree::{NodeId, Tree};

/// Returns the last part of each path in an import, or the name that stands for it.
pub(super) fn imported(tree: &Tree, kinds: &Kinds, import: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut rest = vec![import];
    while let Some(node) = rest.pop() {
        let named: Vec<NodeId> = tree.children(node).filter(|&child| tree.is_named(child)).collect();
        let is_in = |child: NodeId, wanted: &str| tree.field_name(child) == Some(wanted);
        if let Some(&alias) = named.iter().find(|&&child| is_in(child, "alias")) {
            found.extend(last(tree, kinds, alias));
            continue;
        }
        if tree.kind_name(node).ends_with("from_statement") {
            rest.extend(named.iter().copied().filter(|&child| is_in(child, "name")));
            continue;
        }
        if named.is_empty() {
            found.extend(Some(node).filter(|&node| is_name(tree, kinds, node)));
            continue;
        }
        if node != import && kinds.of_node(tree, node).path {
            found.extend(last(tree, kinds, node));
            continue;
        }
        let has_names = named.iter().any(|&child| is_in(child, "names"));
        let is_path = |child: &NodeId| {
            let is_field = matches!(tree.field_name(*child), Some("path" | "module_name" | "source"));
            (is_field && 1 < named.len()) || (has_names && tree.kind_name(*child) == "module")
        };
        rest.extend(named.iter().copied().filter(|child| !is_path(child)));
    }
    found
}

/// Returns the last name in a node.
fn last(tree: &Tree, kinds: &Kinds, node: NodeId) -> Option<NodeId> {
    tree.preorder(node).rev().find(|&node| is_name(tree, kinds, node))
}
