//! Which records of fixed width are of the same type.

use std::collections::{BTreeMap, BTreeSet};

use super::scopes::FEWEST_ALIKE;

/// The records of a type, by index, and the columns that tell it from others.
pub(super) struct Named {
    pub(super) members: Vec<usize>,
    pub(super) name: BTreeSet<usize>,
}

/// The type of a record is told by one of the first bytes.
const WIDEST: usize = 16;
/// The most types that a column tells apart, and the most in all.
const MOST_CODES: usize = 12;
const MOST_TYPES: usize = 24;
/// The cost of a column, and of each record that differs from its most frequent form.
const COST_OF_FORM: usize = 3;
const COST_OF_OTHERS: usize = 2;
/// A column that tells types apart makes the rest cheaper by one part in this many.
const SHARE_SAVED: usize = 8;
/// The same for the first column that differs between records; forms of types cost nothing here.
const SHARE_SAVED_BY_FIRST: usize = 20;

/// A column that names types is the same in all records of types with so many tenths of all
/// records.
const TENTHS_NAMED: usize = 8;

/// Returns the types of records of `width` bytes, in the order of their first records. Records are
/// told apart by the column that leaves the fewest columns with a digit in some records of a type
/// and something else in others, then again within each type. O(records · width · types).
pub(super) fn types(records: &[&[u8]], width: usize) -> Vec<Named> {
    let mut todo = vec![Named { members: (0..records.len()).collect(), name: BTreeSet::new() }];
    let mut found: Vec<Named> = Vec::new();
    while let Some(of) = todo.pop() {
        let n_types = found.len() + todo.len();
        match parts(records, &of, width) {
            Some((column, parts)) if n_types + parts.len() <= MOST_TYPES => {
                let name: BTreeSet<usize> = of.name.iter().copied().chain([column]).collect();
                todo.extend(parts.into_iter().map(|numbers| Named { members: numbers, name: name.clone() }));
            }
            _ => found.push(of),
        }
    }
    for column in 0..WIDEST.min(width) {
        let mut n_types = found.len();
        if !is_name(records, &found, column) {
            continue;
        }
        let parts = found.into_iter().flat_map(|of| {
            let parts: Vec<Named> = split(records, &of, column).collect();
            let is_allowed = n_types + parts.len() <= MOST_TYPES + 1;
            n_types += if is_allowed { parts.len() - 1 } else { 0 };
            if is_allowed { parts } else { vec![of] }
        });
        found = parts.collect();
    }
    found.sort_unstable_by_key(|of| of.members[0]);
    found
}

/// Groups records by what they have in a column.
pub(super) fn by_code(records: &[&[u8]], members: &[usize], column: usize) -> BTreeMap<u8, Vec<usize>> {
    let mut found: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    members.iter().for_each(|&record| found.entry(records[record][column]).or_default().push(record));
    found
}

/// Returns the records of a type by what they have in a column that names types.
fn split(records: &[&[u8]], of: &Named, column: usize) -> impl Iterator<Item = Named> + use<> {
    let by_code = by_code(records, &of.members, column);
    let name: BTreeSet<usize> = of.name.iter().copied().chain([column]).collect();
    by_code.into_values().map(move |numbers| Named { members: numbers, name: name.clone() })
}

/// Whether a column names types, although others tell them apart better: it is constant within most
/// types, and differs between them.
fn is_name(records: &[&[u8]], types: &[Named], column: usize) -> bool {
    let byte = |of: &&Named| {
        let first = records[of.members[0]][column];
        let is_same = of.members.iter().all(|&number| records[number][column] == first);
        // A leading zero is the same in many records, too.
        is_same && first != b'0' && FEWEST_ALIKE <= of.members.len()
    };
    let named: Vec<&Named> = types.iter().filter(byte).collect();
    let n_named: usize = named.iter().map(|of| of.members.len()).sum();
    let bytes: BTreeSet<u8> = named.iter().map(|of| records[of.members[0]][column]).collect();
    TENTHS_NAMED * records.len() <= 10 * n_named && 1 < bytes.len()
}

/// Returns the column that tells types apart best, and the records of each. In all records, this is
/// the first one that is not the same in all of them, if it helps at all.
fn parts(records: &[&[u8]], of: &Named, width: usize) -> Option<(usize, Vec<Vec<usize>>)> {
    let whole = cost(records, &of.members, width);
    let mut best: Option<(usize, usize, Vec<Vec<usize>>)> = None;
    let mut is_first = of.name.is_empty();
    for column in 0..WIDEST.min(width) {
        let by_code = by_code(records, &of.members, column);
        if by_code.len() < 2 {
            continue;
        }
        let is_first = std::mem::take(&mut is_first);
        if MOST_CODES < by_code.len() {
            continue;
        }
        let sum: usize = by_code.values().map(|part| cost(records, part, width)).sum();
        let cost_of_forms = COST_OF_FORM * width * (by_code.len() - 1);
        let saved = whole.saturating_sub(sum);
        let parts = || by_code.into_values().collect();
        let saved_by_first = (whole + cost_of_forms).saturating_sub(sum);
        let is_enough = of.members.len() <= saved_by_first && whole < SHARE_SAVED_BY_FIRST * saved_by_first;
        if is_first && is_enough {
            return Some((column, parts()));
        }
        if whole < SHARE_SAVED * saved && best.as_ref().is_none_or(|(most, _, _)| *most < saved) {
            best = Some((saved, column, parts()));
        }
    }
    best.map(|(_, column, parts)| (column, parts))
}

/// Returns how badly one form describes records: digits, letters, blanks and other bytes by column.
fn cost(records: &[&[u8]], numbers: &[usize], width: usize) -> usize {
    let of_column = |column: usize| {
        let mut counts = [0usize; 4];
        for &number in numbers {
            let form = match records[number][column] {
                byte if byte.is_ascii_digit() => 0,
                byte if byte.is_ascii_alphabetic() => 1,
                b' ' => 2,
                _ => 3,
            };
            counts[form] += 1;
        }
        COST_OF_FORM + COST_OF_OTHERS * (numbers.len() - counts.iter().max().copied().unwrap_or(0))
    };
    (0..width).map(of_column).sum()
}
