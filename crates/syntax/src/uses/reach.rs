//! Reachability: what is needed.

use std::ops::Range;

use super::graph::Inner;
use super::parts::PartId;
use crate::bindings::{DefinitionId, EntityId, UseId};
use crate::tree::NodeId;

/// What of a text is gone.
#[derive(Clone, Debug)]
pub(super) struct Gone {
    /// By token: how many before it are still there.
    before: Vec<u32>,
    /// By use.
    uses: Vec<bool>,
    /// By definition.
    definitions: Vec<bool>,
}

impl Gone {
    pub(super) fn nothing(inner: &Inner) -> Gone {
        Gone::of(inner, &[])
    }

    /// Takes byte ranges, sorted and without overlaps; O(tokens + names · log ranges).
    pub(super) fn of(inner: &Inner, ranges: &[Range<usize>]) -> Gone {
        let tree = inner.tree();
        let is_gone = |place: usize| {
            let behind = ranges.partition_point(|range| range.start <= place);
            0 < behind && place < ranges[behind - 1].end
        };
        let mut before = Vec::with_capacity(tree.tokens().len() + 1);
        let mut n_left = 0;
        let mut next = ranges.iter().peekable();
        for &token in tree.tokens() {
            before.push(n_left);
            let start = tree.range(token).start;
            while next.next_if(|range| range.end <= start).is_some() {}
            n_left += u32::from(next.peek().is_none_or(|range| start < range.start));
        }
        before.push(n_left);
        let at = |node: NodeId| !ranges.is_empty() && is_gone(tree.range(node).start);
        Gone {
            before,
            uses: inner.bindings.uses().iter().map(|bound| at(bound.node)).collect(),
            definitions: inner.bindings.definitions().iter().map(|found| at(found.name)).collect(),
        }
    }

    pub(super) fn has_use(&self, id: UseId) -> bool {
        self.uses[id.0 as usize]
    }

    pub(super) fn has_definition(&self, id: DefinitionId) -> bool {
        self.definitions[id.0 as usize]
    }

    /// Returns the number of remaining tokens of a part.
    pub(super) fn n_left(&self, inner: &Inner, part: PartId) -> u32 {
        let tree = inner.tree();
        let part = &inner.parts[part as usize];
        let first = tree.token_range(NodeId(part.nodes.start)).start;
        let end = tree.token_range(part.node).end;
        self.n_left_in(first..end)
    }

    /// Returns the number of remaining tokens in a range.
    pub(super) fn n_left_in(&self, tokens: Range<u32>) -> u32 {
        self.before[tokens.end as usize] - self.before[tokens.start as usize]
    }

    /// Returns the number of remaining tokens.
    pub(super) fn n_tokens(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }
}

/// The needed parts.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    parts: Vec<bool>,
    entities: Vec<bool>,
    waiting: Vec<PartId>,
    /// Members that are used, by the part that holds them.
    members: Vec<Vec<PartId>>,
    kept: Members,
}

/// Which members of a needed type are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// All of them.
    All,
    /// Those whose names are used.
    Used,
}

impl Reached {
    /// Starts with the parts that are always needed.
    pub(super) fn start(inner: &Inner, gone: &Gone) -> Reached {
        let mut reached = Reached::empty(inner, Members::Used);
        for &root in &inner.roots {
            reached.add(root);
        }
        for &id in inner.free.iter().filter(|&&id| !gone.has_use(id)) {
            reached.follow(inner, gone, id);
        }
        reached
    }

    pub(super) fn empty(inner: &Inner, kept: Members) -> Reached {
        Reached {
            parts: vec![false; inner.parts.len()],
            entities: vec![false; inner.bindings.entities().len()],
            waiting: Vec::new(),
            members: vec![Vec::new(); inner.parts.len()],
            kept,
        }
    }

    pub(super) fn has(&self, part: PartId) -> bool {
        self.parts[part as usize]
    }

    pub(super) fn has_entity(&self, entity: EntityId) -> bool {
        self.entities[entity.0 as usize]
    }

    pub(super) fn add(&mut self, part: PartId) {
        if !std::mem::replace(&mut self.parts[part as usize], true) {
            self.waiting.push(part);
        }
    }

    /// Follows all uses to a fixpoint. O(parts + uses + definitions) over all calls.
    ///
    /// A member is needed if its name is used and its type is needed: `len` of an unused type is
    /// not needed because another type has a `len`.
    pub(super) fn go_on(&mut self, inner: &Inner, gone: &Gone) {
        while let Some(part) = self.waiting.pop() {
            if inner.is_definition[part as usize]
                && let Some(parent) = inner.parts[part as usize].parent
            {
                self.add(parent);
            }
            for &id in inner.uses[part as usize].iter().filter(|&&id| !gone.has_use(id)) {
                self.follow(inner, gone, id);
            }
            for &inside in &inner.shell[part as usize] {
                self.add(inside);
            }
            for member in std::mem::take(&mut self.members[part as usize]) {
                self.add(member);
            }
            if self.kept == Members::All {
                for &member in &inner.members[part as usize] {
                    self.add(member);
                }
            }
        }
    }

    fn follow(&mut self, inner: &Inner, gone: &Gone, id: UseId) {
        let entity = inner.bindings.use_at(id).entity;
        if let Some(entity) = entity.filter(|_| !inner.writes[id.0 as usize]) {
            self.add_entity(inner, gone, entity);
        }
    }

    /// Marks an entity as needed.
    pub(super) fn add_entity(&mut self, inner: &Inner, gone: &Gone, entity: EntityId) {
        let mut at = Some(entity);
        while let Some(entity) = at {
            if self.entities[entity.0 as usize] {
                return;
            }
            at = inner.bindings.entity(entity).outer;
            for &definition in &inner.bindings.entity(entity).definitions {
                if gone.has_definition(definition) {
                    continue;
                }
                at = None;
                self.entities[entity.0 as usize] = true;
                let Some(home) = inner.home[definition.0 as usize] else { continue };
                let holder = inner.parts[home as usize].parent;
                match holder.filter(|&holder| inner.waits[definition.0 as usize] && !self.has(holder)) {
                    Some(holder) => self.members[holder as usize].push(home),
                    None => self.add(home),
                }
            }
        }
    }
}
