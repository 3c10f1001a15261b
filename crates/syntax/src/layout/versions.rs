//! Versions of a text that differ in white space only.

use super::lines::lines;
use super::nested::{Inside, nested};
use super::whitespace::Whitespace;
use crate::languages::{Comments, Language};
use crate::tree::{Spacing, Tree};

/// Longer texts are not laid out: nobody reads them. Neither are texts with more levels.
const MOST_BYTES: usize = 1 << 18;
const MOST_LEVELS: usize = 250;

/// Returns at most three versions of a text with lines and indentation as its syntax suggests;
/// those whose lines change most come first. Each has the same tokens and the same tree, as far as
/// the grammar shows. There is none if white space is text in this language, if the text has this
/// layout already, or if it has more than 256 KiB or 250 levels. O(tokens · levels).
pub fn versions(language: &Language, text: &[u8]) -> Vec<Vec<u8>> {
    let is_markup = language.comments == Comments::XML;
    if language.spacing == Spacing::Exact || is_markup || MOST_BYTES < text.len() {
        return Vec::new();
    }
    let Ok(tree) = language.parse(text) else { return Vec::new() };
    if MOST_LEVELS < tree.levels().len() {
        return Vec::new();
    }
    let made = [nested(&tree, Inside::Made), nested(&tree, Inside::Kept), Some(lines(&tree))];
    let mut versions: Vec<Vec<u8>> = Vec::new();
    for made in made.iter().flatten().map(Whitespace::text) {
        if made == text {
            break;
        }
        let is_same = || language.parse(&made).is_ok_and(|other| is_same(&tree, &other));
        if !versions.contains(&made) && is_same() {
            versions.push(made);
        }
    }
    versions
}

/// Whether two trees differ in white space only.
fn is_same(tree: &Tree, other: &Tree) -> bool {
    let alike = |(a, b)| {
        tree.kind(a) == other.kind(b)
            && tree.subtree(a).end == other.subtree(b).end
            && tree.is_leaf(a) == other.is_leaf(b)
            && (!tree.is_leaf(a) || tree.text_of(a).trim_ascii_end() == other.text_of(b).trim_ascii_end())
    };
    let nodes = tree.preorder(tree.root()).zip(other.preorder(other.root()));
    tree.len() == other.len() && nodes.into_iter().all(alike)
}
