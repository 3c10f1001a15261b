//! Which functions a program can call where it starts.

use dwindle_syntax::languages::{Access, DirectCall};
use dwindle_syntax::{NodeId, Tree};

use super::program::Program;
use super::types::{has_word_before, words_before};
use crate::tree::uses::sources::kind_has;

/// Whether a function can be named where a program starts, if it may be called there. O(depth).
pub(super) fn is_visible(tree: &Tree, rules: &DirectCall, (whole, name): (NodeId, NodeId)) -> bool {
    // A function within another one is known only there.
    const FUNCTIONS: [&str; 6] = ["function", "method", "lambda", "closure", "constructor", "func_literal"];
    if tree.ancestors(whole).any(|above| kind_has(tree, above, &FUNCTIONS)) {
        return false;
    }
    let Some(rules) = rules.namespace else { return true };
    let is_inside = tree.ancestors(whole).any(|above| tree.kind_name(above) == rules.kind);
    let is_public = |word: &str| has_word_before(tree, whole, name, word.as_bytes());
    !is_inside || rules.public.is_none_or(is_public)
}

/// Returns the words that forbid to name a member where a program starts; `None` if it is forbidden
/// without a word. O(depth + siblings).
pub(super) fn obstacles(
    Program { bindings, types, rules, start, .. }: Program<'_>,
    (whole, name): (NodeId, NodeId),
) -> Option<Vec<NodeId>> {
    let (tree, start) = (bindings.tree(), start.place);
    let Some(of) = types.around(tree, whole) else { return Some(Vec::new()) };
    let outermost = || tree.ancestors(whole).filter(|&above| types.is_one(above)).last();
    let is_inside = match rules.access {
        Access::InOutermost => outermost().is_some_and(|outermost| tree.is_within(start, outermost)),
        Access::Unmarked | Access::Marked => tree.is_within(start, of.whole),
        Access::Sections => false,
    };
    if is_inside {
        return Some(Vec::new());
    }
    if rules.access == Access::Sections {
        let siblings = tree.parent(whole).into_iter().flat_map(|above| tree.children(above));
        let before = siblings.take_while(|&sibling| sibling != whole);
        return match before.filter(|&sibling| tree.kind_name(sibling) == "access_specifier").last() {
            Some(section) if tree.text_of(section) == b"public" => Some(Vec::new()),
            Some(section) => Some(vec![section]),
            None => (tree.kind_name(of.whole) != "class_specifier").then(Vec::new),
        };
    }
    let words: Vec<NodeId> = words_before(tree, whole, name).collect();
    let is_private = |word: &NodeId| matches!(tree.text_of(*word), b"private" | b"protected");
    let is_public = |word: &NodeId| matches!(tree.text_of(*word), b"public" | b"internal");
    let found: Vec<NodeId> = words.iter().copied().filter(is_private).collect();
    let is_known = rules.access != Access::Marked || !found.is_empty() || words.iter().any(is_public);
    is_known.then_some(found)
}
