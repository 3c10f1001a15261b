//! Slots in columns: of tables, of records of fixed width, and of lines that are one number each.

use super::atoms::Atoms;
use super::class::{Class, Place};
use super::lines::{Grouped, Lines};
use super::tables::Table;

/// The fewest lines that are one number each.
const FEWEST_ALONE: usize = 8;

/// Returns the columns whose fields are one word or number, ignoring quotes.
pub(super) fn columns(atoms: &Atoms, tables: &[Table]) -> Vec<Class> {
    let mut found = Vec::new();
    for table in tables {
        for column in 0..table.n_columns() {
            let slots = table.rows.iter().filter_map(|row| {
                let mut words = row.fields[column].clone().filter(|&at| !is_frame(atoms, at));
                let first = words.next()?;
                (words.next().is_none() && atoms.is_word(first)).then_some(first)
            });
            found.push(Class { place: Place::Column, slots: slots.collect() });
        }
    }
    found
}

/// Returns the words and numbers that begin in the same columns of records of fixed width of a
/// type.
pub(super) fn in_records(atoms: &Atoms) -> Grouped<(u32, usize, usize), u32> {
    let mut found = Grouped::new();
    for file in 0..atoms.files().len() as u32 {
        let fixed = atoms.fixed(file);
        let of_type = |(of, members): (usize, &Vec<usize>)| {
            members.iter().map(move |&member| (member, of)).collect::<Vec<_>>()
        };
        for (member, of) in fixed.types.iter().enumerate().flat_map(of_type) {
            let record = &fixed.lines[member];
            let Some(first) = atoms.starting_at(file, record.start) else { continue };
            let within = (first..atoms.len()).take_while(|&at| atoms.bytes(at).end <= record.end);
            let within = within.take_while(|&at| atoms.file(at) == file).filter(|&at| atoms.is_word(at));
            within.for_each(|at| found.push((file, of, atoms.bytes(at).start - record.start), at));
        }
    }
    found
}

/// Returns the numbers of the same columns in records of several types.
pub(super) fn in_several_types(atoms: &Atoms, in_records: &Grouped<(u32, usize, usize), u32>) -> Vec<Class> {
    let mut found: Grouped<(u32, usize, u32), (u32, usize)> = Grouped::new();
    for &((file, of, column), ref slots) in in_records.groups() {
        for &at in slots.iter().filter(|&&at| atoms.number(at).is_some()) {
            found.push((file, column, atoms.n_bytes(at)), (at, of));
        }
    }
    let several = |(_, mut slots): (_, Vec<(u32, usize)>)| {
        let are_several = slots.iter().any(|slot| slot.1 != slots[0].1);
        slots.sort_unstable();
        let slots = slots.into_iter().map(|(at, _)| at).collect();
        are_several.then_some(Class { place: Place::Woven, slots })
    };
    found.into_groups().into_iter().filter_map(several).collect()
}

/// Returns the numbers of lines that are one number each, for each run of such lines. A negative
/// number ends a run: in TSPLIB, for example, `-1` ends a tour.
pub(super) fn alone(atoms: &Atoms, lines: &Lines) -> Vec<Class> {
    let number = |line: u32| match lines.fields(line) {
        [field] if field.len() == 1 => {
            atoms.number(field.start).filter(|&value| 0 <= value).map(|_| field.start)
        }
        _ => None,
    };
    let numbers: Vec<Option<u32>> = (0..lines.len()).map(number).collect();
    let runs = numbers.split(Option::is_none).filter(|run| FEWEST_ALONE <= run.len());
    runs.map(|run| Class { place: Place::Column, slots: run.iter().copied().flatten().collect() }).collect()
}

/// Whether an atom is a blank or a quote.
pub(super) fn is_frame(atoms: &Atoms, at: u32) -> bool {
    atoms.is_space(at) || atoms.is(at, b'"') || atoms.is(at, b'\'')
}
