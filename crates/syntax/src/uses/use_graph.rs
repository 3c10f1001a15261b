//! The use graph as others see it.

use std::ops::Range;
use std::sync::Arc;

use super::graph::Inner;
use super::states::{State, States};
use crate::bindings::Bindings;
use crate::tree::Tree;

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
