//! What nothing uses.

use std::ops::Range;

use super::entities::{Definition, DefinitionId, EntityId, UseId};
use super::found::Bindings;
use crate::languages::Start;
use crate::tree::NodeId;

/// An entity that nothing needs, with the nodes that go with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dead {
    /// The nodes that hold its definitions; none lies within another dead one.
    pub nodes: Vec<NodeId>,
    /// The entity.
    pub entity: EntityId,
}

/// Which definitions may be dead within what is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those that are known in the whole text, and labels: what else is in functions decides what
    /// stands where in memory, and that may be needed where a program reads what it never wrote.
    Text,
    /// All but members.
    Names,
    /// Members, too: where others stand in memory hangs on them.
    All,
}

/// A walk from what is needed to all it uses.
struct Walk<'a> {
    bindings: &'a Bindings,
    is_gone: &'a dyn Fn(usize) -> bool,
    is_live: Vec<bool>,
    waiting: Vec<u32>,
    /// By whole: the members in it that are needed if it is.
    members: Vec<Vec<u32>>,
    /// Entities with such members.
    of_members: Vec<EntityId>,
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

    fn is_there(&self, definition: DefinitionId) -> bool {
        !(self.is_gone)(self.bindings.inner.wholes.places[definition.0 as usize])
    }

    fn keep(&mut self, entity: EntityId) {
        let mut at = Some(entity);
        while let Some(entity) = at {
            let bindings = self.bindings;
            let entity = bindings.entity(entity);
            at = entity.outer;
            for &definition in &entity.definitions {
                if self.is_there(definition) {
                    at = None;
                    self.keep_definition(definition);
                }
            }
        }
    }

    /// Returns the whole that a definition is part of.
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

    /// Lets what is beyond reach be needed by what holds it.
    fn spare(&mut self, there: &[DefinitionId], reach: Reach) {
        let bindings = self.bindings;
        let is_spared = |found: &Definition| {
            let is_local = || bindings.entity(found.entity).scope != bindings.tree().root();
            match reach {
                Reach::All => false,
                Reach::Names => found.is_member,
                Reach::Text => found.is_member || (is_local() && bindings.namespace(found.entity) != "label"),
            }
        };
        for &id in there.iter().filter(|id| is_spared(bindings.definition(**id))) {
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
                self.of_members.push(found.entity);
            }
            _ => self.keep_whole(home),
        }
    }

    /// Where no definition of a member that is needed is in anything that is needed, all of them
    /// are.
    fn keep_lost_members(&mut self) {
        let bindings = self.bindings;
        for entity in std::mem::take(&mut self.of_members) {
            let homes =
                bindings.entity(entity).definitions.iter().filter(|&&definition| self.is_there(definition));
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
            self.keep_lost_members();
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
    /// Finds what nothing uses, together with what only such things use, when some bytes are gone
    /// already (sorted, without overlaps).
    ///
    /// What is needed is what no definition holds, such as statements outside of functions, and
    /// definitions that are roots, such as `main`, and those that could not be parsed; where there
    /// is no root and the text does not start by itself, all definitions with a body. From there,
    /// what is used is needed as well, with everything around it; a member that is used by its name
    /// is needed in everything that is needed. Entities come in the order of their first
    /// definitions. O(nodes of definitions + uses).
    pub fn dead(&self, gone: impl IntoIterator<Item = Range<usize>>) -> Vec<Dead> {
        self.dead_within(gone, Reach::All)
    }

    /// As [`Bindings::dead`]; says what may be dead within what is needed.
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
            of_members: Vec::new(),
        };
        let there: Vec<DefinitionId> = (0u32..)
            .map(DefinitionId)
            .take(self.definitions().len())
            .filter(|&id| walk.is_there(id))
            .collect();
        walk.spare(&there, reach);
        let has_root = self.inner.start == Start::Text || there.iter().any(|&id| self.definition(id).is_root);
        for &id in &there {
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
        self.dead_entities(&there, &walk.is_live)
    }

    fn dead_entities(&self, there: &[DefinitionId], is_live: &[bool]) -> Vec<Dead> {
        let wholes = &self.inner.wholes;
        // The outermost dead whole around each definition that is not needed.
        let outermost = |whole: u32| {
            let above =
                |&whole: &u32| wholes.parents[whole as usize].filter(|&above| !is_live[above as usize]);
            std::iter::successors(Some(whole), above).last().unwrap_or(whole)
        };
        let mut taken = vec![false; wholes.nodes.len()];
        let mut by_entity: Vec<(EntityId, Vec<NodeId>)> = Vec::new();
        let mut places: std::collections::HashMap<EntityId, usize> = std::collections::HashMap::new();
        for &id in there {
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
