//! The positions of definitions, uses and returns, for counting what a removal takes.

use std::ops::Range;

use super::entities::{Definition, DefinitionId, Entity, Need, Returning, Use, UseId};
use crate::tree::{NodeId, Tree};

/// Something that is counted, at one byte of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Definition(DefinitionId),
    Use(UseId),
    /// A return statement of the function with this index.
    Return(u32),
}

/// Everything that is counted, by position, and the totals.
#[derive(Debug)]
pub(super) struct Marks {
    /// Sorted by position.
    marks: Vec<(u32, Mark)>,
    /// By entity.
    pub(super) totals: Vec<Counts>,
    /// By returning function: the position of its name.
    pub(super) function_names: Vec<usize>,
}

/// How many definitions and uses an entity has.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) definitions: u32,
    pub(super) bodies: u32,
    /// Uses that need a definition.
    pub(super) strict: u32,
}

impl Counts {
    pub(super) fn count(&mut self, definition: &Definition) {
        self.definitions += u32::from(!definition.accompanies);
        self.bodies += u32::from(definition.has_body && !definition.accompanies);
    }

    pub(super) fn count_use(&mut self, need: Need) {
        self.strict += u32::from(need == Need::Strict);
    }
}

impl Marks {
    pub(super) fn new(
        tree: &Tree,
        definitions: &[Definition],
        uses: &[Use],
        entities: &[Entity],
        returning: &[Returning],
    ) -> Marks {
        let place = |node: NodeId| u32::try_from(tree.range(node).start).unwrap_or(u32::MAX);
        let mut marks: Vec<(u32, Mark)> = Vec::with_capacity(definitions.len() + uses.len());
        let mut totals = vec![Counts::default(); entities.len()];
        for (index, definition) in (0u32..).zip(definitions) {
            marks.push((place(definition.name), Mark::Definition(DefinitionId(index))));
            totals[definition.entity.0 as usize].count(definition);
        }
        for (index, bound) in (0u32..).zip(uses) {
            if let Some(entity) = bound.entity {
                marks.push((place(bound.node), Mark::Use(UseId(index))));
                totals[entity.0 as usize].count_use(bound.need);
            }
        }
        for (index, function) in (0u32..).zip(returning) {
            marks.extend(function.returns.iter().map(|&node| (place(node), Mark::Return(index))));
        }
        marks.sort_by_key(|(place, _)| *place);
        let mut names: Vec<(NodeId, NodeId)> =
            definitions.iter().filter_map(|found| Some((found.node?, found.name))).collect();
        names.sort_unstable();
        let name = |function: &Returning| {
            let at = names.partition_point(|(whole, _)| *whole < function.function);
            let named = names.get(at).filter(|(whole, _)| *whole == function.function);
            tree.range(named.map_or(function.function, |(_, name)| *name)).start
        };
        Marks { marks, totals, function_names: returning.iter().map(name).collect() }
    }

    /// Returns the marks in a range of bytes.
    pub(super) fn within(&self, bytes: &Range<usize>) -> impl Iterator<Item = Mark> + use<'_> {
        let first = self.marks.partition_point(|(place, _)| (*place as usize) < bytes.start);
        let behind = self.marks.partition_point(|(place, _)| (*place as usize) < bytes.end);
        self.marks[first..behind.max(first)].iter().map(|(_, what)| *what)
    }
}
