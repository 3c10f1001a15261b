//! The gate over one base text.

use std::sync::{Arc, OnceLock};

use tree_sitter::InputEdit;

use super::extras::has_long_run;
use super::judged::Judged;
use super::lines::{LineStarts, behind};
use super::nearby::Items;
use super::spliced::Spliced;
use crate::grammar::{Damage, Grammar, ParseError};
use crate::tree::{Splice, Tree};

/// A text of at most this many bytes is always parsed from scratch; a longer one incrementally, if
/// there are few changes.
const MAX_SCRATCH_BYTES: usize = 8 * 1024;
/// How many bytes can be parsed in the time that it takes to apply one change to an old tree.
const BYTES_PER_CHANGE: usize = 400;
/// If more bytes than this are removed, or the base has errors, a change is judged by the items
/// around it, if possible.
const MAX_REMOVED_BYTES: usize = 4 * 1024;
/// The parser visits all items of a text, however few changed: a small change of a text with more
/// bytes than this is admitted if the items around it admit it.
const LARGE: usize = 64 * 1024;
/// A parse that would read, or visit, more bytes than this costs more than most trials.
const MAX_PARSED_BYTES: usize = 512 * 1024;

/// Checks whether changed versions of one text parse without new errors. Several threads may use it
/// at once.
///
/// A changed text is refused if it has more error or missing nodes than the base, or more bytes
/// within errors. If the base has errors, or it or the change is large, only the items that are
/// changed are parsed, between unchanged neighbours. A change that would need half a megabyte to be
/// parsed is admitted unchecked. Small texts are parsed from scratch in well under a millisecond,
/// large ones incrementally: a handful of changes of a megabyte takes a few milliseconds.
///
/// ```
/// # #[cfg(feature = "c")] {
/// use dwindle_syntax::{Splice, SyntaxGate, languages::by_name};
///
/// let text = b"int f(int a, int b) { return a; }";
/// let grammar = by_name("c").expect("C is built in").grammar()?.expect("C has a grammar");
/// let gate = SyntaxGate::new(grammar, &text[..])?;
/// let delete = |range| [Splice { range, text: b"".into() }];
/// assert!(gate.admits(&delete(22..31)));
/// assert!(!gate.admits(&delete(20..21)));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SyntaxGate {
    pub(super) grammar: Grammar,
    text: Arc<[u8]>,
    pub(super) base: tree_sitter::Tree,
    lines: LineStarts,
    pub(super) damage: Damage,
    items: OnceLock<Option<Items>>,
    judged: Arc<Judged>,
    /// Whether incremental parsing is too slow for this text, so that it is always parsed from
    /// scratch.
    always_from_scratch: OnceLock<bool>,
}

impl SyntaxGate {
    /// Parses the base text.
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    pub fn new(grammar: Grammar, text: impl Into<Arc<[u8]>>) -> Result<SyntaxGate, ParseError> {
        let text = text.into();
        grammar.probe(&text)?;
        let base = grammar.parse_raw(&text, None)?;
        let damage = Damage::of(&base);
        Ok(SyntaxGate::over(grammar, text, base, damage, Arc::default()))
    }

    fn over(
        grammar: Grammar,
        text: Arc<[u8]>,
        base: tree_sitter::Tree,
        damage: Damage,
        judged: Arc<Judged>,
    ) -> SyntaxGate {
        let lines = LineStarts::of(&text);
        let (items, always_from_scratch) = (OnceLock::new(), OnceLock::new());
        SyntaxGate { grammar, text, base, lines, damage, items, judged, always_from_scratch }
    }

