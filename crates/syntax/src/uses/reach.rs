//! Reachability: what is needed.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::bits::{Bits, Counted};
use super::graph::Inner;
use super::parts::PartId;
use super::starts::{Starts, within};
use crate::bindings::{DefinitionId, EntityId, UseId};

/// What of a text is gone.
#[derive(Clone, Debug)]
pub(super) struct Gone {
    n_tokens: u32,
    tokens: Counted,
    uses: Bits,
    definitions: Bits,
}

impl Gone {
    pub(super) fn nothing(inner: &Inner) -> Gone {
        Gone::of(inner, &[])
    }

    /// Takes byte ranges, sorted and without overlaps; O(ranges · log tokens + (tokens + names) /
    /// 64).
    pub(super) fn of(inner: &Inner, ranges: &[Range<usize>]) -> Gone {
        let Starts { tokens, uses, definitions } = &inner.starts;
        Gone {
            n_tokens: u32::try_from(tokens.len()).expect("a tree has fewer than 2^32 nodes"),
            tokens: Counted::new(within(tokens, ranges)),
            uses: within(uses, ranges),
            definitions: within(definitions, ranges),
        }
    }

    pub(super) fn has_use(&self, id: UseId) -> bool {
        self.uses.has(id.0)
    }

    pub(super) fn has_definition(&self, id: DefinitionId) -> bool {
        self.definitions.has(id.0)
    }

    /// Returns the statements that have lost all names that they define, and not everything else.
    /// O(statements that define something).
    fn nameless<'a>(&'a self, inner: &'a Inner) -> impl Iterator<Item = PartId> + 'a {
        inner.named_statements.iter().copied().filter(|&part| {
            inner.defines[part as usize].iter().all(|&id| self.has_definition(id))
                && 0 < self.n_left(inner, part)
        })
    }

    /// Returns the number of remaining tokens of a part.
    pub(super) fn n_left(&self, inner: &Inner, part: PartId) -> u32 {
        self.n_left_in(inner.tokens[part as usize].clone())
    }

    /// Returns the number of remaining tokens in a range.
    pub(super) fn n_left_in(&self, tokens: Range<u32>) -> u32 {
        tokens.end - tokens.start - self.tokens.n_in(&tokens)
    }

    /// Returns the number of remaining tokens.
    pub(super) fn n_tokens(&self) -> u32 {
        self.n_left_in(0..self.n_tokens)
    }
}

/// The needed parts.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    parts: Vec<bool>,
    entities: Vec<bool>,
    waiting: Vec<PartId>,
    /// What has lost its name, and not all else, by the part around it: it stays as long as that.
    nameless: HashMap<PartId, Vec<PartId>>,
    /// Members that are used, by the part that holds them.
    members: HashMap<PartId, Vec<PartId>>,
    /// Implementations of needed types, of which no member is needed so far.
    implementations: BTreeSet<PartId>,
    kept: Members,
    /// Whether everything else goes: a list of exports keeps only what is needed, and pragmas wait
    /// for what they name.
    is_slice: bool,
}

/// Which members of a needed type are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// All of them.
    All,
    /// Those whose names are used.
    Used,
    /// As `Used`, without implementations of which no member is used: what a type implements may
    /// be needed although nothing names it.
    Named,
}

impl Reached {
    /// Starts with the parts that are always needed.
    pub(super) fn start(inner: &Inner, gone: &Gone) -> Reached {
        let mut reached = Reached { is_slice: false, ..Reached::empty(inner, Members::Used) };
        for &root in &inner.roots {
            reached.add(root);
        }
        for part in gone.nameless(inner) {
            match inner.holder(part) {
                Some(parent) => reached.nameless.entry(parent).or_default().push(part),
                None => reached.add(part),
            }
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
            nameless: HashMap::new(),
            members: HashMap::new(),
            implementations: BTreeSet::new(),
            kept,
            is_slice: true,
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
            for &(id, entity) in inner.needs.of(part) {
                if !inner.local_imports.is_empty() && !gone.has_use(id) {
                    self.add_local_imports(inner, id, entity);
                }
                if !self.entities[entity.0 as usize] && !gone.has_use(id) {
                    self.add_entity(inner, gone, entity);
                }
            }
            for &inside in &inner.shell[part as usize] {
                let goes = || {
                    inner.only_accompanies(inside)
                        || inner.is_pragma(inside)
                        || inner.is_idle_whole(inside)
                        || self.kept != Members::All && inner.is_member(inside)
                };
                if !self.is_slice || !goes() {
                    self.add(inside);
                }
            }
            if !self.nameless.is_empty() {
                for inside in self.nameless.remove(&part).unwrap_or_default() {
                    self.add(inside);
                }
            }
            if !self.members.is_empty() {
                for member in self.members.remove(&part).unwrap_or_default() {
                    self.add(member);
                }
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
            self.add_local_imports(inner, id, entity);
            self.add_entity(inner, gone, entity);
        }
    }

    /// Marks the imports for the part of the text in which a use is.
    fn add_local_imports(&mut self, inner: &Inner, id: UseId, entity: EntityId) {
        let node = inner.bindings.use_at(id).node;
        for (home, nodes) in inner.local_imports_of(entity) {
            if nodes.contains(&node.0) {
                self.add(*home);
            }
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
                // Needed only for uses in the part around it.
                if inner.local_imports_of(entity).iter().any(|(import, _)| *import == home) {
                    continue;
                }
                if self.kept == Members::Named && inner.is_implementation(definition, home) {
                    match self.members.contains_key(&home) {
                        true => self.add(home),
                        false => _ = self.implementations.insert(home),
                    }
                    continue;
                }
                let holder = inner.parts[home as usize].parent;
                if let Some(holder) = holder.filter(|holder| self.implementations.remove(holder)) {
                    self.add(holder);
                }
                // A list of names goes with its last one: no name waits for it.
                let holder = inner.holder(home);
                match holder.filter(|&holder| inner.waits[definition.0 as usize] && !self.has(holder)) {
                    Some(holder) => self.members.entry(holder).or_default().push(home),
                    None => self.add(home),
                }
            }
        }
    }
}
