//! Whether more may be removed from a text of which a part is removed already.

use std::collections::HashMap;
use std::ops::Range;

use super::entities::EntityId;
use super::found::Bindings;
use super::marks::{Counts, Mark};

/// A text of which a part is removed.
#[derive(Clone, Debug)]
pub struct Removed {
    bindings: Bindings,
    /// By entity: what is removed of it.
    gone: Vec<Counts>,
    /// Entities that have uses left and no definition of their own.
    bare: Vec<EntityId>,
}

impl Bindings {
    /// Returns the text without the bytes in `gone` (sorted, without overlaps). O(entities +
    /// removed names).
    pub fn removed(&self, gone: impl IntoIterator<Item = Range<usize>>) -> Removed {
        let mut counts = vec![Counts::default(); self.entities().len()];
        let mut touched: Vec<EntityId> = Vec::new();
        for mark in gone.into_iter().flat_map(|bytes| self.marks_in(bytes)) {
            if let Some(entity) = self.entity_of(mark) {
                self.count(mark, &mut counts[entity.0 as usize]);
                touched.extend(matches!(mark, Mark::Definition(_)).then_some(entity));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let mut removed = Removed { bindings: self.clone(), gone: counts, bare: Vec::new() };
        touched.retain(|&entity| removed.is_bare(entity, &HashMap::new()));
        removed.bare = touched;
        removed
    }

    fn marks_in(&self, bytes: Range<usize>) -> impl Iterator<Item = Mark> {
        self.inner.marks.within(&bytes)
    }

    fn entity_of(&self, mark: Mark) -> Option<EntityId> {
        match mark {
            Mark::Definition(id) => Some(self.definition(id).entity),
            Mark::Use(id) => self.use_at(id).entity,
            Mark::Return(_) => None,
        }
    }

    fn count(&self, mark: Mark, counts: &mut Counts) {
        match mark {
            Mark::Definition(id) => counts.count(self.definition(id)),
            Mark::Use(id) => counts.count_use(self.use_at(id).need),
            Mark::Return(_) => {}
        }
    }
}

impl Removed {
    /// Whether uses are left without a definition, or jumps without a label, if these bytes are
    /// removed as well (sorted, without overlaps, and none of them removed already), as
    /// [`Bindings::missing`] says of both together. O(names in `more` + names without a
    /// definition).
    pub fn lacks_definition(&self, more: impl IntoIterator<Item = Range<usize>>) -> bool {
        let bindings = &self.bindings;
        let mut added: HashMap<EntityId, Counts> = HashMap::new();
        let mut touched: Vec<EntityId> = Vec::new();
        for mark in more.into_iter().flat_map(|bytes| bindings.marks_in(bytes)) {
            if let Some(entity) = bindings.entity_of(mark) {
                bindings.count(mark, added.entry(entity).or_default());
                touched.extend(matches!(mark, Mark::Definition(_)).then_some(entity));
            }
        }
        let outer = |entity: &EntityId| bindings.entity(*entity).outer;
        let has_none = |entity: EntityId| {
            std::iter::successors(Some(entity), outer).all(|entity| !self.has_definition(entity, &added))
        };
        let mut all = touched.into_iter().chain(self.bare.iter().copied());
        all.any(|entity| self.is_bare(entity, &added) && has_none(entity))
    }

    /// Whether uses of an entity are left, and no definition of its own.
    fn is_bare(&self, entity: EntityId, added: &HashMap<EntityId, Counts>) -> bool {
        let more = added.get(&entity).map_or(0, |counts| counts.strict);
        let n_gone = self.gone[entity.0 as usize].strict + more;
        n_gone < self.bindings.inner.marks.totals[entity.0 as usize].strict
            && !self.has_definition(entity, added)
    }

    fn has_definition(&self, entity: EntityId, added: &HashMap<EntityId, Counts>) -> bool {
        let more = added.get(&entity).map_or(0, |counts| counts.definitions);
        let n_gone = self.gone[entity.0 as usize].definitions + more;
        n_gone < self.bindings.inner.marks.totals[entity.0 as usize].definitions
    }
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use super::*;
    use crate::bindings::Missing;
    use crate::languages::by_name;

    #[test]
    fn it_says_of_any_two_parts_what_is_said_of_both_together() {
        let text = b"int a; int f(int b) { int a; a = b; { int b = a; b++; goto end; } end: return a; }\n\
            int g(void); int g(void) { return f(a) + g(); }";
        let language = by_name("c").unwrap();
        let tree = language.grammar().unwrap().unwrap().parse(text).unwrap();
        let bindings = Bindings::of(language, &tree).unwrap();
        let nodes: Vec<Range<usize>> =
            tree.preorder(tree.root()).skip(1).map(|node| tree.range(node)).collect();
        let mut n_lacking = 0;
        for first in &nodes {
            let removed = bindings.removed([first.clone()]);
            for more in nodes.iter().filter(|more| more.end <= first.start || first.end <= more.start) {
                let mut both = [first.clone(), more.clone()];
                both.sort_by_key(|range| range.start);
                let is_definition =
                    |lack: &Missing| matches!(lack, Missing::Definition(_) | Missing::Label(_));
                let lacks = bindings.missing(both).iter().any(is_definition);
                assert_eq!(removed.lacks_definition([more.clone()]), lacks, "{first:?} {more:?}");
                n_lacking += usize::from(lacks);
            }
        }
        assert!(0 < n_lacking, "something is missing somewhere");
    }
}
