//! A cache of the shapes of nodes.

use std::collections::HashMap;
use std::sync::Arc;

use super::children::Children;
use super::known::Facts;
use super::rules::Kind;
use super::shape::Shape;
use crate::tree::{NodeId, Tree};

/// Computes and caches the shapes of nodes. Texts have few different shapes, so most lookups hit
/// the cache.
#[derive(Debug)]
pub struct Shapes {
    facts: Arc<Facts>,
    known: HashMap<(Kind, Box<[Kind]>), Arc<Shape>>,
}

/// Longer sequences of children are unlikely to occur twice, and are not cached.
const LONGEST_KEPT: usize = 64;

impl Shapes {
    /// Creates an empty cache.
    pub fn new(facts: Arc<Facts>) -> Shapes {
        Shapes { facts, known: HashMap::new() }
    }

    /// Returns the facts that the shapes are computed from.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// Returns the number of cached shapes.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether the cache is empty.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns what the grammar states about the children of a node. O(children) if the shape is
    /// cached.
    pub fn children(&mut self, tree: &Tree, node: NodeId) -> Children {
        let nodes: Vec<NodeId> = tree.children(node).collect();
        let mut row: Vec<usize> = Vec::with_capacity(nodes.len());
        let counts = |child: NodeId| !tree.is_extra(child) && !tree.is_error(child);
        row.extend((0..nodes.len()).filter(|child| counts(nodes[*child])));
        let kind_of = |child: &usize| match tree.is_hidden(nodes[*child]) {
            true => Some(Kind::HIDDEN),
            false => self.facts.kind_of(tree.kind(nodes[*child])),
        };
        let kinds: Option<Vec<Kind>> = row.iter().map(kind_of).collect();
        let kind = self.facts.kind_of(tree.kind(node));
        let shape =
            kind.zip(kinds).map(|(kind, kinds)| self.shape(kind, kinds)).filter(|shape| shape.is_known());
        if shape.as_ref().is_some_and(|shape| !shape.shows_hidden_text()) {
            row.retain(|child| !tree.is_hidden(nodes[*child]));
        }
        Children::new(&self.facts, tree, nodes, row, shape)
    }

    fn shape(&mut self, kind: Kind, children: Vec<Kind>) -> Arc<Shape> {
        let key = (kind, children.into_boxed_slice());
        if let Some(shape) = self.known.get(&key) {
            return shape.clone();
        }
        let shape = Arc::new(self.facts.shape(kind, &key.1));
        if key.1.len() <= LONGEST_KEPT {
            self.known.insert(key, shape.clone());
        }
        shape
    }
}
