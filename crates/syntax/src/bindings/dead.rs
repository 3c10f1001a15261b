//! Dead code: definitions that nothing needs.

use std::ops::Range;

use super::entities::{Definition, DefinitionId, EntityId, UseId};
use super::found::Bindings;
use crate::languages::Start;
use crate::tree::NodeId;

/// An entity that nothing needs, with the nodes to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dead {
    /// The nodes that hold its definitions. None lies within another dead node.
    pub nodes: Vec<NodeId>,
    /// The entity.
    pub entity: EntityId,
}

/// Which definitions may be dead although the node around them is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only definitions at the top level, and labels. Removing others changes the layout of memory,
    /// which matters to programs that read uninitialized memory.
    Text,
    /// All but members.
    Names,
    /// Members as well, although removing one changes the layout of its type.
    All,
}

/// A traversal from what is needed to everything it uses.
struct Walk<'a> {
    bindings: &'a Bindings,
    is_gone: &'a dyn Fn(usize) -> bool,
    is_live: Vec<bool>,
    waiting: Vec<u32>,
    /// By whole: the members in it that are needed if the whole is needed.
    members: Vec<Vec<u32>>,
    /// The entities of these members.
    member_entities: Vec<EntityId>,
}

impl Walk<'_> {
    fn keep_whole(&mut self, whole: Option<u32>) {
        let mut rest = Vec::from_iter(whole);
        while let Some(whole) = rest.pop() {
            if !std::mem::replace(&mut self.is_live[whole as usize], true) {
                self.waiting.push(whole);
                rest.extend(self.bindings.inner.wholes.parents[whole as usize]);
                rest.append(&mut self.members[whole as usize]);
            }
        }
    }

    fn remains(&self, definition: DefinitionId) -> bool {
        !(self.is_gone)(self.bindings.inner.wholes.places[definition.0 as usize])
    }

    fn keep(&mut self, entity: EntityId) {
        let mut at = Some(entity);
        while let Some(entity) = at {
            let bindings = self.bindings;
            let entity = bindings.entity(entity);
            at = entity.outer;
            for &definition in &entity.definitions {
                if self.remains(definition) {
                    at = None;
                    self.keep_definition(definition);
                }
            }
        }
    }

    /// Returns the innermost whole around a definition and its group.
    fn holder(&self, definition: DefinitionId) -> Option<u32> {
        let wholes = &self.bindings.inner.wholes;
        let group = self.bindings.definition(definition).group;
        let group = group.and_then(|group| wholes.nodes.binary_search(&group).ok());
        let around = wholes.parents[wholes.homes[definition.0 as usize]? as usize];
        match around {
            Some(around) if group == Some(around as usize) => wholes.parents[around as usize],
            around => around,
        }
    }

    /// Makes definitions that `reach` excludes needed whenever the whole around them is.
    fn exempt(&mut self, remaining: &[DefinitionId], reach: Reach) {
        let bindings = self.bindings;
        let is_exempt = |found: &Definition| {
            let is_local = || bindings.entity(found.entity).scope != bindings.tree().root();
            match reach {
                Reach::All => false,
                Reach::Names => found.is_member,
                Reach::Text => found.is_member || (is_local() && bindings.namespace(found.entity) != "label"),
            }
        };
        for &id in remaining.iter().filter(|id| is_exempt(bindings.definition(**id))) {
            if let (Some(home), Some(holder)) = (bindings.inner.wholes.homes[id.0 as usize], self.holder(id))
            {
                self.members[holder as usize].push(home);
            }
        }
    }

    fn keep_definition(&mut self, definition: DefinitionId) {
        let home = self.bindings.inner.wholes.homes[definition.0 as usize];
        let found = self.bindings.definition(definition);
        let holder = self.holder(definition);
        match (home, holder.filter(|&holder| found.is_member && !self.is_live[holder as usize])) {
            (Some(home), Some(holder)) => {
                self.members[holder as usize].push(home);
                self.member_entities.push(found.entity);
            }
            _ => self.keep_whole(home),
        }
    }

    /// Keeps all definitions of a member that is used if none of them lies in a needed whole.
    fn keep_members_of_dead_types(&mut self) {
        let bindings = self.bindings;
        for entity in std::mem::take(&mut self.member_entities) {
            let homes =
                bindings.entity(entity).definitions.iter().filter(|&&definition| self.remains(definition));
            let homes: Vec<Option<u32>> =
                homes.map(|definition| bindings.inner.wholes.homes[definition.0 as usize]).collect();
            if !homes.iter().any(|home| home.is_none_or(|home| self.is_live[home as usize])) {
                homes.into_iter().for_each(|home| self.keep_whole(home));
            }
        }
    }

    fn run(&mut self) {
        loop {
            while let Some(whole) = self.waiting.pop() {
                self.keep_used(&self.bindings.inner.wholes.uses[whole as usize]);
            }
            self.keep_members_of_dead_types();
            if self.waiting.is_empty() {
                return;
            }
        }
    }

    fn keep_used(&mut self, uses: &[UseId]) {
        for &use_id in uses {
            let bound = self.bindings.use_at(use_id);
            if let Some(entity) = bound.entity
                && !(self.is_gone)(self.bindings.tree().range(bound.node).start)
            {
                self.keep(entity);
            }
        }
    }
}

