//! Which functions a program can call where it starts.

use dwindle_syntax::languages::{Access, DirectCall};
use dwindle_syntax::{NodeId, Tree};

use super::types::{Types, has_word_before};
use crate::tree::uses::sources::kind_has;

/// Whether a function may be called from the node where a program starts. O(depth + siblings).
pub(super) fn is_reachable(
    tree: &Tree,
    types: &Types<'_>,
    rules: &DirectCall,
    (whole, name): (NodeId, NodeId),
    start: NodeId,
) -> bool {
    // A function within another one is known only there.
    const FUNCTIONS: [&str; 6] = ["function", "method", "lambda", "closure", "constructor", "func_literal"];
    let is_inner = tree.ancestors(whole).any(|above| kind_has(tree, above, &FUNCTIONS));
    !is_inner && is_visible(tree, rules, whole, name) && is_open(tree, types, rules, (whole, name), start)
}

/// Whether all namespaces around a function are open for it.
fn is_visible(tree: &Tree, rules: &DirectCall, whole: NodeId, name: NodeId) -> bool {
    let Some(rules) = rules.namespace else { return true };
    let is_inside = tree.ancestors(whole).any(|above| tree.kind_name(above) == rules.kind);
    let is_public = |word: &str| has_word_before(tree, whole, name, word.as_bytes());
    !is_inside || rules.public.is_none_or(is_public)
}

/// Whether a member may be named outside of its type, or the start is inside.
fn is_open(
    tree: &Tree,
    types: &Types<'_>,
    rules: &DirectCall,
    (whole, name): (NodeId, NodeId),
    start: NodeId,
) -> bool {
    let Some(of) = types.around(tree, whole) else { return true };
    let has = |words: [&[u8]; 2]| words.iter().any(|word| has_word_before(tree, whole, name, word));
    let is_private = || has([b"private", b"protected"]);
    match rules.access {
        Access::Unmarked => !is_private() || tree.is_within(start, of.whole),
        Access::InOutermost => {
            let outermost = tree.ancestors(whole).filter(|&above| types.is_one(above)).last();
            !is_private() || outermost.is_some_and(|outermost| tree.is_within(start, outermost))
        }
        Access::Marked => has([b"public", b"internal"]) || tree.is_within(start, of.whole),
        Access::Sections => {
            let siblings = tree.parent(whole).into_iter().flat_map(|above| tree.children(above));
            let before = siblings.take_while(|&sibling| sibling != whole);
            match before.filter(|&sibling| tree.kind_name(sibling) == "access_specifier").last() {
                Some(section) => tree.text_of(section) == b"public",
                None => tree.kind_name(of.whole) != "class_specifier",
            }
        }
    }
}
