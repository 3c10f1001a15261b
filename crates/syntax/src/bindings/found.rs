//! The bindings of one text.

use std::ops::Range;
use std::sync::Arc;

use super::entities::{Definition, DefinitionId, Entity, EntityId, Returning, Use, UseId};
use super::marks::Marks;
use super::wholes::Wholes;
use crate::languages::{Start, Undefined};
use crate::tree::{NodeId, Tree};

/// The definitions, uses and entities of one text. Cloning is O(1).
#[derive(Clone, Debug)]
pub struct Bindings {
    pub(super) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) tree: Tree,
    pub(super) undefined: Undefined,
    pub(super) start: Start,
    pub(super) namespaces: Vec<String>,
    pub(super) definitions: Vec<Definition>,
    pub(super) uses: Vec<Use>,
    pub(super) entities: Vec<Entity>,
    pub(super) returning: Vec<Returning>,
    pub(super) statements: Vec<NodeId>,
    pub(super) marks: Marks,
    pub(super) wholes: Wholes,
}

impl Bindings {
    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        &self.inner.tree
    }

    /// Returns what an undefined name means in this language.
    pub fn undefined(&self) -> Undefined {
        self.inner.undefined
    }

    /// Returns all definitions, sorted by their names' nodes.
    pub fn definitions(&self) -> &[Definition] {
        &self.inner.definitions
    }

    /// Returns all definitions with their ids, in order.
    pub fn numbered_definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        (0u32..).map(DefinitionId).zip(self.definitions())
    }

    /// Returns the definitions whose name nodes are in a range of nodes, in order. O(log
    /// definitions).
    pub fn definitions_within(&self, nodes: Range<u32>) -> &[Definition] {
        &self.definitions()[self.indices_within(nodes)]
    }

    /// Returns the ids of the definitions whose name nodes are in a range of nodes, in order. O(log
    /// definitions).
    pub fn definition_ids_within(&self, nodes: Range<u32>) -> impl Iterator<Item = DefinitionId> + use<> {
        self.indices_within(nodes).map(|index| DefinitionId(index as u32))
    }

    fn indices_within(&self, nodes: Range<u32>) -> Range<usize> {
        let first_at = |node: u32| self.definitions().partition_point(|found| found.name.0 < node);
        first_at(nodes.start)..first_at(nodes.end)
    }

    /// Returns all uses, in order.
    pub fn uses(&self) -> &[Use] {
        &self.inner.uses
    }

    /// Returns the uses in a range of nodes, in order. O(log uses).
    pub fn uses_within(&self, nodes: Range<u32>) -> &[Use] {
        let first_at = |node: u32| self.uses().partition_point(|found| found.node.0 < node);
        &self.uses()[first_at(nodes.start)..first_at(nodes.end)]
    }

    /// Returns the entities that are used in a range of nodes, in the order of their uses, each as
    /// often as it is used. O(log uses) and the uses.
    pub fn used_within(&self, nodes: Range<u32>) -> impl Iterator<Item = EntityId> {
        self.uses_within(nodes).iter().filter_map(|used| used.entity)
    }

    /// Returns all entities.
    pub fn entities(&self) -> &[Entity] {
        &self.inner.entities
    }

    /// Returns the nodes that are executed one after the other, in preorder.
    pub fn statements(&self) -> &[NodeId] {
        &self.inner.statements
    }

    /// Whether a node is one of the statements. O(log statements).
    pub fn is_statement(&self, node: NodeId) -> bool {
        self.inner.statements.binary_search(&node).is_ok()
    }

    /// Returns a definition.
    pub fn definition(&self, definition: DefinitionId) -> &Definition {
        &self.inner.definitions[definition.0 as usize]
    }

    /// Returns a use.
    pub fn use_at(&self, use_id: UseId) -> &Use {
        &self.inner.uses[use_id.0 as usize]
    }

    /// Returns an entity.
    pub fn entity(&self, entity: EntityId) -> &Entity {
        &self.inner.entities[entity.0 as usize]
    }

    /// Returns the name of an entity's namespace: `name`, `label` …
    pub fn namespace(&self, entity: EntityId) -> &str {
        let index = usize::from(self.entity(entity).namespace.0);
        self.inner.namespaces.get(index).map_or("", |name| name)
    }
}
