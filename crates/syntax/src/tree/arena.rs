//! The tree of one text.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::kinds::{FieldId, KindId, Kinds};
use super::node::{Flags, Node, NodeId};

/// The tree of one text: nodes in preorder, 32 bytes each, and the text. Cloning is O(1).
///
/// **Invariant**: the root covers the whole text; children lie within their parent, in order and
/// without overlaps; every byte outside all tokens is ASCII white space. Text that a grammar
/// accepts without making a node gets a node of kind [`KindId::HIDDEN`].
#[derive(Clone)]
pub struct Tree {
    pub(super) text: Arc<[u8]>,
    pub(super) kinds: Arc<Kinds>,
    pub(super) nodes: Arc<[Node]>,
    pub(super) tokens: Arc<[NodeId]>,
}

impl Tree {
    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    /// Returns the text.
    pub fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// Returns the names of kinds and fields.
    pub fn kinds(&self) -> &Arc<Kinds> {
        &self.kinds
    }

    /// Whether this tree has that very table of kinds. O(1).
    pub fn is_of(&self, kinds: &Arc<Kinds>) -> bool {
        Arc::ptr_eq(&self.kinds, kinds)
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes. Always false: an empty text has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the kind of a node, after aliases (tree-sitter's `kind`).
    pub fn kind(&self, node: NodeId) -> KindId {
        self.node(node).kind
    }

    /// Returns the kind of the rule that made the node, before aliases (tree-sitter's
    /// `grammar_name`). It is unreliable for symbols that are always aliased.
    pub fn grammar_kind(&self, node: NodeId) -> KindId {
        self.node(node).grammar_kind
    }

    /// Returns the name of a node's kind.
    pub fn kind_name(&self, node: NodeId) -> &str {
        self.kinds.name(self.kind(node))
    }

    /// Returns the field of the node in its parent, if the grammar gives it one.
    pub fn field(&self, node: NodeId) -> Option<FieldId> {
        std::num::NonZeroU16::new(self.node(node).field).map(FieldId)
    }

    /// Returns the name of the node's field in its parent.
    pub fn field_name(&self, node: NodeId) -> Option<&str> {
        self.field(node).map(|field| self.kinds.field_name(field))
    }

    /// Returns the bytes that the node covers.
    pub fn range(&self, node: NodeId) -> Range<usize> {
        let node = self.node(node);
        node.start as usize..node.end as usize
    }

    /// Returns the text that the node covers.
    pub fn text_of(&self, node: NodeId) -> &[u8] {
        &self.text[self.range(node)]
    }

    /// Returns all flags of the node.
    pub fn flags(&self, node: NodeId) -> Flags {
        self.node(node).flags
    }

    /// Whether the kind is named in the grammar; keywords and punctuation are not.
    pub fn is_named(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::NAMED)
    }

    /// Whether the node may occur anywhere, as comments do.
    pub fn is_extra(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::EXTRA)
    }

    /// Whether the node holds text that the grammar did not accept.
    pub fn is_error(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::ERROR)
    }

    /// Whether the parser inserted the node, which has no text.
    pub fn is_missing(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::MISSING)
    }

    /// Whether the node holds hidden text, for which the grammar makes no node.
    pub fn is_hidden(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::HIDDEN)
    }

    /// Whether the subtree contains an error or missing node.
    pub fn has_error(&self, node: NodeId) -> bool {
        self.flags(node).contains(Flags::HAS_ERROR)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n_nodes, n_tokens) = (self.nodes.len(), self.tokens.len());
        write!(f, "tree of {} bytes with {n_nodes} nodes and {n_tokens} tokens", self.text.len())
    }
}
