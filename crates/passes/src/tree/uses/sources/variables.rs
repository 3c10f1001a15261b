//! Variables and parameters whose type the text states.

use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Definition, EntityId};

use super::plain::{Class, Value};

/// A variable that may stand for other values of its type.
#[derive(Debug)]
pub(super) struct Variable {
    entity: EntityId,
    /// The node that holds its name.
    pub(super) name: NodeId,
    /// The node that it is defined by, if it has one of its own.
    node: Option<NodeId>,
    /// Its name.
    pub(super) value: Value,
}

impl Variable {
    /// Describes the variable that a definition introduces.
    pub(super) fn of(bindings: &Bindings, definition: &Definition) -> Variable {
        let (tree, name) = (bindings.tree(), definition.name);
        let value =
            Value { class: Class::Made, text: Arc::from(tree.text_of(name)), kinds: vec![tree.kind(name)] };
        Variable { entity: definition.entity, name, node: definition.node, value }
    }

    /// Whether its name has a meaning at a place behind its definition, and is not used there.
    /// O(log uses + uses within the place).
    pub(super) fn is_seen(&self, bindings: &Bindings, place: NodeId) -> bool {
        let tree = bindings.tree();
        let mut within = bindings.uses_within(tree.subtree(place)).iter();
        tree.is_within(place, bindings.entity(self.entity).scope)
            && self.node.is_none_or(|node| !tree.is_within(place, node))
            && within.all(|used| used.entity != Some(self.entity))
    }
}
