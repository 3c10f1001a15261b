//! Building a tree, node by node.

use std::sync::Arc;

use super::arena::Tree;
use super::kinds::{FieldId, KindId, Kinds};
use super::node::{Flags, Node, NodeId};
use super::tokens::is_space;

/// The properties of a node when it is opened.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The kind of the node, after aliases.
    pub kind: KindId,
    /// The kind of the rule that made the node.
    pub grammar_kind: KindId,
    /// The field in its parent.
    pub field: Option<FieldId>,
    /// The flags of the node.
    pub flags: Flags,
}

impl Open {
    /// Describes a node without alias or field.
    pub fn new(kind: KindId, flags: Flags) -> Open {
        Open { kind, grammar_kind: kind, field: None, flags }
    }
}

/// Builds a tree from nodes that are opened and closed in text order.
///
/// The first node opened is the root. Offsets that run backwards are moved forward, so that the
/// invariants of [`Tree`] hold whatever a grammar does; text between nodes that is not white space
/// becomes hidden tokens.
pub struct TreeBuilder {
    text: Arc<[u8]>,
    kinds: Arc<Kinds>,
    nodes: Vec<Node>,
    tokens: Vec<NodeId>,
    open: Vec<u32>,
    /// The end of the text that belongs to a token or hidden token already.
    reached: u32,
}

impl TreeBuilder {
    /// Starts a tree. Returns `None` for texts of 4 GiB or more, whose offsets do not fit.
    pub fn new(text: Arc<[u8]>, kinds: Arc<Kinds>) -> Option<TreeBuilder> {
        u32::try_from(text.len()).ok().filter(|&len| len < u32::MAX)?;
        let nodes = Vec::with_capacity(text.len() / 2 + 1);
        Some(TreeBuilder { text, kinds, nodes, tokens: Vec::new(), open: Vec::new(), reached: 0 })
    }

    /// Returns the text.
    pub fn text(&self) -> &Arc<[u8]> {
        &self.text
    }

    /// Returns the number of open nodes.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the end of the last node closed, or the start of the last one opened.
    pub fn reached(&self) -> usize {
        self.reached as usize
    }

    /// Opens a node at byte `start` as the next child of the innermost open node.
    pub fn open(&mut self, open: Open, start: usize) {
        let start = if self.nodes.is_empty() { 0 } else { self.clamp(start) };
        self.fill_gap(start);
        self.push(open, start);
    }

    /// Closes the innermost open node at byte `end`.
    ///
    /// # Panics
    /// When no node is open.
    pub fn close(&mut self, end: usize) {
        let index = self.open.pop().expect("a node is open");
        let is_root = self.open.is_empty();
        let end = if is_root { self.text.len() as u32 } else { self.clamp(end) };
        self.simplify_extra(index);
        let is_leaf = index as usize + 1 == self.nodes.len();
        if is_leaf && !(is_root && self.text.iter().all(|&byte| is_space(byte))) {
            if self.nodes[index as usize].start < end {
                self.tokens.push(NodeId(index));
            }
        } else if !is_leaf {
            self.open.push(index);
            self.fill_gap(end);
            self.open.pop();
        }
        self.reached = self.reached.max(end);
        let n_nodes = self.nodes.len() as u32;
        let node = &mut self.nodes[index as usize];
        node.end = end;
        node.subtree_end = n_nodes;
        node.token_end = self.tokens.len() as u32;
        let flags = node.flags;
        if flags.contains(Flags::HAS_ERROR)
            && let Some(&above) = self.open.last()
        {
            self.nodes[above as usize].flags |= Flags::HAS_ERROR;
        }
    }

    /// Adds a node without children.
    pub fn leaf(&mut self, open: Open, start: usize, end: usize) {
        self.open(open, start);
        self.close(end);
    }

    /// Closes all open nodes and returns the tree.
    ///
    /// # Panics
    /// When no node was opened.
    pub fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.close(self.text.len());
        }
        assert!(!self.nodes.is_empty(), "a tree has a root");
        Tree { text: self.text, kinds: self.kinds, nodes: self.nodes.into(), tokens: self.tokens.into() }
    }

    /// Turns a comment without named parts (only marks and text) into one token.
    fn simplify_extra(&mut self, index: u32) {
        let inner = index as usize + 1;
        let node = self.nodes[index as usize];
        if !node.flags.contains(Flags::EXTRA) || node.flags.contains(Flags::HAS_ERROR) {
            return;
        }
        let has_parts = self.nodes[inner..].iter().any(|node| node.flags.contains(Flags::NAMED));
        if !has_parts {
            self.nodes.truncate(inner);
            self.tokens.truncate(node.first_token as usize);
        }
    }

    fn clamp(&self, offset: usize) -> u32 {
        (offset.min(self.text.len()) as u32).max(self.reached)
    }

    fn push(&mut self, open: Open, start: u32) {
        let index = self.nodes.len() as u32;
        let mut flags = open.flags;
        if flags.contains(Flags::ERROR) || flags.contains(Flags::MISSING) {
            flags |= Flags::HAS_ERROR;
        }
        self.nodes.push(Node {
            start,
            end: start,
            parent: self.open.last().copied().unwrap_or(0),
            subtree_end: index + 1,
            first_token: self.tokens.len() as u32,
            token_end: self.tokens.len() as u32,
            kind: open.kind,
            grammar_kind: open.grammar_kind,
            field: open.field.map_or(0, |field| field.0.get()),
            flags,
        });
        self.open.push(index);
    }

    /// Makes hidden tokens of the words between `reached` and `end`, as children of the innermost
    /// open node.
    fn fill_gap(&mut self, end: u32) {
        while self.reached < end {
            let gap = &self.text[self.reached as usize..end as usize];
            let Some(skip) = gap.iter().position(|&byte| !is_space(byte)) else { break };
            let len = gap[skip..].iter().position(|&byte| is_space(byte)).unwrap_or(gap.len() - skip);
            let start = self.reached + skip as u32;
            self.push(Open::new(KindId::HIDDEN, Flags::HIDDEN), start);
            let index = self.open.pop().expect("the hidden node was just opened");
            self.reached = start + len as u32;
            self.tokens.push(NodeId(index));
            let node = &mut self.nodes[index as usize];
            (node.end, node.token_end) = (self.reached, self.tokens.len() as u32);
        }
        self.reached = self.reached.max(end);
    }
}
