//! What is cut out of a text, by tokens and by bytes.

use std::borrow::Cow;
use std::ops::Range;

use super::arena::Tree;
use super::node::NodeId;

/// A run of tokens that goes, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<'text> {
    /// The tokens, by index within [`Tree::tokens`].
    pub tokens: Range<u32>,
    /// What takes their place; empty to delete them.
    pub text: Cow<'text, [u8]>,
    /// Whether these are the first tokens of a node of which a part stays: the lines of that part
    /// move out to where the node's first line stood.
    pub unwraps: bool,
}

impl<'text> Cut<'text> {
    /// Deletes a run of tokens.
    pub fn delete(tokens: Range<u32>) -> Cut<'text> {
        Cut { tokens, text: Cow::Borrowed(b""), unwraps: false }
    }

    /// Deletes a node.
    pub fn delete_node(tree: &Tree, node: NodeId) -> Cut<'text> {
        Cut::delete(tree.token_range(node))
    }

    /// Puts a text in the place of a node.
    pub fn replace_node(tree: &Tree, node: NodeId, text: impl Into<Cow<'text, [u8]>>) -> Cut<'text> {
        Cut { tokens: tree.token_range(node), text: text.into(), unwraps: false }
    }
}

/// The replacement of a byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice<'text> {
    /// The bytes that go.
    pub range: Range<usize>,
    /// What takes their place.
    pub text: Cow<'text, [u8]>,
}
