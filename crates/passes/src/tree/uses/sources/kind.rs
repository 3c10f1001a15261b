//! Kinds of nodes by parts of their names, which are alike in all grammars.

use dwindle_syntax::{NodeId, Tree};

/// Whether the name of a node's kind contains one of these words.
pub(in crate::tree::uses) fn kind_has(tree: &Tree, node: NodeId, words: &[&str]) -> bool {
    let kind = tree.kind_name(node);
    words.iter().any(|word| kind.contains(word))
}
