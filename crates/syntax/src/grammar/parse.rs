//! From a text to a tree, by tree-sitter.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::error::ParseError;
use super::loaded::Grammar;
use crate::tree::{FieldId, Flags, KindId, Open, Tree, TreeBuilder};

/// How much of the text tree-sitter gets at once; asking again for what it read before counts as work.
const CHUNK: usize = 1024;

/// The work after which a parse is given up. It counts steps and not seconds, so that the same text always gets
/// the same tree.
///
/// Sources of all languages here take 0.005 to 0.02 reports (of a hundred steps each) per byte and, if they are
/// not tiny, read each byte 1 to 5 times. Recovery from errors can be quadratic in some grammars, and so can
/// scanners that look ahead to the end of the text at every token.
struct Budget {
    reports: usize,
    read_bytes: usize,
}

impl Budget {
    fn of(n_bytes: usize) -> Budget {
        // Long texts of which every part is an error take hundreds of bytes for each byte; what people and compilers write at
        // such lengths has its long tokens, too, and takes less than a hundredth of a report per byte.
        let reports = 300 + (n_bytes / 16).min(3_000 + n_bytes / 64);
        Budget { reports, read_bytes: (1 << 20) + n_bytes * 64 }
    }
}

impl Grammar {
    /// Parses a text, which need not follow the grammar and need not be UTF-8. O(bytes) for texts that follow
    /// the grammar; no recursion, however deep the text is nested.
    ///
    /// # Errors
    /// When the text is 4 GiB or more, or so far from the grammar that the parser does not come to an end.
    pub fn parse(&self, text: &[u8]) -> Result<Tree, ParseError> {
        let parsed = self.parse_raw(text, None)?;
        self.owned(&parsed, text.into())
    }

    /// Copies tree-sitter's tree of a text.
    pub(crate) fn owned(&self, parsed: &tree_sitter::Tree, text: Arc<[u8]>) -> Result<Tree, ParseError> {
        let bytes = text.len();
        let builder = TreeBuilder::new(text, self.kinds.clone()).ok_or(ParseError::TooLarge { bytes })?;
        Ok(copy(parsed, builder))
    }

    /// Parses a text into tree-sitter's own tree, reusing what did not change of an earlier, edited one.
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    pub fn parse_raw(
        &self,
        text: &[u8],
        old: Option<&tree_sitter::Tree>,
    ) -> Result<tree_sitter::Tree, ParseError> {
        self.parse_pieces(text.len(), |offset| Cow::Borrowed(text.get(offset..).unwrap_or_default()), old)
    }

    /// Parses a text of `n_bytes` that is read in pieces: `read` gives some of the bytes from an offset on, and
    /// none only at the end. Otherwise as [`Grammar::parse_raw`].
    ///
    /// # Errors
    /// As [`Grammar::parse`].
    pub fn parse_pieces<'text>(
        &self,
        n_bytes: usize,
        read: impl Fn(usize) -> Cow<'text, [u8]>,
        old: Option<&tree_sitter::Tree>,
    ) -> Result<tree_sitter::Tree, ParseError> {
        if u32::MAX as usize <= n_bytes {
            return Err(ParseError::TooLarge { bytes: n_bytes });
        }
        if self.is_safe.is_some_and(|is_safe| !is_safe(&collect(n_bytes, &read))) {
            return Err(ParseError::GaveUp { grammar: self.name.to_string(), at: 0, bytes: n_bytes });
        }
        let mut parser = tree_sitter::Parser::new();
        if let Err(error) = parser.set_language(&self.language) {
            let grammar = self.name.to_string();
            return Err(super::GrammarError::Refused { grammar, reason: error.to_string() }.into());
        }
        let budget = Budget::of(n_bytes);
        let (n_read, at) = (Cell::new(0), Cell::new(0));
        let mut n_reports = 0;
        let mut watch = |state: &tree_sitter::ParseState| {
            at.set(state.current_byte_offset());
            n_reports += 1;
            let goes_on = n_reports < budget.reports && n_read.get() < budget.read_bytes;
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut read_chunk = |offset: usize, _| {
            let chunk = match read(offset) {
                Cow::Borrowed(piece) => Cow::Borrowed(&piece[..piece.len().min(CHUNK)]),
                Cow::Owned(piece) => Cow::Owned(piece),
            };
            n_read.set(n_read.get() + chunk.len());
            chunk
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut watch);
        let parsed = parser.parse_with_options(&mut read_chunk, old, Some(options));
        parsed.ok_or_else(|| ParseError::GaveUp {
            grammar: self.name.to_string(),
            at: at.get(),
            bytes: n_bytes,
        })
    }
}

/// Puts the pieces of a text together.
fn collect<'text>(n_bytes: usize, read: impl Fn(usize) -> Cow<'text, [u8]>) -> Vec<u8> {
    let mut text = Vec::with_capacity(n_bytes);
    while text.len() < n_bytes {
        let piece = read(text.len());
        if piece.is_empty() {
            break;
        }
        text.extend_from_slice(&piece);
    }
    text
}

/// Copies tree-sitter's tree, walking it with one cursor.
fn copy(parsed: &tree_sitter::Tree, mut builder: TreeBuilder) -> Tree {
    let mut cursor = parsed.walk();
    loop {
        let node = cursor.node();
        builder.open(describe(&node, cursor.field_id()), node.start_byte());
        if cursor.goto_first_child() {
            continue;
        }
        builder.close(node.end_byte());
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return builder.finish();
            }
            builder.close(cursor.node().end_byte());
        }
    }
}

fn describe(node: &tree_sitter::Node<'_>, field: Option<std::num::NonZeroU16>) -> Open {
    let mut flags = Flags::NONE;
    for (is_set, flag) in [
        (node.is_named(), Flags::NAMED),
        (node.is_extra(), Flags::EXTRA),
        (node.is_error(), Flags::ERROR),
        (node.is_missing(), Flags::MISSING),
    ] {
        if is_set {
            flags |= flag;
        }
    }
    Open {
        kind: KindId(node.kind_id()),
        grammar_kind: KindId(node.grammar_id()),
        field: field.map(FieldId),
        flags,
    }
}
