//! From a text to a tree, by tree-sitter.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::error::ParseError;
use super::loaded::Grammar;
use crate::tree::{FieldId, Flags, KindId, Open, Tree, TreeBuilder};

/// How often, per byte of text, tree-sitter may report progress (each time is a hundred steps of the parser).
/// Texts of the language need less than a tenth of it; error recovery without end is stopped by it. It counts
/// steps and not seconds, so that the same text always gets the same tree.
const REPORTS_PER_BYTE: usize = 2;
const REPORTS_AT_LEAST: usize = 10_000;

impl Grammar {
    /// Parses a text, which need not follow the grammar and need not be UTF-8. O(bytes) for texts that follow
    /// the grammar; no recursion, however deep the text is nested.
    ///
    /// # Errors
    /// When the text is 4 GiB or more, or so far from the grammar that the parser does not come to an end.
    pub fn parse(&self, text: &[u8]) -> Result<Tree, ParseError> {
        let shared: Arc<[u8]> = text.into();
        let builder =
            TreeBuilder::new(shared, self.kinds.clone()).ok_or(ParseError::TooLarge { bytes: text.len() })?;
        let parsed = self.parse_raw(text, None)?;
        Ok(copy(&parsed, builder))
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
        if u32::MAX as usize <= text.len() {
            return Err(ParseError::TooLarge { bytes: text.len() });
        }
        let mut parser = tree_sitter::Parser::new();
        if let Err(error) = parser.set_language(&self.language) {
            let grammar = self.name.to_string();
            return Err(super::GrammarError::Refused { grammar, reason: error.to_string() }.into());
        }
        let mut reports_left = REPORTS_AT_LEAST + REPORTS_PER_BYTE * text.len();
        let mut at = 0;
        let mut watch = |state: &tree_sitter::ParseState| {
            at = state.current_byte_offset();
            reports_left = reports_left.saturating_sub(1);
            if reports_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut watch);
        let mut read = |offset: usize, _| text.get(offset..).unwrap_or_default();
        let parsed = parser.parse_with_options(&mut read, old, Some(options));
        parsed.ok_or_else(|| ParseError::GaveUp { grammar: self.name.to_string(), at, bytes: text.len() })
    }
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