    /// Returns a gate over the base text with these changes applied, which admits no more errors
    /// than this one. Later changes then differ less from their base. O(bytes) to copy the text,
    /// and one parse as for [`SyntaxGate::admits`].
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    ///
    /// # Panics
    /// When changes overlap or are out of bounds.
    pub fn changed(&self, splices: &[Splice<'_>]) -> Result<SyntaxGate, ParseError> {
        let base = self.parse(splices)?;
        let text: Arc<[u8]> = Spliced::new(&self.text, splices).collect().into();
        Ok(SyntaxGate::over(self.grammar.clone(), text, base, self.damage, self.judged.clone()))
    }

    /// Returns the tree of the base text without parsing again. O(nodes).
    ///
    /// # Errors
    /// When the text is 4 GiB or more.
    pub fn tree(&self) -> Result<Tree, ParseError> {
        self.grammar.owned(&self.base, self.text.clone())
    }

    /// Returns the number of error and missing nodes of the base text.
    pub fn n_errors(&self) -> usize {
        self.damage.nodes
    }

    /// Whether the base text with these changes (sorted, without overlaps) parses without new
    /// errors. A text that takes too long to parse is refused: the base did not, so the change must
    /// have added errors.
    ///
    /// # Panics
    /// When changes overlap or are out of bounds.
    pub fn admits(&self, splices: &[Splice<'_>]) -> bool {
        let (n_gone, n_left) = self.sizes(splices);
        let is_costly = self.damage != Damage::default() || MAX_REMOVED_BYTES < n_gone;
        let is_nearby = match is_costly {
            true if MAX_SCRATCH_BYTES < n_left => self.admits_nearby(splices),
            // What is unclosed in a window may be closed behind it.
            false if LARGE < n_left => self.admits_nearby(splices).filter(|&is_admitted| is_admitted),
            _ => None,
        };
        if let Some(answer) = is_nearby {
            return answer;
        }
        if MAX_PARSED_BYTES < n_gone.min(n_left) {
            return true;
        }
        self.parse(splices).is_ok_and(|tree| Damage::up_to(&tree, self.damage).is_some())
    }

    /// Judges a change by the items that it touches; `None` if they cannot tell.
    pub(super) fn admits_nearby(&self, splices: &[Splice<'_>]) -> Option<bool> {
        let items = self.items.get_or_init(|| Items::of(&self.base)).as_ref()?;
        items.admit(&self.grammar, &self.text, splices, &self.judged)
    }

    /// Returns the number of removed bytes, and the size of the changed text.
    fn sizes(&self, splices: &[Splice<'_>]) -> (usize, usize) {
        let n_gone: usize = splices.iter().map(|splice| splice.range.len()).sum();
        let n_new: usize = splices.iter().map(|splice| splice.text.len()).sum();
        (n_gone, self.text.len() + n_new - n_gone)
    }

    /// Parses the base text with changes, incrementally if that is faster.
    pub(super) fn parse(&self, splices: &[Splice<'_>]) -> Result<tree_sitter::Tree, ParseError> {
        let text = Spliced::new(&self.text, splices);
        let (n_gone, n_left) = self.sizes(splices);
        let is_small = n_left <= MAX_SCRATCH_BYTES.max(splices.len() * BYTES_PER_CHANGE).max(n_gone);
        if is_small || *self.always_from_scratch.get_or_init(|| has_long_run(&self.base)) {
            return self.grammar.parse_pieces(text.len(), |offset| text.read(offset), None);
        }
        self.parse_incrementally(splices)
    }

    pub(super) fn parse_incrementally(
        &self,
        splices: &[Splice<'_>],
    ) -> Result<tree_sitter::Tree, ParseError> {
        let text = Spliced::new(&self.text, splices);
        let old = self.changed_base(splices);
        self.grammar.parse_pieces(text.len(), |offset| text.read(offset), Some(&old))
    }

    /// Applies changes to the base tree, from the last to the first, so that earlier offsets remain
    /// valid.
    fn changed_base(&self, splices: &[Splice<'_>]) -> tree_sitter::Tree {
        let mut tree = self.base.clone();
        for Splice { range, text } in splices.iter().rev() {
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
