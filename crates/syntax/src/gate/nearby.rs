//! Judges a change by parsing only the items around it.
//!
//! Incremental parsing saves little if the old tree has errors (the parser recovers from each of
//! them again; preprocessed C is full of constructs that a grammar does not know) or if much of it
//! is removed (the parser visits all of that). But most texts are a sequence of items, for example
//! the definitions of a program, which parse the same alone as among others. So only the items that
//! a change touches are parsed, with an unchanged one on either side.

use std::borrow::Cow;
use std::ops::Range;

use super::judged::{Judged, Question};
use crate::grammar::{Damage, Grammar, ParseError};
use crate::tree::Splice;

/// The top-level items of a text: the children of its root.
#[derive(Debug)]
pub(super) struct Items {
    items: Vec<Item>,
}

#[derive(Debug)]
struct Item {
    range: Range<usize>,
    kind: u16,
    damage: Damage,
}

/// A range of items that is parsed alone.
struct Window {
    items: Range<usize>,
    /// The changes that lie within it.
    splices: Range<usize>,
    /// Whether the first and the last item are unchanged neighbours; otherwise the window ends
    /// where the text does.
    has_left: bool,
    has_right: bool,
}

/// How many items with errors are skipped in search of a neighbour without errors.
const MAX_SKIPPED: usize = 40;
/// Largest size of all windows of a change, in bytes.
const MAX_WINDOW_BYTES: usize = 32 * 1024;

impl Items {
    /// Returns the items of a text; `None` if there are too few for windows. O(items + nodes around
    /// errors).
    pub(super) fn of(tree: &tree_sitter::Tree) -> Option<Items> {
        let root = tree.root_node();
        if root.is_error() || root.child_count() < 4 {
            return None;
        }
        let mut cursor = root.walk();
        let children = root.children(&mut cursor).map(|node| Item {
            range: node.byte_range(),
            kind: node.kind_id(),
            damage: if node.has_error() { Damage::of_node(node) } else { Damage::default() },
        });
        Some(Items { items: children.collect() })
    }

