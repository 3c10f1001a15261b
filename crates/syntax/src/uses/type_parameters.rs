//! Type parameters and lifetimes that have to be used: those of Rust.

use std::collections::BTreeMap;

use crate::bindings::{Bindings, EntityId};
use crate::tree::{NodeId, Tree};

/// A type parameter or a lifetime.
#[derive(Clone, Debug)]
pub(super) struct TypeParameter {
    pub(super) entity: EntityId,
    pub(super) node: NodeId,
    /// Its place in the list of its type.
    pub(super) at: usize,
    pub(super) n_parameters: usize,
    /// How many of the list are lifetimes: arguments may leave out all of them.
    pub(super) n_lifetimes: usize,
    /// The type whose parameter it is; `None` for that of an implementation.
    pub(super) owner: Option<EntityId>,
    /// The implementation whose parameter it is.
    pub(super) implementation: Option<NodeId>,
}

/// Returns the type parameters of a text, if its language asks for their use. O(definitions · log
/// definitions).
pub(super) fn type_parameters(bindings: &Bindings) -> Vec<TypeParameter> {
    let tree = bindings.tree();
    // Other languages with type parameters have no implementations, and do not mind.
    if tree.kinds().named_like(|name| name == "impl_item").is_empty() {
        return Vec::new();
    }
    let by_name: BTreeMap<NodeId, EntityId> =
        bindings.definitions().iter().map(|found| (found.name, found.entity)).collect();
    let parameter = |(&name, &entity): (&NodeId, &EntityId)| {
        let is_parameter =
            |node: &NodeId| matches!(tree.kind_name(*node), "type_parameter" | "lifetime_parameter");
        let node = tree.ancestors(name).take(LEVELS).find(is_parameter)?;
        let list = tree.parent(node).filter(|&node| tree.kind_name(node) == "type_parameters")?;
        let holder = tree.parent(list)?;
        let own_name = tree.children(holder).find(|&child| tree.field_name(child) == Some("name"));
        Some(TypeParameter {
            entity,
            node,
            at: elements(tree, list).position(|element| element == node)?,
            n_parameters: elements(tree, list).count(),
            n_lifetimes: elements(tree, list).filter(|&element| is_lifetime(tree, element)).count(),
            owner: own_name.and_then(|name| by_name.get(&name).copied()),
            implementation: Some(holder).filter(|&holder| tree.kind_name(holder) == "impl_item"),
        })
    };
    by_name.iter().filter_map(parameter).collect()
}

/// How far above its name a parameter may be: the name of a lifetime is a part of it.
const LEVELS: usize = 2;

impl TypeParameter {
    pub(super) fn is_lifetime(&self) -> bool {
        self.at < self.n_lifetimes
    }
}

fn is_lifetime(tree: &Tree, parameter: NodeId) -> bool {
    tree.kind_name(parameter) == "lifetime_parameter"
}

/// Returns the elements of a list.
pub(super) fn elements(tree: &Tree, list: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(list).filter(|&child| tree.is_named(child) && !tree.is_extra(child))
}
