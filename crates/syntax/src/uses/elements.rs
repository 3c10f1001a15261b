//! Elements of lists and tables, and what is set by name.

use std::collections::HashSet;

use super::parts::has_to_be;
use crate::bindings::Bindings;
use crate::tree::{NodeId, Tree};

/// Lists of values, any of which may be left out.
const LISTS: [&str; 25] = [
    "array",
    "array_creation_expression",
    "array_expression",
    "array_initializer",
    "array_literal",
    "collection_literal",
    "dictionary",
    "dictionary_literal",
    "hash",
    "initializer_expression",
    "initializer_list",
    "list",
    "list_expression",
    "list_literal",
    "literal_value",
    "map_literal",
    "object",
    "or_pattern",
    "record_expression",
    "set",
    "set_literal",
    "set_or_map_literal",
    "table",
    "table_constructor",
    "vector",
];
/// Lists in which an element that is only a name stands for a field of that name.
const OF_FIELDS: [&str; 4] = ["field_initializer_list", "object", "object_pattern", "record_pattern"];

/// Returns the elements of list and table literals, and those of other lists that set something by
/// its name: `size: 1`, `.size = 1`, `size => 1`. O(nodes).
pub(super) fn elements(bindings: &Bindings) -> HashSet<NodeId> {
    let tree = bindings.tree();
    let lists = tree.kinds().named_like(|name| LISTS.contains(&name));
    let of_fields = tree.kinds().named_like(|name| OF_FIELDS.contains(&name));
    let names: HashSet<NodeId> = bindings.definitions().iter().map(|found| found.name).collect();
    // An assignment in a block is none.
    let statements: HashSet<NodeId> = bindings.statements().iter().copied().collect();
    let mut found = HashSet::new();
    for list in tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node)) {
        let content = || tree.children(list).filter(|&node| tree.is_named(node) && !tree.is_extra(node));
        let is_list = lists.has(tree.kind(list)) && 1 < content().count();
        if is_list || of_fields.has(tree.kind(list)) {
            found.extend(content());
        } else if is_separated(tree, list) {
            let is_element = |&node: &NodeId| {
                !statements.contains(&node) && !has_to_be(tree, node) && sets_by_name(tree, node, &names)
            };
            found.extend(content().filter(is_element));
        }
    }
    found
}

/// Whether the children of a node are in brackets, or separated by commas; not those of an
/// expression in parentheses.
fn is_separated(tree: &Tree, list: NodeId) -> bool {
    if tree.kind_name(list).contains("parenthesized") {
        return false;
    }
    let is_mark = |node: NodeId, marks: &[&[u8]]| !tree.is_named(node) && marks.contains(&tree.text_of(node));
    let is_in_brackets = tree.children(list).next().is_some_and(|first| is_mark(first, &[b"(", b"{", b"["]));
    is_in_brackets || tree.children(list).any(|node| is_mark(node, &[b","]))
}

/// Whether a node begins with a name, and a sign that gives it a value; not where it defines one of
/// `names`.
fn sets_by_name(tree: &Tree, node: NodeId, names: &HashSet<NodeId>) -> bool {
    if tree.kind_name(node).contains("param") {
        return false;
    }
    let mut children = tree.children(node).filter(|&child| !tree.is_extra(child));
    let Some(name) = children.next() else { return false };
    let is_name = tree.token_range(name).len() <= 2
        && tree.text_of(name).iter().any(u8::is_ascii_alphabetic)
        && tree.is_named(name);
    let is_sign = children
        .next()
        .is_some_and(|sign| !tree.is_named(sign) && matches!(tree.text_of(sign), b":" | b"=" | b"=>"));
    is_name
        && is_sign
        && children.next().is_some()
        && !tree.tokens_of(name).iter().any(|part| names.contains(part))
        && !names.contains(&name)
}
