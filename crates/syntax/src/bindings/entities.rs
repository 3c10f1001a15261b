//! Definitions, uses, and what names stand for.

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
    /// The node of the name.
    pub name: NodeId,
    /// The node that goes when the definition goes; `None` if it does not go alone, as parameters.
    pub whole: Option<NodeId>,
    /// The node that goes when all definitions in it go, where there are several.
    pub group: Option<NodeId>,
    /// What the name stands for.
    pub entity: EntityId,
    /// Whether this is all there is to know of the entity, and not an announcement.
    pub has_body: bool,
    /// Whether it is needed although nothing uses it.
    pub is_root: bool,
    /// Whether it is found by its name alone, as a part of whatever holds it: a field, a method, a
    /// column.
    pub is_member: bool,
    /// Whether it only goes along with other definitions of the entity, and makes nothing known.
    pub joins: bool,
}

impl Definition {
    /// Returns the node that holds all of the definition: the group that it is one of, else what
    /// goes with it alone, if anything does.
    pub fn all(&self) -> Option<NodeId> {
        self.group.or(self.whole)
    }
}

/// Whether a use needs a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The text makes no sense without one.
    Strict,
    /// It may do without.
    None,
}

/// A place that uses a name.
#[derive(Clone, Debug)]
pub struct Use {
    /// The node: the name, or something larger that holds it as a word.
    pub node: NodeId,
    /// What the name stands for; `None` if nothing in the text defines it.
    pub entity: Option<EntityId>,
    /// Whether it needs a definition.
    pub need: Need,
}

/// What a name stands for in one scope: all definitions of the name there, and the uses that refer
/// to them.
#[derive(Clone, Debug)]
pub struct Entity {
    /// The names that it is looked up with.
    pub namespace: Namespace,
    /// The scope in which it is known.
    pub scope: NodeId,
    /// What the name would stand for if this entity were gone.
    pub outer: Option<EntityId>,
    /// Its definitions, in order.
    pub definitions: Vec<DefinitionId>,
    /// Its uses, in order; where it is not the innermost any more, those of inner entities may come
    /// to it.
    pub uses: Vec<UseId>,
}

/// A function that returns something.
#[derive(Clone, Debug)]
pub(super) struct Returning {
    pub(super) function: NodeId,
    /// What it returns with.
    pub(super) returns: Vec<NodeId>,
}
