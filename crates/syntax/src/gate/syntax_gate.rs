//! The gate over one base text.

use std::sync::{Arc, OnceLock};

use tree_sitter::InputEdit;

use super::extras::has_long_run;
use super::lines::{LineStarts, behind};
use super::nearby::Items;
use super::spliced::Spliced;
use crate::grammar::{Damage, Grammar, ParseError};
use crate::tree::{Splice, Tree};

/// A text at most this long is parsed afresh; a longer one is parsed incrementally if the changes
/// are few.
const SMALL: usize = 8 * 1024;
/// How many bytes are parsed in the time in which one change is taken into an old tree.
const BYTES_PER_CHANGE: usize = 400;
/// Where more bytes than this are gone, or the base has errors, a change is judged by what is
/// around it, if it can be.
const MOST_WALKED: usize = 4 * 1024;
/// A parse that would have to read, or walk over, more bytes than this costs more than most trials.
const MOST_READ: usize = 512 * 1024;

/// Whether changed versions of one text parse without new errors. Can be asked by several threads
/// at once.
///
/// A changed text is refused when it has more error or missing nodes than the base, or more bytes
/// within errors. Where the base has errors or the change is large, only the items of the text that
/// it touches are judged, between unchanged neighbours; a change that could only be judged by
/// reading half a megabyte is admitted without. It is read through the changes, without a copy; a
/// text of a few kilobytes is parsed afresh in well under a millisecond, a large one incrementally:
/// in a few milliseconds for a handful of changes of a megabyte.
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
    /// Whether changed texts are always parsed afresh.
    is_slow_to_change: OnceLock<bool>,
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
        Ok(SyntaxGate::over(grammar, text, base, damage))
    }

    fn over(grammar: Grammar, text: Arc<[u8]>, base: tree_sitter::Tree, damage: Damage) -> SyntaxGate {
        let lines = LineStarts::of(&text);
        let (items, is_slow_to_change) = (OnceLock::new(), OnceLock::new());
        SyntaxGate { grammar, text, base, lines, damage, items, is_slow_to_change }
    }

    /// Returns the gate over the base text with these changes, which admits no more errors than
    /// this one: what is then asked differs less from its base. O(bytes) to copy the text, and one
    /// parse as for [`SyntaxGate::admits`].
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    ///
    /// # Panics
    /// When changes overlap or are out of bounds.
    pub fn changed(&self, splices: &[Splice<'_>]) -> Result<SyntaxGate, ParseError> {
        let base = self.parse(splices)?;
        let text: Arc<[u8]> = Spliced::new(&self.text, splices).collect().into();
        Ok(SyntaxGate::over(self.grammar.clone(), text, base, self.damage))
    }

    /// Returns the tree of the base text, in O(nodes); the text is not parsed again.
    ///
    /// # Errors
    /// When the text is 4 GiB or more.
    pub fn tree(&self) -> Result<Tree, ParseError> {
        self.grammar.owned(&self.base, self.text.clone())
    }

    /// Counts the error and missing nodes of the base text.
    pub fn n_errors(&self) -> usize {
        self.damage.nodes
    }

    /// Whether the base text with these changes, which are sorted and do not overlap, parses
    /// without new errors. What takes too long to parse is refused: the base did not, so it has
    /// more errors than the base.
    ///
    /// # Panics
    /// When changes overlap or are out of bounds.
    pub fn admits(&self, splices: &[Splice<'_>]) -> bool {
        let (n_gone, n_left) = self.sizes(splices);
        let is_costly = self.damage != Damage::default() || MOST_WALKED < n_gone;
        if is_costly
            && SMALL < n_left
            && let Some(answer) = self.admits_nearby(splices)
        {
            return answer;
        }
        if MOST_READ < n_gone.min(n_left) {
            return true;
        }
        self.parse(splices).is_ok_and(|tree| Damage::up_to(&tree, self.damage).is_some())
    }

    /// Judges a change by the items that it touches, if it can be.
    pub(super) fn admits_nearby(&self, splices: &[Splice<'_>]) -> Option<bool> {
        let items = self.items.get_or_init(|| Items::of(&self.base)).as_ref()?;
        items.admit(&self.grammar, &self.text, splices)
    }

    /// Counts the bytes that changes take away, and those that are there with them.
    fn sizes(&self, splices: &[Splice<'_>]) -> (usize, usize) {
        let n_gone: usize = splices.iter().map(|splice| splice.range.len()).sum();
        let n_new: usize = splices.iter().map(|splice| splice.text.len()).sum();
        (n_gone, self.text.len() + n_new - n_gone)
    }

    /// Parses the base text with changes: incrementally, where that is faster.
    pub(super) fn parse(&self, splices: &[Splice<'_>]) -> Result<tree_sitter::Tree, ParseError> {
        let text = Spliced::new(&self.text, splices);
        let (n_gone, n_left) = self.sizes(splices);
        let is_small = n_left <= SMALL.max(splices.len() * BYTES_PER_CHANGE).max(n_gone);
        if is_small || *self.is_slow_to_change.get_or_init(|| has_long_run(&self.base)) {
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

    /// Takes changes into the base tree, from the last to the first, so that the places of those to
    /// come still hold.
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
