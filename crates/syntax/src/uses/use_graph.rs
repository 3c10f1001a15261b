//! The use graph as others see it.

use std::ops::Range;
use std::sync::Arc;

use super::graph::Inner;
use super::states::{State, States};
use crate::bindings::Bindings;
use crate::tree::{NodeId, Tree};

/// The parts of a text, and what they need. Cloning is O(1).
#[derive(Clone, Debug)]
pub struct Uses {
    pub(super) inner: Arc<Inner>,
    /// The states that were asked about last.
    states: Arc<States>,
}

impl Uses {
    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        self.inner.tree()
    }

    /// Whether anything in the text is both defined and used there.
    pub fn has_uses(&self) -> bool {
        self.inner.bindings.uses().iter().any(|bound| bound.entity.is_some())
    }

    /// Whether something has a value only while something drives it: whether
    /// [`Readers`](super::CompanionKind::Readers) can differ from
    /// [`Dependents`](super::CompanionKind::Dependents). O(1).
    pub fn has_drivers(&self) -> bool {
        !self.inner.driven.is_empty()
    }

    /// Whether a node is the name of a definition. O(log definitions).
    pub fn introduces(&self, node: NodeId) -> bool {
        !self.inner.bindings.definitions_within(node.0..node.0 + 1).is_empty()
    }

    /// Whether each of these nodes is an element of a list, an arm, a definition, or no part: what
    /// is around it says the same without it. O(nodes · (log parts + depth)).
    pub fn are_elements(&self, nodes: &[NodeId]) -> bool {
        let inner = &*self.inner;
        nodes.iter().all(|&node| {
            let part = inner.around(node).filter(|&part| inner.parts[part as usize].node == node);
            part.is_none_or(|part| inner.is_element[part as usize] || inner.is_definition[part as usize])
        })
    }

    /// Whether something has lost its definition when the bytes in `gone` are removed that had one
    /// when those in `before` were (both sorted, without overlaps). O(entities + removed names).
    pub fn lacks(&self, before: &[Range<usize>], gone: &[Range<usize>]) -> bool {
        let (before, now) = (self.state(before), self.state(gone));
        let known = before.missing(&self.inner);
        now.missing(&self.inner).iter().any(|lack| known.binary_search(lack).is_err())
    }

    /// Returns the bindings from which the graph was built.
    pub fn bindings(&self) -> &Bindings {
        &self.inner.bindings
    }

    pub(super) fn of_graph(inner: Inner) -> Uses {
        Uses { inner: Arc::new(inner), states: Arc::default() }
    }

    /// Returns the text without these bytes (sorted, without overlaps).
    pub(super) fn state(&self, ranges: &[Range<usize>]) -> Arc<State> {
        self.states.state(&self.inner, ranges)
    }
}
