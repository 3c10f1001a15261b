//! Kinds of nodes by parts of their names, which are alike in all grammars.

use dwindle_syntax::{NodeId, Tree};

/// Whether the name of a node's kind contains one of these words.
pub(in crate::tree::uses) fn kind_has(tree: &Tree, node: NodeId, words: &[&str]) -> bool {
    let kind = tree.kind_name(node);
    words.iter().any(|word| kind.contains(word))
}

/// Whether a parameter takes any number of arguments.
pub(in crate::tree::uses) fn is_many(tree: &Tree, name: NodeId) -> bool {
    const LEVELS: usize = 2;
    const KINDS: [&str; 4] = ["variadic", "rest", "splat", "spread"];
    std::iter::once(name).chain(tree.ancestors(name).take(LEVELS)).any(|node| kind_has(tree, node, &KINDS))
}
