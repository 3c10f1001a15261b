//! The use graph.

use std::sync::Arc;

use super::parts::{Part, PartId};
use crate::bindings::{Bindings, DefinitionId, UseId, is_import};
use crate::tree::{NodeId, Tree};

/// The parts of a text, and which of them need which. Cloning is O(1).
#[derive(Clone, Debug)]
pub struct Uses {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) bindings: Bindings,
    pub(super) parts: Vec<Part>,
    /// By part: the uses that are in it and in no part within it.
    pub(super) uses: Vec<Vec<UseId>>,
    /// By part: the parts within it that are there as long as it is.
    pub(super) shell: Vec<Vec<PartId>>,
    /// By part: members of what it defines.
    pub(super) members: Vec<Vec<PartId>>,
    /// What is there in any case.
    pub(super) roots: Vec<PartId>,
    /// Uses that are in no part.
    pub(super) free: Vec<UseId>,
    /// By part: what it defines.
    pub(super) defines: Vec<Vec<DefinitionId>>,
    /// By definition: the part that goes with it, or the one that holds its name.
    pub(super) home: Vec<Option<PartId>>,
    /// By definition: whether it needs what holds it to be there for another reason.
    pub(super) waits: Vec<bool>,
    /// By use: whether it only gives a value to a name.
    pub(super) writes: Vec<bool>,
    /// By part: whether it goes when nothing uses it.
    pub(super) is_definition: Vec<bool>,
    /// What a node is nothing without: the body of a function.
    pub(super) cores: Vec<Core>,
}

/// A node, and the child without which it says nothing: a function and its body, an arm and what it
/// does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core {
    pub(super) holder: NodeId,
    pub(super) child: NodeId,
}

impl Uses {
    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        self.inner.tree()
    }

    /// Whether anything in the text uses something that it defines.
    pub fn has_uses(&self) -> bool {
        self.inner.bindings.uses().iter().any(|bound| bound.entity.is_some())
    }

    /// Returns the bindings that it was made of.
    pub fn bindings(&self) -> &Bindings {
        &self.inner.bindings
    }
}

impl Inner {
    pub(super) fn tree(&self) -> &Tree {
        self.bindings.tree()
    }

    /// Finds the innermost part that holds a node; O(log parts + depth).
    pub(super) fn around(&self, node: NodeId) -> Option<PartId> {
        let behind = self.parts.partition_point(|part| part.nodes.start <= node.0);
        let last = u32::try_from(behind).ok()?.checked_sub(1)?;
        let above = |&part: &PartId| self.parts[part as usize].parent;
        std::iter::successors(Some(last), above)
            .find(|&part| self.parts[part as usize].nodes.contains(&node.0))
    }

    /// Whether a part brings names from elsewhere.
    pub(super) fn is_import(&self, part: PartId) -> bool {
        is_import(self.tree(), self.parts[part as usize].node)
    }
}
