//! Where a program prints a text: the literal with its words, and what else is printed with it.

use std::ops::Range;

use dwindle_syntax::{NodeId, Tree};

use super::literals::Parts;
use super::words::{letters, shared, words_of};

/// How many tokens of a bracket are looked at.
const MOST_TOKENS: u32 = 512;
/// The most places for one text.
const MOST_PLACES: usize = 6;

/// Where a text may be put as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The literal that the text replaces.
    pub(super) literal: NodeId,
    /// The tokens that are printed with it, and are removed.
    pub(super) tokens: Range<u32>,
    /// The literal that takes its place.
    pub(super) text: String,
}

/// Returns the places where most words of a text are printed, those with most of its words first.
/// O(literals · (words² + depth)).
pub(super) fn places(tree: &Tree, literals: &[NodeId], text: &str) -> Vec<Place> {
    let wanted = words_of(text);
    let mut found: Vec<(usize, Place)> = Vec::new();
    for &literal in literals {
        let words = inner_words(tree, literal);
        if shared(&wanted, &words.iter().map(String::as_str).collect::<Vec<_>>()) == 0 {
            continue;
        }
        for tokens in ranges(tree, literal) {
            let Some(place) = place(tree, literals, &tokens, text) else { continue };
            let score = score(tree, literals, &tokens, &wanted);
            let is_new = found.iter().all(|(_, other)| *other != place);
            if letters(&wanted) <= 2 * score && is_new {
                found.push((score, place));
            }
        }
    }
    found.sort_by_key(|(score, place)| (std::cmp::Reverse(*score), place.literal));
    found.truncate(MOST_PLACES);
    found.into_iter().map(|(_, place)| place).collect()
}

fn parts(tree: &Tree, literal: NodeId) -> Option<Parts<'_>> {
    Parts::of(std::str::from_utf8(tree.text_of(literal)).ok()?)
}

fn inner_words(tree: &Tree, literal: NodeId) -> Vec<String> {
    let text = parts(tree, literal).map(|parts| parts.without_values()).unwrap_or_default();
    words_of(&text).into_iter().map(str::to_owned).collect()
}

/// Returns the literals within some tokens.
fn within<'a>(
    tree: &'a Tree,
    literals: &'a [NodeId],
    tokens: &Range<u32>,
) -> impl Iterator<Item = NodeId> + 'a {
    let tokens = tokens.clone();
    let first = literals.partition_point(|&literal| tree.token_range(literal).start < tokens.start);
    literals[first..].iter().copied().take_while(move |&literal| tree.token_range(literal).end <= tokens.end)
}

fn score(tree: &Tree, literals: &[NodeId], tokens: &Range<u32>, wanted: &[&str]) -> usize {
    let words: Vec<String> =
        within(tree, literals, tokens).flat_map(|literal| inner_words(tree, literal)).collect();
    shared(wanted, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns the place of a text among some tokens; `None` if that would change nothing.
fn place(tree: &Tree, literals: &[NodeId], tokens: &Range<u32>, text: &str) -> Option<Place> {
    let literal = within(tree, literals, tokens).next()?;
    let last = within(tree, literals, tokens).last().filter(|&last| last != literal);
    let inner = tree.tokens()[tokens.start as usize..tokens.end as usize].iter();
    let ends_line = last.and_then(|last| parts(tree, last)).is_some_and(|last| last.ends_line())
        || inner.last().is_some_and(|&token| tree.text_of(token) == b"endl");
    let text = parts(tree, literal)?.with(text, ends_line);
    let is_change = tree.text_of(literal) != text.as_bytes() || tree.token_range(literal) != *tokens;
    is_change.then(|| Place { literal, tokens: tokens.clone(), text })
}

/// Returns the tokens that may be printed together with a literal: up to the end of its brackets, up
/// to the end of its operands or arguments, all operands, itself.
fn ranges(tree: &Tree, literal: NodeId) -> Vec<Range<u32>> {
    let own = tree.token_range(literal);
    let operands = climbed(tree, literal, &["binary", "infix", "concat", "additive", "shift", "operator"]);
    let applied = climbed(tree, literal, &["appl", "member", "attribute", "call", "field_expr", "selector"]);
    let ends = [bracket_end(tree, own.end), tree.token_range(operands).end, tree.token_range(applied).end];
    let mut found: Vec<Range<u32>> = Vec::new();
    let from_here = ends.into_iter().filter(|&end| own.end < end).map(|end| own.start..end);
    for range in from_here.chain([tree.token_range(operands), own.clone()]) {
        if !found.contains(&range) {
            found.push(range);
        }
    }
    found
}

/// Returns the outermost node around another one, through nodes of some kinds and brackets, whose
/// end may be that of what is printed.
fn climbed(tree: &Tree, node: NodeId, kinds: &[&str]) -> NodeId {
    let mut found = node;
    for above in tree.ancestors(node) {
        let kind = tree.kind_name(above);
        let is_list = kind.contains("argument") || kind.contains("statement");
        if is_list || !(kinds.iter().any(|word| kind.contains(word)) || kind.contains("paren")) {
            break;
        }
        found = above;
    }
    found
}

/// Returns where the bracket around the token before `at` closes; `at` if there is none nearby.
fn bracket_end(tree: &Tree, at: u32) -> u32 {
    let mut depth = 0;
    for (end, &token) in (at..).zip(&tree.tokens()[at as usize..]).take(MOST_TOKENS as usize) {
        match tree.text_of(token) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" if depth == 0 => return end,
            b")" | b"]" | b"}" => depth -= 1,
            b";" if depth == 0 => return at,
            _ => {}
        }
    }
    at
}
