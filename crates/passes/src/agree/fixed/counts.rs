//! Counts of records in records of fixed width.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::columns::{RecordType, n_same};
use super::scopes::{SIDES, owners};
use super::source::{Source, Totals};
use super::types::by_code;
use super::values::{numbers_in, overlap};

/// The fewest different counts.
const FEWEST_DIFFERENT: usize = 3;
/// The fewest flags, and the fewest that say the same.
const FEWEST_FLAGS: usize = 16;
const FEWEST_SAME: usize = 4;
/// Of more types, no two are counted together.
const MOST_IN_PAIRS: usize = 12;

/// Records of fixed width, and the first byte of each.
pub(super) struct Fixed<'a> {
    pub(super) records: &'a [&'a [u8]],
    pub(super) starts: &'a [usize],
    pub(super) types: &'a [RecordType],
    /// Sets of records that may be counted, each with the number of its last type.
    pub(super) sets: &'a [(usize, Vec<usize>)],
    /// The number of lines of one character that fill up the last block.
    pub(super) n_fillers: usize,
}

impl Fixed<'_> {
    /// Returns the first byte of each of the records.
    pub(super) fn starts_of(&self, records: impl Iterator<Item = usize>) -> Vec<usize> {
        records.map(|record| self.starts[record]).collect()
    }

    /// Returns the numbers of records of a type, and of other sets, that belong to each record of
    /// another type, and numbers that say whether there is any.
    pub(super) fn counts(&self, of: &RecordType, taken: &[Range<usize>]) -> Vec<Totals> {
        let mut found = Vec::new();
        let is_free = |range: &Range<usize>| !taken.iter().any(|other| overlap(other, range));
        let fields: Vec<Range<usize>> = of.fields().into_iter().filter(|field| is_free(field)).collect();
        for field in fields {
            let members = of.members.iter().map(|&record| self.records[record]);
            let Some(values) = numbers_in(members, &field) else { continue };
            let different: FxHashSet<u64> = values.iter().copied().collect();
            let is_flag = is_flag(&values);
            if different.len() < FEWEST_DIFFERENT && !is_flag {
                continue;
            }
            let mut sources = Vec::new();
            for (_, set) in self.sets {
                for groups in SIDES.iter().filter_map(|side| owners(set, &of.members, *side)) {
                    let mut counted = vec![Vec::new(); of.members.len()];
                    set.iter().zip(&groups).for_each(|(&record, &group)| counted[group].push(record));
                    let shown = |n: usize| if is_flag { n.min(1) as u64 } else { n as u64 };
                    if counted.iter().zip(&values).all(|(counted, &value)| shown(counted.len()) == value) {
                        let source = if is_flag { Source::Any } else { Source::Records };
                        let starts = |counted: Vec<usize>| source(self.starts_of(counted.into_iter()));
                        sources.push(counted.into_iter().map(starts).collect());
                    }
                }
            }
            if !sources.is_empty() {
                let at = of.members.iter().map(|&record| self.starts[record] + field.start).collect();
                found.push(Totals { at, sources });
            }
        }
        found
    }
}

/// Whether numbers say yes or no, each several times.
fn is_flag(values: &[u64]) -> bool {
    let n_like = |value: u64| values.iter().filter(|&&other| other == value).count();
    let (n_no, n_yes) = (n_like(0), n_like(1));
    n_no + n_yes == values.len() && FEWEST_SAME <= n_no.min(n_yes) && FEWEST_FLAGS <= values.len()
}

/// Returns the sets of records that a count may mean, each with the index of its (last) type:
/// those of a type, of two types, and of all whose first column that differs is the same.
pub(super) fn sets(types: &[RecordType], records: &[&[u8]]) -> Vec<(usize, Vec<usize>)> {
    let n_records = records.len();
    let own = types.iter().enumerate().map(|(of, records)| (of, records.members.clone()));
    let mut sets: Vec<(usize, Vec<usize>)> = own.collect();
    for (number, of) in types.iter().enumerate().filter(|_| types.len() <= MOST_IN_PAIRS) {
        for other in &types[..number] {
            let mut both = [&of.members[..], &other.members].concat();
            both.sort_unstable();
            sets.push((number, both));
        }
    }
    let width = records.iter().map(|record| record.len()).min().unwrap_or(0);
    let column = n_same(records, width);
    if column < width {
        let all: Vec<usize> = (0..n_records).collect();
        let of_type = |record: usize| types.iter().position(|of| of.members.contains(&record));
        for members in by_code(records, &all, column).into_values() {
            sets.push((of_type(members[0]).unwrap_or(types.len()), members));
        }
    }
    let many = types.iter().filter(|of| 1 < of.members.len());
    let mut many: Vec<usize> = many.flat_map(|of| &of.members).copied().collect();
    many.sort_unstable();
    sets.push((types.len(), many));
    sets.push((types.len(), (0..n_records).collect()));
    sets
}
