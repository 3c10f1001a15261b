//! The use graph.

use std::collections::BTreeMap;
use std::ops::Range;

use super::parts::{Part, PartId};
use super::starts::Starts;
use super::type_parameters::TypeParameter;
use crate::bindings::{Bindings, DefinitionId, EntityId, UseId};
use crate::tree::{NodeId, Tree};

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) bindings: Bindings,
    pub(super) parts: Vec<Part>,
    /// By part: its tokens.
    pub(super) tokens: Vec<Range<u32>>,
    pub(super) starts: Starts,
    /// By part: the uses of [`uses`](Inner::uses) that need what they name.
    pub(super) needs: ByPart<(UseId, EntityId)>,
    /// By part: the uses that are in it and in no part within it.
    pub(super) uses: Vec<Vec<UseId>>,
    /// By part: the inner parts that stay as long as it does.
    pub(super) shell: Vec<Vec<PartId>>,
    /// By part: the members of what it defines.
    pub(super) members: Vec<Vec<PartId>>,
    /// Parts that are always needed.
    pub(super) roots: Vec<PartId>,
    /// Uses outside of all parts.
    pub(super) free: Vec<UseId>,
    /// By part: its definitions.
    pub(super) defines: Vec<Vec<DefinitionId>>,
    /// By definition: the part that is removed with it, or the one that contains its name.
    pub(super) home: Vec<Option<PartId>>,
    /// By definition: whether it is needed only if the part around it is needed for another reason.
    pub(super) waits: Vec<bool>,
    /// By use: whether it only assigns to a name.
    pub(super) writes: Vec<bool>,
    /// By entity: its imports within another part, such as a module, each with that part's nodes.
    pub(super) local_imports: BTreeMap<EntityId, Vec<(PartId, Range<u32>)>>,
    /// By part: whether it is removed when unused.
    pub(super) is_definition: Vec<bool>,
    /// Statements with a value that define names.
    pub(super) named_statements: Vec<PartId>,
    /// Definitions that announce what has a body elsewhere, with those that have one.
    pub(super) announcements: Vec<(DefinitionId, Vec<DefinitionId>)>,
    /// What a node is nothing without: the body of a function.
    pub(super) cores: Vec<Core>,
    /// By part: whether it is an element of a list, or an arm.
    pub(super) is_element: Vec<bool>,
    /// By part: whether it is an import.
    pub(super) imports: Vec<bool>,
    /// What has a value only while something drives it.
    pub(super) driven: Vec<Driven>,
    /// The type parameters that have to be used.
    pub(super) type_parameters: Vec<TypeParameter>,
}

/// A name without a value of its own.
#[derive(Clone, Debug)]
pub(super) struct Driven {
    pub(super) entity: EntityId,
    /// The uses that give it a value, at least one.
    pub(super) drivers: Vec<UseId>,
}

/// Lists of items, one for each part, behind each other.
#[derive(Debug)]
pub(super) struct ByPart<T> {
    items: Vec<T>,
    /// Where the list of each part starts, and where the last one ends.
    starts: Vec<usize>,
}

impl<T> ByPart<T> {
    pub(super) fn new(lists: impl IntoIterator<Item: IntoIterator<Item = T>>) -> ByPart<T> {
        let mut by_part = ByPart { items: Vec::new(), starts: vec![0] };
        for list in lists {
            by_part.items.extend(list);
            by_part.starts.push(by_part.items.len());
        }
        by_part
    }

    pub(super) fn of(&self, part: PartId) -> &[T] {
        let part = part as usize;
        &self.items[self.starts[part]..self.starts[part + 1]]
    }
}

/// A node, and the child without which it says nothing: a function and its body, an arm and what it
/// does.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub(super) holder: NodeId,
    /// The tokens of the node.
    pub(super) all: Range<u32>,
    /// The tokens of the child.
    pub(super) own: Range<u32>,
}

impl Inner {
    pub(super) fn tree(&self) -> &Tree {
        self.bindings.tree()
    }

    /// Returns the innermost part around a node. O(log parts + depth).
    pub(super) fn around(&self, node: NodeId) -> Option<PartId> {
        let behind = self.parts.partition_point(|part| part.nodes.start <= node.0);
        let last = u32::try_from(behind).ok()?.checked_sub(1)?;
        let above = |&part: &PartId| self.parts[part as usize].parent;
        std::iter::successors(Some(last), above)
            .find(|&part| self.parts[part as usize].nodes.contains(&node.0))
    }

    /// Returns what holds a part, but not its group: `const a = 1, b = 2`.
    pub(super) fn holder(&self, part: PartId) -> Option<PartId> {
        let is_group =
            |part: PartId| self.is_definition[part as usize] && self.defines[part as usize].is_empty();
        let above = |&part: &PartId| self.parts[part as usize].parent;
        std::iter::successors(above(&part), above).find(|&part| !is_group(part))
    }

    /// Whether a part is an import.
    pub(super) fn is_import(&self, part: PartId) -> bool {
        self.imports[part as usize]
    }

    /// Returns the imports of an entity within other parts, each with the nodes of that part.
    pub(super) fn local_imports_of(&self, entity: EntityId) -> &[(PartId, Range<u32>)] {
        self.local_imports.get(&entity).map_or(&[], |imports| imports)
    }

    /// Whether a part is a pragma, which names definitions but is not a part of the syntax.
    pub(super) fn is_pragma(&self, part: PartId) -> bool {
        self.tree().is_extra(self.parts[part as usize].node)
    }

    /// Whether a part is a member of what is around it.
    pub(super) fn is_member(&self, part: PartId) -> bool {
        let defines = &self.defines[part as usize];
        !defines.is_empty() && defines.iter().all(|&id| self.bindings.definition(id).is_member)
    }

    /// Whether the part of a definition implements something for a type.
    pub(super) fn is_implementation(&self, id: DefinitionId, part: PartId) -> bool {
        let kind = self.tree().kind_name(self.parts[part as usize].node);
        self.bindings.definition(id).accompanies && (kind.contains("impl_") || kind.contains("instance"))
    }

    /// Whether a part only accompanies definitions: an element of a list of exports.
    pub(super) fn only_accompanies(&self, part: PartId) -> bool {
        let defines = &self.defines[part as usize];
        !defines.is_empty() && defines.iter().all(|&id| self.bindings.definition(id).accompanies)
    }
}
