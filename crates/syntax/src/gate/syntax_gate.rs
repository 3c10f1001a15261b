//! The gate over one base text.

use std::ops::Range;

use tree_sitter::InputEdit;

use super::lines::{LineStarts, behind};
use crate::grammar::{Grammar, ParseError};

/// A text at most this long is parsed afresh; a longer one is parsed incrementally if the edits are few.
const SMALL: usize = 16 * 1024;
/// How many bytes are parsed in the time in which one edit is taken into an old tree.
const BYTES_PER_EDIT: usize = 400;

/// Says whether edited versions of one text parse without new errors. Can be asked by several threads at once.
///
/// An edited text is refused when it has more error or missing nodes than the base has. A text of a few
/// kilobytes is parsed afresh in well under a millisecond; a large one is parsed incrementally, in a few
/// milliseconds for a handful of edits of a megabyte.
#[derive(Debug)]
pub struct SyntaxGate {
    pub(super) grammar: Grammar,
    base: tree_sitter::Tree,
    lines: LineStarts,
    n_errors: usize,
}

impl SyntaxGate {
    /// Parses the base text.
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    pub fn new(grammar: Grammar, text: &[u8]) -> Result<SyntaxGate, ParseError> {
        let base = grammar.parse_raw(text, None)?;
        let n_errors = count_errors(&base, usize::MAX);
        Ok(SyntaxGate { grammar, base, lines: LineStarts::of(text), n_errors })
    }

    /// Counts the error and missing nodes of the base text.
    pub fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// Says whether `edited`, which is the base text with `edits` applied, parses without new errors. The edits
    /// are byte ranges of the base and what takes their place, sorted and without overlaps. A text that the
    /// parser does not come to an end with is refused.
    pub fn admits<'a, I>(&self, edited: &[u8], edits: I) -> bool
    where
        I: DoubleEndedIterator<Item = (Range<usize>, &'a [u8])> + ExactSizeIterator,
    {
        let afresh = edited.len() <= SMALL.max(edits.len() * BYTES_PER_EDIT);
        let old = (!afresh).then(|| self.edited_base(edits));
        let parsed = self.grammar.parse_raw(edited, old.as_ref());
        parsed.is_ok_and(|tree| count_errors(&tree, self.n_errors) <= self.n_errors)
    }

    /// Takes edits into the base tree, from the last to the first, so that the places of those to come still hold.
    fn edited_base<'a>(
        &self,
        edits: impl DoubleEndedIterator<Item = (Range<usize>, &'a [u8])>,
    ) -> tree_sitter::Tree {
        let mut tree = self.base.clone();
        for (range, text) in edits.rev() {
            let start_position = self.lines.point(range.start);
            tree.edit(&InputEdit {
                start_byte: range.start,
                old_end_byte: range.end,
                new_end_byte: range.start + text.len(),
                start_position,
                old_end_position: self.lines.point(range.end),
                new_end_position: behind(start_position, text),
            });
        }
        tree
    }
}

/// Counts error and missing nodes, until there are more than `enough`; walks only where there are some.
fn count_errors(tree: &tree_sitter::Tree, enough: usize) -> usize {
    let mut cursor = tree.walk();
    let mut n_errors = 0;
    loop {
        let node = cursor.node();
        if node.has_error() {
            n_errors += usize::from(node.is_error() || node.is_missing());
            if enough < n_errors {
                return n_errors;
            }
            if cursor.goto_first_child() {
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return n_errors;
            }
        }
    }
}
