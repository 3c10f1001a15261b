//! Records that have the same value in one place: all orders that are closed, all notes of voice 2.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::class::{Class, Place};
use super::super::facts::DocumentFacts;
use super::super::lines::Grouped;
use super::super::model::Model;
use super::super::state::State;
use super::blocks::is_closed;
use crate::agree::unit::{Unit, UnitList, unit};

/// For each place with few different values: all records that have one of these values, alone; with
/// what separates each from a record of another value before it; and with what separates it from
/// one behind it. The value of most records is first, and the place whose records are largest.
pub(super) fn values(model: &Model, _: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    let mut found: Vec<(usize, UnitList)> = Vec::new();
    for class in facts.classes.words.iter().filter(|class| has_values(class)) {
        let Some(records) = records(facts, class) else { continue };
        let mut by_value: Grouped<u32, Range<u32>> = Grouped::new();
        for (&at, record) in class.slots.iter().zip(&records) {
            by_value.push(facts.atoms.word(at), record.clone());
        }
        let mut by_value = by_value.into_groups();
        if by_value.len() < 2 || MOST_VALUES < by_value.len() || records.len() < 3 * by_value.len() {
            continue;
        }
        by_value.sort_by_key(|(_, records)| std::cmp::Reverse(records.len()));
        let starts = by_value.iter().flat_map(|(_, records)| records.iter().map(|record| record.start));
        if !seen.insert(starts.collect()) {
            continue;
        }
        let n_atoms = records.iter().map(Range::len).sum();
        let gaps = gaps(facts, class, &records);
        let mut units: Vec<Unit> = Vec::new();
        for (value, records) in by_value {
            units.push(unit(records.iter().cloned()));
            for is_behind in [false, true] {
                let own = gaps.iter().filter(|gap| gap.values[usize::from(!is_behind)] == value);
                let own: Vec<Range<u32>> = own.map(|gap| gap.atoms.clone()).collect();
                if !own.is_empty() {
                    units.push(unit(records.iter().cloned().chain(own)));
                }
            }
        }
        found.push((n_atoms, units));
    }
    found.sort_by_key(|(n_atoms, _)| std::cmp::Reverse(*n_atoms));
    found.truncate(MOST_PLACES);
    found.into_iter().map(|(_, units)| units).collect()
}

/// The most places, and the most different values of one.
const MOST_PLACES: usize = 16;
const MOST_VALUES: usize = 8;
/// The fewest records with a value.
const FEWEST: usize = 6;

/// What separates two records with different values. Its brackets and tags are balanced.
struct Gap {
    atoms: Range<u32>,
    /// The value of the record before, and of the one behind.
    values: [u32; 2],
}

fn gaps(facts: &DocumentFacts, class: &Class, records: &[Range<u32>]) -> Vec<Gap> {
    let mut found = Vec::new();
    for (record, slots) in records.windows(2).zip(class.slots.windows(2)) {
        let atoms = record[0].end..record[1].start;
        let values = [facts.atoms.word(slots[0]), facts.atoms.word(slots[1])];
        if atoms.is_empty() || values[0] == values[1] {
            continue;
        }
        let lines = facts.lines.of_atom(atoms.start)..facts.lines.of_atom(atoms.end - 1) + 1;
        if facts.lines.span(lines.clone()) == atoms && is_closed(facts, &lines) {
            found.push(Gap { atoms, values });
        }
    }
    found
}

fn has_values(class: &Class) -> bool {
    let is_firm =
        matches!(class.place, Place::Column | Place::Between(4, 1) | Place::Attribute | Place::Keyed);
    is_firm && FEWEST <= class.slots.len()
}

/// Returns the record of each slot, if these are distinct: the block around its line, or its own
/// record.
fn records(facts: &DocumentFacts, class: &Class) -> Option<Vec<Range<u32>>> {
    let are_distinct = |records: &Vec<Range<u32>>| {
        let mut seen = FxHashSet::default();
        records.iter().all(|record| seen.insert(record.start))
    };
    let around = |&at: &u32| facts.records.block_around(&facts.lines, facts.lines.of_atom(at));
    let blocks: Option<Vec<Range<u32>>> =
        class.slots.iter().map(|at| around(at).map(|(_, block)| block)).collect();
    blocks.filter(are_distinct).or_else(|| {
        let own = class.slots.iter().map(|&at| facts.record_around(at)).collect();
        Some(own).filter(are_distinct)
    })
}
