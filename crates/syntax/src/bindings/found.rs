//! The bindings of one text.

use std::ops::Range;
use std::sync::Arc;

use super::compiled::Compiled;
use super::dead::Wholes;
use super::lacks::Marks;
use super::name_rules::NameRules;
use super::roles::Namespace;
use crate::languages::{Language, Start, Undefined};
use crate::tree::{NodeId, Tree};

/// The index of a definition in its [`Bindings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub u32);

/// The index of a use in its [`Bindings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UseId(pub u32);

/// The index of an entity in its [`Bindings`].
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
    /// Whether it is found by its name alone, as a part of whatever holds it: a field, a method, a column.
    pub is_member: bool,
    /// Whether it only goes along with other definitions of the entity, and makes nothing known.
    pub joins: bool,
}

impl Definition {
    /// Returns the node that holds all of the definition: the group that it is one of, else what goes with it alone, if anything does.
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

/// What a name stands for in one scope: all definitions of the name there, and the uses that refer to them.
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
    /// Its uses, in order; where it is not the innermost any more, those of inner entities may come to it.
    pub uses: Vec<UseId>,
}

/// A function that returns something.
#[derive(Clone, Debug)]
pub(super) struct Returning {
    pub(super) function: NodeId,
    /// What it returns with.
    pub(super) returns: Vec<NodeId>,
}

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
    /// Finds the bindings of a tree; `None` if its language has no query, or the tree is not one of that language.
    /// O(nodes + names · log names).
    pub fn of(language: &Language, tree: &Tree) -> Option<Bindings> {
        let compiled = Compiled::of(language, tree)?;
        let rules = NameRules::of(language);
        let collected = super::collect::collect(compiled, tree);
        let namespaces = compiled.roles.namespaces();
        let inner = super::resolve::resolve(collected, namespaces, rules, tree);
        Some(Bindings { inner: Arc::new(inner) })
    }

    /// Guesses the bindings of a tree by names alone, in whatever language: good enough for proposals, and not for
    /// refusing any. O(nodes · depth of patterns).
    pub fn guessed(language: &Language, tree: &Tree) -> Bindings {
        let namespaces: Vec<String> = super::guess::NAMESPACES.iter().map(|&name| name.to_owned()).collect();
        let rules = NameRules::guessed(language);
        let inner = super::resolve::resolve(super::guess::guess(tree), &namespaces, rules, tree);
        Bindings { inner: Arc::new(inner) }
    }

    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        &self.inner.tree
    }

    /// Returns what comes of a text of this language in which a use lost its definition.
    pub fn undefined(&self) -> Undefined {
        self.inner.undefined
    }

    /// Returns all definitions, in the order of their names.
    pub fn definitions(&self) -> &[Definition] {
        &self.inner.definitions
    }

    /// Returns the definitions whose names are among some nodes, in order; O(log definitions).
    pub fn definitions_within(&self, nodes: Range<u32>) -> &[Definition] {
        let first_at = |node: u32| self.definitions().partition_point(|found| found.name.0 < node);
        &self.definitions()[first_at(nodes.start)..first_at(nodes.end)]
    }

    /// Returns all uses, in order.
    pub fn uses(&self) -> &[Use] {
        &self.inner.uses
    }

    /// Returns everything that names stand for.
    pub fn entities(&self) -> &[Entity] {
        &self.inner.entities
    }

    /// Returns the nodes that are done one after the other, in preorder.
    pub fn statements(&self) -> &[NodeId] {
        &self.inner.statements
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

    /// Returns the name of the names that an entity is looked up with: `name`, `label` …
    pub fn namespace(&self, entity: EntityId) -> &str {
        let index = usize::from(self.entity(entity).namespace.0);
        self.inner.namespaces.get(index).map_or("", |name| name)
    }
}
