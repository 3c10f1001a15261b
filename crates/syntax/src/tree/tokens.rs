//! Tokens: the leaves that have text.

use std::ops::Range;

use super::arena::Tree;
use super::node::NodeId;

/// Whether a byte is white space that may stand between tokens.
pub(crate) fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

impl Tree {
    /// Returns all tokens in order.
    pub fn tokens(&self) -> &[NodeId] {
        &self.tokens
    }

    /// Returns the indices, within [`Tree::tokens`], of the tokens of a node, in O(1).
    pub fn token_range(&self, node: NodeId) -> Range<u32> {
        let node = self.node(node);
        node.first_token..node.token_end
    }

    /// Returns the tokens of a node.
    pub fn tokens_of(&self, node: NodeId) -> &[NodeId] {
        let range = self.token_range(node);
        &self.tokens[range.start as usize..range.end as usize]
    }

    /// Returns the number of tokens of a node. O(1).
    pub fn n_tokens(&self, node: NodeId) -> u32 {
        self.token_range(node).len() as u32
    }

    /// Returns the white space before the token with this index; for an index past the last token,
    /// the white space at the end.
    pub fn gap(&self, token_idx: u32) -> Range<usize> {
        let token_idx = token_idx as usize;
        let start = token_idx.checked_sub(1).map_or(0, |before| self.range(self.tokens[before]).end);
        let end = self.tokens.get(token_idx).map_or(self.text.len(), |&token| self.range(token).start);
        start..end
    }

    /// Returns the text, concatenated from the tokens and gaps of the tree; always equal to the
    /// original text.
    pub fn print(&self) -> Vec<u8> {
        let mut printed = Vec::with_capacity(self.text.len());
        for (token_idx, &token) in (0u32..).zip(self.tokens.iter()) {
            printed.extend_from_slice(&self.text[self.gap(token_idx)]);
            printed.extend_from_slice(self.text_of(token));
        }
        printed.extend_from_slice(&self.text[self.gap(self.tokens.len() as u32)]);
        printed
    }
}
