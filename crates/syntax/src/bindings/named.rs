//! Names that a query captured, before they are looked up.

use super::roles::{Namespace, Traits};
use crate::tree::NodeId;

/// A name that a pattern captured as a definition.
#[derive(Clone, Copy)]
pub(super) struct FoundDefinition {
    pub(super) name: NodeId,
    pub(super) namespace: Namespace,
    /// The root of the match: the name is visible in a scope around it. With `inside`, the scope in
    /// which it is visible.
    pub(super) root: NodeId,
    /// The node that is removed with the definition; `None` if the definition cannot be removed
    /// alone.
    pub(super) node: Option<NodeId>,
    /// The node that is removed when all definitions in it are, unless that is `whole`.
    pub(super) group: Option<NodeId>,
    /// The node that is removed instead of `whole` if `whole` holds several definitions.
    pub(super) part: Option<NodeId>,
    pub(super) pattern: usize,
    pub(super) traits: Traits,
}

/// A name that a pattern captured as a use.
#[derive(Clone, Copy)]
pub(super) struct FoundReference {
    pub(super) node: NodeId,
    /// `None` for a node that only looks like a name.
    pub(super) namespace: Option<Namespace>,
    pub(super) pattern: usize,
    pub(super) traits: Traits,
}

impl FoundDefinition {
    /// Creates a definition that no pattern captured.
    pub(super) fn new(
        name: NodeId,
        namespace: Namespace,
        root: NodeId,
        whole: Option<NodeId>,
        group: Option<NodeId>,
        traits: Traits,
    ) -> FoundDefinition {
        FoundDefinition { name, namespace, root, node: whole, group, part: None, pattern: 0, traits }
    }
}
