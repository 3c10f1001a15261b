//! How values are computed from those of related records.

use rustc_hash::FxHashMap;

use super::super::super::relation::Rule;
use super::super::super::state::{Target, View};
use crate::bits::Bits;

/// What is computed from the values of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aggregate {
    Sum,
    Most,
    Least,
}

impl Aggregate {
    /// Returns the aggregate of values; `None` if there are none.
    pub(super) fn of(self, values: impl Iterator<Item = i64>) -> Option<i64> {
        match self {
            Aggregate::Sum => values.reduce(i64::saturating_add),
            Aggregate::Most => values.max(),
            Aggregate::Least => values.min(),
        }
    }
}

/// How the parts of a value are found.
#[derive(Clone)]
pub(super) enum Join {
    /// In the records that use the name that the record of the value defines.
    Users {
        /// Each value, with the definition in its record.
        values: Vec<(u32, u32)>,
        /// Each use, with its definition in the original and the part in its record.
        parts: Vec<(u32, u32, u32)>,
    },
    /// In the records that define the names that are used in the record of the value.
    Used {
        /// Each value, with the uses in its record, each with its definition in the original.
        values: Vec<(u32, Vec<(u32, u32)>)>,
        /// By definition: the part in its record.
        parts: FxHashMap<u32, u32>,
    },
    /// In the same group: each value, with its parts.
    Parts(Vec<(u32, Vec<u32>)>),
}

/// Values that are computed from those of related records.
pub(super) struct Related {
    pub(super) join: Join,
    pub(super) aggregate: Aggregate,
    /// What is added.
    pub(super) plus: i64,
    /// The value without parts; `None` if every value has some: then it stays as it is.
    pub(super) empty: Option<i64>,
}

impl Related {
    fn value(&self, view: &View<'_>, parts: impl Iterator<Item = u32>) -> Option<i64> {
        let values = parts.filter(|&part| view.lives(part)).map(|part| view.number(part));
        self.aggregate.of(values).map_or(self.empty, |value| Some(value.saturating_add(self.plus)))
    }
}

/// Returns the definition to which a live use refers now.
fn definition(view: &View<'_>, at: u32, own: u32) -> Option<u32> {
    match view.state.targets.get(&at) {
        _ if !view.lives(at) => None,
        None => Some(own),
        Some(Target::Definition(other)) => Some(*other),
        Some(Target::Copy(_)) => None,
    }
}

impl Rule for Related {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        match &self.join {
            Join::Users { values, parts } => {
                let mut by_definition: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
                for &(at, own, part) in parts {
                    if let Some(definition) = definition(view, at, own) {
                        by_definition.entry(definition).or_default().push(part);
                    }
                }
                for (at, definition) in values.iter().filter(|(at, _)| view.lives(*at)) {
                    let parts = by_definition.get(definition).map_or(&[][..], |parts| parts);
                    if let Some(value) = self.value(view, parts.iter().copied()) {
                        set(*at, value);
                    }
                }
            }
            Join::Used { values, parts } => {
                for (at, uses) in values.iter().filter(|(at, _)| view.lives(*at)) {
                    let definitions = uses.iter().filter_map(|&(at, own)| definition(view, at, own));
                    let parts = definitions.filter_map(|at| parts.get(&at).copied());
                    if let Some(value) = self.value(view, parts) {
                        set(*at, value);
                    }
                }
            }
            Join::Parts(values) => {
                for (at, parts) in values.iter().filter(|(at, _)| view.lives(*at)) {
                    if let Some(value) = self.value(view, parts.iter().copied()) {
                        set(*at, value);
                    }
                }
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
