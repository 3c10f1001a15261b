//! Parsing a text with tree-sitter.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::budget::{Budget, Work};
use super::error::ParseError;
use super::injected::Injected;
use super::loaded::Grammar;
use super::stop::Stop;
use crate::tree::{FieldId, Flags, KindId, Open, Tree, TreeBuilder};

/// Bytes that tree-sitter gets at once; reading again what it read before counts as work.
const CHUNK: usize = 1024;

impl Grammar {
    /// Parses a text, which need not follow the grammar and need not be UTF-8. O(bytes) for texts
    /// that follow the grammar; no recursion, however deeply the text is nested.
    ///
    /// # Errors
    /// When the text is 4 GiB or more, when it has so many errors that parsing takes too long, or
    /// when it is long and its beginning is nothing but errors.
    pub fn parse(&self, text: &[u8]) -> Result<Tree, ParseError> {
        self.probe(text)?;
        let parsed = self.parse_raw(text, None)?;
        self.owned(&parsed, text.into())
    }

    /// Converts tree-sitter's tree to ours.
    pub(crate) fn owned(&self, parsed: &tree_sitter::Tree, text: Arc<[u8]>) -> Result<Tree, ParseError> {
        let bytes = text.len();
        let builder = TreeBuilder::new(text, self.kinds.clone()).ok_or(ParseError::TooLarge { bytes })?;
        let n_left = MAX_READS * bytes;
        let mut copy = Copy { grammar: self, builder, parser: self.parser(), level: 0, n_left };
        copy.copy(parsed.root_node(), &Place { here: 0, there: 0 });
        Ok(copy.builder.finish())
    }

    /// Returns a parser for what is parsed once more, if anything is.
    fn parser(&self) -> Option<tree_sitter::Parser> {
        if self.injected.is_empty() {
            return None;
        }
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&self.language).ok()?;
        Some(parser)
    }

    /// Parses a text into tree-sitter's own tree, reusing unchanged parts of an earlier, edited
    /// tree.
    ///
    /// # Errors
    /// As [`Grammar::parse`], except that the beginning is not checked first.
    pub fn parse_raw(
        &self,
        text: &[u8],
        old: Option<&tree_sitter::Tree>,
    ) -> Result<tree_sitter::Tree, ParseError> {
        self.parse_pieces(text.len(), |offset| Cow::Borrowed(text.get(offset..).unwrap_or_default()), old)
    }

    /// Parses a text of `n_bytes` that is read in pieces: `read` returns some of the bytes from an
    /// offset on, and none only at the end. Otherwise as [`Grammar::parse_raw`].
    ///
    /// # Errors
    /// As [`Grammar::parse_raw`].
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
            return Err(ParseError::Unsafe { grammar: self.name.to_string() });
        }
        let work = Work::default();
        self.parse_within(&Budget::of(n_bytes), &work, &read, old)?.ok_or_else(|| ParseError::GaveUp {
            grammar: self.name.to_string(),
            at: work.at.get(),
            bytes: n_bytes,
        })
    }

    /// Parses a text within a budget. If the budget is exceeded there is no tree; the parser is not
    /// reused, since it would resume where it stopped.
    pub(super) fn parse_within<'text>(
        &self,
        budget: &Budget,
        work: &Work,
        read: &impl Fn(usize) -> Cow<'text, [u8]>,
        old: Option<&tree_sitter::Tree>,
    ) -> Result<Option<tree_sitter::Tree>, ParseError> {
        let mut parser = tree_sitter::Parser::new();
        if let Err(error) = parser.set_language(&self.language) {
            let grammar = self.name.to_string();
            return Err(super::GrammarError::Refused { grammar, reason: error.to_string() }.into());
        }
        let mut watch = |state: &tree_sitter::ParseState| {
            work.report(state);
            match work.is_within(budget) && !Stop::is_stopped_here() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let mut read_chunk = |offset: usize, _| {
            let chunk = match read(offset) {
                Cow::Borrowed(piece) => Cow::Borrowed(&piece[..piece.len().min(CHUNK)]),
                Cow::Owned(piece) => Cow::Owned(piece),
            };
            work.read(chunk.len());
            chunk
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut watch);
        Ok(parser.parse_with_options(&mut read_chunk, old, Some(options)))
    }
}

/// Joins the pieces of a text.
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

/// How deeply macro calls within macro calls are parsed.
const MAX_LEVELS: usize = 32;
/// How often the bytes of a text are parsed once more in total: each level reads its text again.
const MAX_READS: usize = 4;

/// Copies nodes of tree-sitter into a tree, without recursion except at [`Injected`] text.
struct Copy<'grammar> {
    grammar: &'grammar Grammar,
    builder: TreeBuilder,
    parser: Option<tree_sitter::Parser>,
    level: usize,
    /// How many bytes may still be parsed once more.
    n_left: usize,
}

impl Copy<'_> {
    /// Copies a node and all below it.
    fn copy(&mut self, root: tree_sitter::Node<'_>, place: &Place) {
        let mut cursor = root.walk();
        let mut above: Vec<u16> = Vec::new();
        loop {
            let node = cursor.node();
            self.builder.open(describe(&node, cursor.field_id()), place.of(node.start_byte()));
            let is_whole = above.last().is_some_and(|&above| self.graft(&node, above, place));
            let kind = node.kind_id();
            if !is_whole && cursor.goto_first_child() {
                above.push(kind);
                continue;
            }
            self.builder.close(place.of(node.end_byte()));
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                above.pop();
                self.builder.close(place.of(cursor.node().end_byte()));
            }
        }
    }

    /// Copies the tree of a node's text instead of the words below it, if it is code.
    fn graft(&mut self, node: &tree_sitter::Node<'_>, above: u16, place: &Place) -> bool {
        let grammar = self.grammar;
        let start = place.of(node.start_byte());
        let text = &self.builder.text()[start..place.of(node.end_byte())];
        let is_of = |injected: &&Injected| {
            injected.kind == node.kind()
                && text.first() == Some(&injected.open)
                && grammar.kinds.name(KindId(above)) == injected.within
        };
        let Some(injected) = grammar.injected.iter().find(is_of) else { return false };
        if self.level == MAX_LEVELS || self.n_left < text.len() {
            return false;
        }
        self.n_left -= text.len();
        let Some(parser) = &mut self.parser else { return false };
        let Some(grafted) = injected.graft(parser, text) else { return false };
        let Some(root) = grafted.root() else { return false };
        self.level += 1;
        self.copy(root, &Place { here: grafted.offset, there: start });
        self.level -= 1;
        true
    }
}

/// How places in a parsed text become places in the whole text.
struct Place {
    here: usize,
    there: usize,
}

impl Place {
    fn of(&self, byte: usize) -> usize {
        byte + self.there - self.here
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