impl Bindings {
    /// Finds the dead definitions of the text without the bytes in `gone` (sorted, without
    /// overlaps).
    ///
    /// The roots are code outside of all definitions (such as statements at the top level),
    /// definitions that are roots (such as `main`), and definitions that could not be parsed. If
    /// there are none, and the language does not start at the top of the text, all definitions with
    /// a body are roots. What a needed node uses is needed, with everything around it; a member
    /// that is used is needed only in those types that are needed. Entities are sorted by their
    /// first definitions. O(nodes of definitions + uses).
    pub fn dead(&self, gone: impl IntoIterator<Item = Range<usize>>) -> Vec<Dead> {
        self.dead_within(gone, Reach::All)
    }

    /// As [`Bindings::dead`]; `reach` limits what may be dead within needed nodes.
    pub fn dead_within(&self, gone: impl IntoIterator<Item = Range<usize>>, reach: Reach) -> Vec<Dead> {
        let gone: Vec<Range<usize>> = gone.into_iter().collect();
        let is_gone = |place: usize| {
            let behind = gone.partition_point(|bytes| bytes.start <= place);
            0 < behind && place < gone[behind - 1].end
        };
        let wholes = &self.inner.wholes;
        let is_live = vec![false; wholes.nodes.len()];
        let mut walk = Walk {
            bindings: self,
            is_gone: &is_gone,
            is_live,
            waiting: Vec::new(),
            members: vec![Vec::new(); wholes.nodes.len()],
            member_entities: Vec::new(),
        };
        let remaining: Vec<DefinitionId> = (0u32..)
            .map(DefinitionId)
            .take(self.definitions().len())
            .filter(|&id| walk.remains(id))
            .collect();
        walk.exempt(&remaining, reach);
        let has_root =
            self.inner.start == Start::Text || remaining.iter().any(|&id| self.definition(id).is_root);
        for &id in &remaining {
            let definition = self.definition(id);
            if if has_root { definition.is_root } else { definition.has_body } {
                walk.keep_whole(wholes.homes[id.0 as usize]);
            }
        }
        for &entity in &wholes.broken {
            walk.keep(entity);
        }
        walk.keep_used(&wholes.free);
        walk.run();
        self.dead_entities(&remaining, &walk.is_live)
    }

    fn dead_entities(&self, remaining: &[DefinitionId], is_live: &[bool]) -> Vec<Dead> {
        let wholes = &self.inner.wholes;
        // Returns the outermost dead whole around a dead one.
        let outermost = |whole: u32| {
            let above =
                |&whole: &u32| wholes.parents[whole as usize].filter(|&above| !is_live[above as usize]);
            std::iter::successors(Some(whole), above).last().unwrap_or(whole)
        };
        let mut taken = vec![false; wholes.nodes.len()];
        let mut by_entity: Vec<(EntityId, Vec<NodeId>)> = Vec::new();
        let mut places: std::collections::HashMap<EntityId, usize> = std::collections::HashMap::new();
        for &id in remaining {
            let Some(home) = wholes.homes[id.0 as usize].filter(|&home| !is_live[home as usize]) else {
                continue;
            };
            let whole = outermost(home);
            if !std::mem::replace(&mut taken[whole as usize], true) {
                let entity = self.definition(id).entity;
                let at = *places.entry(entity).or_insert_with(|| {
                    by_entity.push((entity, Vec::new()));
                    by_entity.len() - 1
                });
                by_entity[at].1.push(wholes.nodes[whole as usize]);
            }
        }
        by_entity.into_iter().map(|(entity, nodes)| Dead { nodes, entity }).collect()
    }
}