    /// Whether a changed text parses without new errors; `None` if the items around the changes
    /// cannot tell, and the whole text must be parsed: if an unchanged neighbour parses differently
    /// alone, or the items have other errors alone even before the change.
    pub(super) fn admit(
        &self,
        grammar: &Grammar,
        text: &[u8],
        splices: &[Splice<'_>],
        judged: &Judged,
    ) -> Option<bool> {
        let windows = self.windows(splices)?;
        let n_bytes = |window: &Window| {
            let all = self.bytes(window, text.len());
            let (mut gone, mut new) = (0, 0);
            for splice in &splices[window.splices.clone()] {
                gone += splice.range.len();
                new += splice.text.len();
            }
            all.len() + new - gone
        };
        if MAX_WINDOW_BYTES < windows.iter().map(n_bytes).sum() {
            return None;
        }
        let mut all = true;
        for window in windows {
            let question = self.question(text, splices, &window);
            let judge = || self.admit_within(grammar, &question, &window);
            all &= judged.answer(&question, judge).ok()??;
        }
        Some(all)
    }

    /// Returns everything on which the answer for a window depends.
    fn question<'text>(&self, text: &'text [u8], splices: &[Splice<'_>], window: &Window) -> Question<'text> {
        let bytes = self.bytes(window, text.len());
        let mut changed: Vec<u8> = Vec::with_capacity(bytes.len());
        let mut at = bytes.start;
        for splice in &splices[window.splices.clone()] {
            changed.extend_from_slice(&text[at..splice.range.start]);
            changed.extend_from_slice(&splice.text);
            at = splice.range.end;
        }
        changed.extend_from_slice(&text[at..bytes.end]);
        let of = |item: &Item| (item.kind, item.range.len());
        Question {
            before: Cow::Borrowed(&text[bytes]),
            changed: Cow::Owned(changed),
            damage: self.items[window.items.clone()].iter().map(|item| item.damage).sum(),
            left: window.has_left.then(|| of(&self.items[window.items.start])),
            right: window.has_right.then(|| of(&self.items[window.items.end - 1])),
        }
    }

    /// Judges a window; `None` if it cannot tell.
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    fn admit_within(
        &self,
        grammar: &Grammar,
        question: &Question<'_>,
        window: &Window,
    ) -> Result<Option<bool>, ParseError> {
        let Question { changed, before: unchanged, damage: before, .. } = question;
        let tree = grammar.parse_raw(changed, None)?;
        let neighbours_unchanged = self.neighbours_unchanged(&tree, window);
        if neighbours_unchanged && Damage::up_to(&tree, *before).is_some() {
            return Ok(Some(true));
        }
        if MAX_WINDOW_BYTES < unchanged.len() {
            return Ok(None);
        }
        // Next to errors, items may parse differently alone even before the change.
        let unchanged = grammar.parse_raw(unchanged, None)?;
        if Damage::up_to(&tree, Damage::of(&unchanged)).is_none() {
            return Ok(Some(false));
        }
        let is_alike = neighbours_unchanged || !self.neighbours_unchanged(&unchanged, window);
        Ok((*before != Damage::default() && is_alike).then_some(true))
    }

    /// Whether the neighbours parse alone as they did among all items.
    fn neighbours_unchanged(&self, tree: &tree_sitter::Tree, window: &Window) -> bool {
        let root = tree.root_node();
        let is_there = |item: &Item, node: Option<tree_sitter::Node<'_>>| {
            node.is_some_and(|node| {
                node.kind_id() == item.kind
                    && node.byte_range().len() == item.range.len()
                    && !node.has_error()
            })
        };
        let n_nodes = root.child_count();
        let last = n_nodes.checked_sub(1).and_then(|last| root.child(last));
        (!window.has_left || is_there(&self.items[window.items.start], root.child(0)))
            && (!window.has_right || is_there(&self.items[window.items.end - 1], last))
    }

    fn bytes(&self, window: &Window, n_bytes: usize) -> Range<usize> {
        let start = if window.has_left { self.items[window.items.start].range.start } else { 0 };
        let end = if window.has_right { self.items[window.items.end - 1].range.end } else { n_bytes };
        start..end
    }

    /// Returns the windows around changes; `None` if errors are so dense that no neighbour is free
    /// of them.
    fn windows(&self, splices: &[Splice<'_>]) -> Option<Vec<Window>> {
        let mut windows: Vec<Window> = Vec::new();
        for (at, splice) in splices.iter().enumerate() {
            let first = self.items.partition_point(|item| item.range.end < splice.range.start);
            let behind = self.items.partition_point(|item| item.range.start <= splice.range.end).max(first);
            if let Some(last) = windows.last_mut()
                && first < last.items.end
            {
                // The previous change's right neighbour is touched by this change, or is its left
                // neighbour.
                last.splices.end = at + 1;
                last.items.end = last.items.end.max(behind);
                last.has_right = self.extend_right(&mut last.items.end, behind)?;
                continue;
            }
            let mut items = first..behind;
            let has_left = self.extend_left(&mut items.start, first)?;
            let has_right = self.extend_right(&mut items.end, behind)?;
            windows.push(Window { items, splices: at..at + 1, has_left, has_right });
        }
        Some(windows)
    }

    fn extend_left(&self, start: &mut usize, first: usize) -> Option<bool> {
        for place in (first.saturating_sub(MAX_SKIPPED)..first).rev() {
            if self.items[place].damage == Damage::default() {
                *start = place;
                return Some(true);
            }
        }
        *start = 0;
        (first <= MAX_SKIPPED).then_some(false)
    }

    fn extend_right(&self, end: &mut usize, behind: usize) -> Option<bool> {
        let last = self.items.len();
        for place in behind..last.min(behind + MAX_SKIPPED) {
            if self.items[place].damage == Damage::default() {
                *end = place + 1;
                return Some(true);
            }
        }
        *end = last;
        (last <= behind + MAX_SKIPPED).then_some(false)
    }
}
