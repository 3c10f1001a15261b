//! Names and numbers with everything that refers to them, and rare words.

use std::ops::Range;

use super::super::lines::Grouped;
use super::super::links::{Replacement, Splice};
use super::super::model::Model;
use super::super::relation::Name;
use super::super::relations::ranks::{DENSE, RESTARTED, RUNNING};
use super::super::state::State;
use crate::agree::unit::{Unit, UnitList, unit};

/// Names, each with the records of its definitions and uses, class by class; small classes first.
pub(super) fn keys(model: &Model, _: &State) -> Vec<UnitList> {
    let mut classes: Vec<_> = model.keys.iter().collect();
    classes.sort_by_key(|keys| keys.names.len());
    let record = |&at: &u32| model.facts.record(at);
    let names = |keys: &&super::super::relation::Keys| -> UnitList {
        let spans = |name: &Name| {
            let uses = name.uses.iter().map(record);
            match &name.whole {
                Some(whole) => unit(uses.chain([whole.clone()])),
                None => unit(uses.chain(name.definitions.iter().map(record))),
            }
        };
        keys.names.iter().map(spans).collect()
    };
    classes.iter().map(names).collect()
}

/// Pairs of names that use each other, each in the record of the other.
pub(super) fn mutual(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let names: Vec<_> =
        model.keys.iter().filter(|keys| keys.are_written).flat_map(|keys| &keys.names).collect();
    let definitions = |(number, name): (usize, &&Name)| -> Vec<(Range<u32>, usize)> {
        name.definitions.iter().map(|&at| (facts.record(at), number)).collect()
    };
    let mut owners: Vec<(Range<u32>, usize)> = names.iter().enumerate().flat_map(definitions).collect();
    owners.sort_by_key(|(record, number)| (record.start, *number));
    let owner = |at: u32| {
        let behind = owners.partition_point(|(record, _)| record.start <= at);
        let mut near = owners[..behind].iter().rev().take(MOST_NESTED);
        near.find(|(record, _)| at < record.end).map(|(_, number)| *number)
    };
    let mut uses: Grouped<(usize, usize), u32> = Grouped::new();
    for (used, name) in names.iter().enumerate() {
        for &at in name.uses.iter().filter(|&&at| state.alive.has(at)) {
            if let Some(by) = owner(at).filter(|&by| by != used) {
                uses.push((by, used), at);
            }
        }
    }
    let both = |((by, used), atoms): &((usize, usize), Vec<u32>)| {
        let others = if by < used { uses.of(&(*used, *by)) } else { None };
        let items = atoms.iter().chain(others?).map(|&at| facts.records.item(at));
        Some(unit(items.collect::<Option<Vec<_>>>()?))
    };
    vec![uses.groups().iter().filter_map(both).collect()]
}

/// The most records in which a record may be nested.
const MOST_NESTED: usize = 8;

/// Definitions to splice out. Their uses are redirected to what the definition uses first or last,
/// or to the previous definition.
pub(super) fn splices(model: &Model, state: &State) -> Vec<UnitList> {
    let links = &model.closure.links;
    let mut found = Vec::new();
    for keys in model.keys.iter().filter(|keys| keys.are_written) {
        let (mut first, mut last, mut before) = (UnitList::new(), UnitList::new(), UnitList::new());
        let definitions = keys.names.iter().flat_map(|name| &name.definitions);
        for &definition in definitions.filter(|&&at| state.alive.has(at)) {
            let record = model.facts.record(definition);
            let spliced = |to| Unit { splices: [Splice { definition, to }].into(), ..unit([record.clone()]) };
            let mut operands = links.operands(record.clone()).filter(|&at| state.alive.has(at));
            if let Some(operand) = operands.next() {
                first.push(spliced(Replacement::Operand(operand)));
                last.extend(operands.last().map(|operand| spliced(Replacement::Operand(operand))));
            }
            before.push(spliced(Replacement::Before));
        }
        found.extend([first, last, before]);
    }
    found
}

/// Ids with all references to them.
pub(super) fn numbers(model: &Model, _: &State) -> Vec<UnitList> {
    let ranks = model.relations.iter().filter(|relation| 1 < relation.targets.len());
    ranks
        .filter(|relation| [RUNNING, RESTARTED, DENSE].contains(&relation.name))
        .map(|relation| {
            let mut by_number: Grouped<i64, u32> = Grouped::new();
            for &at in &relation.targets {
                by_number.push(model.facts.atoms.number(at).unwrap_or(0).abs(), at);
            }
            let mut groups = by_number.into_groups();
            groups.sort_by_key(|(number, _)| *number);
            let unit_of = |atoms: Vec<u32>| unit(atoms.into_iter().map(|at| model.facts.record(at)));
            groups.into_iter().map(|(_, atoms)| unit_of(atoms)).collect()
        })
        .collect()
}

/// All records that contain a word which occurs on at least two lines and on at most an eighth of
/// them; frequent words first.
pub(super) fn words(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let found = by_word(model, state, |at| facts.atoms.amount(at).is_none() || 5 < facts.atoms.n_bytes(at));
    let most = (facts.lines.len() / 8).max(3);
    // Words that occur equally often may belong together and be removable at once.
    let mut rare: Grouped<u32, (usize, Unit)> = Grouped::new();
    for atoms in found {
        let mut lines: Vec<u32> = atoms.iter().map(|&at| facts.lines.of_atom(at)).collect();
        lines.dedup();
        if (2..=most as usize).contains(&lines.len()) {
            let often = if lines.len() < 4 { lines.len() as u32 } else { 2 + lines.len().ilog2() };
            rare.push(often, (atoms.len(), unit(atoms.iter().map(|&at| facts.record(at)))));
        }
    }
    let mut lists = rare.into_groups();
    lists.sort_by_key(|(often, _)| std::cmp::Reverse(*often));
    let list = |(_, mut units): (u32, Vec<(usize, Unit)>)| {
        units.sort_by_key(|(n_atoms, _)| std::cmp::Reverse(*n_atoms));
        units.truncate(MOST_WORDS);
        units.into_iter().map(|(_, unit)| unit).collect()
    };
    lists.into_iter().map(list).collect()
}

/// All list items that contain a word.
pub(super) fn item_words(model: &Model, state: &State) -> Vec<UnitList> {
    let records = &model.facts.records;
    let found = by_word(model, state, |at| records.item(at).is_some());
    vec![found.into_iter().map(|atoms| unit(atoms.into_iter().filter_map(|at| records.item(at)))).collect()]
}

/// The most words tried.
const MOST_WORDS: usize = 100_000;

/// Returns the live atoms of each wanted word.
fn by_word(model: &Model, state: &State, is_wanted: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    let atoms = &model.facts.atoms;
    let mut found: Grouped<u32, u32> = Grouped::new();
    let living = state.alive.iter_in(0..atoms.len());
    for at in living.filter(|&at| atoms.is_word(at) && is_wanted(at)) {
        found.push(atoms.word(at), at);
    }
    found.into_groups().into_iter().map(|(_, atoms)| atoms).collect()
}
