//! The parameters of a function in an outline.

use super::words::{Word, meaning};
use crate::tree::{NodeId, Tree};

/// Returns the names of the parameters of the function that a line defines: the words before a
/// colon, or the last ones of declarations such as `T a`. O(tokens of the parameters).
pub(super) fn parameters(tree: &Tree, line: NodeId) -> Vec<NodeId> {
    let is_round = |&node: &NodeId| tree.kind_name(node) == "group" && tree.text_of(node).starts_with(b"(");
    let of_line = tree.children(line).find(is_round);
    // On a line of their own.
    let deeper = || {
        let block = tree.children(line).find(|&child| tree.kind_name(child) == "block")?;
        let first = tree.children(block).next()?;
        tree.children(first).next().filter(is_round)
    };
    of_line.or_else(deeper).map_or_else(Vec::new, |group| names(tree, group))
}

fn names(tree: &Tree, group: NodeId) -> Vec<NodeId> {
    let tokens = tree.tokens_of(group);
    let text = |at: usize| tokens.get(at).map_or(&b""[..], |&token| tree.text_of(token));
    let is_name = |at: usize| {
        tokens.get(at).is_some_and(|&token| {
            tree.kind_name(token) == "word" && meaning(tree.text_of(token)) == Word::Name
        })
    };
    let has_colons = (0..tokens.len()).any(|at| text(at) == b":" && text(at + 1) != b"=");
    let (mut found, mut waiting) = (Vec::new(), Vec::new());
    for at in (0..tokens.len()).filter(|&at| is_name(at)) {
        let is_first = matches!(text(at.wrapping_sub(1)), b"(" | b"," | b";")
            || meaning(text(at.wrapping_sub(1))) != Word::Name;
        match text(at + 1) {
            b":" if has_colons && text(at + 2) != b"=" => {
                found.append(&mut waiting);
                found.push(tokens[at]);
            }
            b"," if has_colons && is_first => waiting.push(tokens[at]),
            b"," | b";" | b")" | b"=" if !has_colons => {
                let is_typed = is_name(at.wrapping_sub(1))
                    || matches!(text(at.wrapping_sub(1)), b"*" | b"&" | b"]" | b">");
                if is_typed {
                    found.push(tokens[at]);
                }
            }
            _ => waiting.clear(),
        }
    }
    found
}
