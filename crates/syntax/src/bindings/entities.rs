//! Definitions, uses, and the entities that names refer to.

use super::roles::Namespace;
use crate::tree::NodeId;

/// The index of a definition in its [`Bindings`](super::Bindings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub u32);

/// The index of a use in its [`Bindings`](super::Bindings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UseId(pub u32);

/// The index of an entity in its [`Bindings`](super::Bindings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityId(pub u32);

/// A place that introduces a name.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The node that holds the name.
    pub name: NodeId,
    /// The node to remove to remove the definition; `None` if the definition cannot be removed
    /// alone, like a parameter.
    pub node: Option<NodeId>,
    /// The node to remove when all definitions in it are removed, if it holds several.
    pub group: Option<NodeId>,
    /// The entity that the name refers to.
    pub entity: EntityId,
    /// Whether this is the full definition, not only a declaration.
    pub has_body: bool,
    /// Whether it is needed even if nothing uses it.
    pub is_root: bool,
    /// Whether it is a member: a field, a method, a column. It is found by its name, and by that of
    /// its type where the text states it.
    pub is_member: bool,
    /// Whether it only accompanies other definitions of the entity and introduces nothing: for
    /// example an `impl`.
    pub accompanies: bool,
}

impl Definition {
    /// Returns the outermost node of the definition: its group if there is one, else its node.
    pub fn outermost(&self) -> Option<NodeId> {
        self.group.or(self.node)
    }
}

/// Whether a use needs a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The text is invalid without one.
    Strict,
    /// The use may remain without a definition.
    None,
}

/// A place that uses a name.
#[derive(Clone, Debug)]
pub struct Use {
    /// The node: the name, or a larger node that contains it as a word.
    pub node: NodeId,
    /// The entity that the name refers to; `None` if nothing in the text defines it.
    pub entity: Option<EntityId>,
    /// Whether the use needs a definition.
    pub need: Need,
}

/// What a name refers to in one scope: all definitions of the name there, and the uses that refer
/// to them.
#[derive(Clone, Debug)]
pub struct Entity {
    /// The namespace in which the name is looked up.
    pub namespace: Namespace,
    /// The scope in which the name is visible.
    pub scope: NodeId,
    /// The entity of an outer scope that the name would refer to if this one were removed.
    pub outer: Option<EntityId>,
    /// Its definitions, in text order.
    pub definitions: Vec<DefinitionId>,
    /// Its uses, in text order. Uses of inner entities refer to this one once those are removed.
    pub uses: Vec<UseId>,
}

/// A function that returns a value.
#[derive(Clone, Debug)]
pub(super) struct Returning {
    pub(super) function: NodeId,
    /// Its return statements.
    pub(super) returns: Vec<NodeId>,
}
