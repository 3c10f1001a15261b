//! Edits of a text, by tokens and by bytes.

use std::borrow::Cow;
use std::ops::Range;

use super::arena::Tree;
use super::node::NodeId;

/// A run of tokens to remove or replace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenEdit<'text> {
    /// The tokens, by index within [`Tree::tokens`].
    pub tokens: Range<u32>,
    /// The replacement; empty to delete them.
    pub text: Cow<'text, [u8]>,
    /// Whether these are the first tokens of a node whose body remains: the lines of the body are
    /// unindented to where the node began.
    pub unwraps: bool,
}

impl<'text> TokenEdit<'text> {
    /// Deletes a run of tokens.
    pub fn delete(tokens: Range<u32>) -> TokenEdit<'text> {
        TokenEdit { tokens, text: Cow::Borrowed(b""), unwraps: false }
    }

    /// Deletes a node.
    pub fn delete_node(tree: &Tree, node: NodeId) -> TokenEdit<'text> {
        TokenEdit::delete(tree.token_range(node))
    }

    /// Replaces a node by a text.
    pub fn replace_node(tree: &Tree, node: NodeId, text: impl Into<Cow<'text, [u8]>>) -> TokenEdit<'text> {
        TokenEdit { tokens: tree.token_range(node), text: text.into(), unwraps: false }
    }
}

/// The replacement of a byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice<'text> {
    /// The replaced bytes.
    pub range: Range<usize>,
    /// The new text.
    pub text: Cow<'text, [u8]>,
}
