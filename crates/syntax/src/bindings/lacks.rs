//! What is missing when a part of a text goes.

use std::ops::Range;

use super::entities::EntityId;
use super::found::{Bindings, Inner};
use super::marks::{Counts, What};
use crate::tree::NodeId;

/// What a text lacks that was there before a part of it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lack {
    /// Uses of an entity are left, and no definition that they may refer to.
    Definition(EntityId),
    /// Jumps are left, and their label is not.
    Label(EntityId),
    /// Uses and announcements are left, and what they announce is not: it compiles, and does not
    /// link.
    Body(EntityId),
    /// A function that returned something is left, and none of its returns.
    Return(NodeId),
}

/// What is gone of each entity and function.
struct Losses<'a> {
    inner: &'a Inner,
    gone: Vec<Counts>,
    touched: Vec<EntityId>,
}

impl Losses<'_> {
    fn of(&mut self, entity: EntityId) -> &mut Counts {
        &mut self.gone[entity.0 as usize]
    }

    fn has_definition(&self, entity: EntityId) -> bool {
        let at = entity.0 as usize;
        self.gone[at].definitions < self.inner.marks.totals[at].definitions
    }

    fn lack(&self, entity: EntityId) -> Option<Lack> {
        let (total, gone) = (&self.inner.marks.totals[entity.0 as usize], &self.gone[entity.0 as usize]);
        if total.strict == gone.strict {
            return None;
        }
        let outer = |entity: &EntityId| self.inner.entities[entity.0 as usize].outer;
        let mut all = std::iter::successors(Some(entity), outer);
        if !all.any(|entity| self.has_definition(entity)) {
            let namespace = self.inner.entities[entity.0 as usize].namespace;
            let is_label =
                self.inner.namespaces.get(usize::from(namespace.0)).is_some_and(|name| name == "label");
            return Some(if is_label { Lack::Label(entity) } else { Lack::Definition(entity) });
        }
        let announced = self.has_definition(entity) && 0 < total.bodies && total.bodies == gone.bodies;
        announced.then_some(Lack::Body(entity))
    }
}

impl Bindings {
    /// Returns what is lacking when some bytes are gone (sorted, without overlaps), that was there
    /// before; each thing once, sorted. A use that had no definition before may go on without one.
    ///
    /// O(entities + names in what is gone + ranges · log names), with a small factor: tens of
    /// microseconds for a text of a megabyte.
    pub fn lacks(&self, gone: impl IntoIterator<Item = Range<usize>>) -> Vec<Lack> {
        let gone: Vec<Range<usize>> = gone.into_iter().collect();
        let inner = &*self.inner;
        let mut losses =
            Losses { inner, gone: vec![Counts::default(); inner.entities.len()], touched: Vec::new() };
        let mut returns_gone = vec![0; inner.returning.len()];
        for bytes in &gone {
            for what in inner.marks.within(bytes) {
                match what {
                    What::Definition(definition) => {
                        let definition = self.definition(definition);
                        losses.of(definition.entity).count(definition);
                        losses.touched.push(definition.entity);
                    }
                    What::Use(use_id) => {
                        let bound = self.use_at(use_id);
                        if let Some(entity) = bound.entity {
                            losses.of(entity).count_use(bound.need);
                        }
                    }
                    What::Return(function) => returns_gone[function as usize] += 1,
                }
            }
        }
        // Where an outer entity went, uses of the entities within are safe as long as those are
        // there.
        let mut lacks: Vec<Lack> = losses.touched.iter().filter_map(|&entity| losses.lack(entity)).collect();
        let is_gone = |place: usize| {
            let behind = gone.partition_point(|bytes| bytes.start <= place);
            0 < behind && place < gone[behind - 1].end
        };
        for (index, n_gone) in returns_gone.into_iter().enumerate() {
            if n_gone == inner.returning[index].returns.len() && !is_gone(inner.marks.function_names[index]) {
                lacks.push(Lack::Return(inner.returning[index].function));
            }
        }
        lacks.sort_unstable();
        lacks.dedup();
        lacks
    }
}
