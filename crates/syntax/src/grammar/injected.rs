//! Text that a grammar leaves as words, though it mostly is code of the same language: what stands
//! in the brackets of a macro call.

use std::ops::ControlFlow;

use super::stop::Stop;

/// A kind of node whose text is parsed once more, as code.
#[derive(Clone, Copy, Debug)]
pub struct Injected {
    /// The kind of the node.
    pub kind: &'static str,
    /// The kind of its parent; below others, the node stays as it is.
    pub within: &'static str,
    /// The bracket that it begins with.
    pub open: u8,
    /// What makes a whole text of it: this before the node, and `after` behind it.
    pub before: &'static str,
    /// See `before`.
    pub after: &'static str,
}

/// A tree of text that was parsed once more.
pub(super) struct Grafted {
    tree: tree_sitter::Tree,
    /// Where the node's text begins in the text of the tree.
    pub(super) offset: usize,
    len: usize,
}

impl Injected {
    /// Parses the text of such a node; `None` if it is no code of this language. A text with an
    /// error is given up at once: recovery from errors takes long. O(bytes).
    pub(super) fn graft(&self, parser: &mut tree_sitter::Parser, text: &[u8]) -> Option<Grafted> {
        let whole = [self.before.as_bytes(), text, self.after.as_bytes()].concat();
        let mut watch = |state: &tree_sitter::ParseState| match state.has_error() || Stop::is_stopped_here() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut watch);
        let mut read = |offset: usize, _| whole.get(offset..).unwrap_or_default();
        let Some(tree) = parser.parse_with_options(&mut read, None, Some(options)) else {
            // Otherwise it would go on with this text.
            parser.reset();
            return None;
        };
        let is_code = !tree.root_node().has_error();
        is_code.then(|| Grafted { tree, offset: self.before.len(), len: text.len() })
    }
}

impl Grafted {
    /// Returns the node that covers just the text, if there is one.
    pub(super) fn root(&self) -> Option<tree_sitter::Node<'_>> {
        let range = self.offset..self.offset + self.len;
        let found = self.tree.root_node().named_descendant_for_byte_range(range.start, range.end)?;
        (found.byte_range() == range).then_some(found)
    }
}
