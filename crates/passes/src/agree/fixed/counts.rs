//! Counts of records in records of fixed width.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::columns::RecordType;
use super::scopes::{SIDES, owners};
use super::source::{Source, Totals};
use super::values::{numbers_in, overlap};

/// The fewest different counts.
const FEWEST_DIFFERENT: usize = 3;
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
    pub(super) fn count(&self, records: impl Iterator<Item = usize>) -> Source {
        Source::Records(records.map(|record| self.starts[record]).collect())
    }

    /// Returns the numbers of records of a type, and of two types, that belong to each record of
    /// another type.
    pub(super) fn counts(&self, of: &RecordType, taken: &[Range<usize>]) -> Vec<Totals> {
        let mut found = Vec::new();
        let is_free = |range: &Range<usize>| !taken.iter().any(|other| overlap(other, range));
        let fields: Vec<Range<usize>> = of.fields().into_iter().filter(|field| is_free(field)).collect();
        for field in fields {
            let members = of.members.iter().map(|&record| self.records[record]);
            let Some(values) = numbers_in(members, &field) else { continue };
            let different: FxHashSet<u64> = values.iter().copied().collect();
            if different.len() < FEWEST_DIFFERENT {
                continue;
            }
            let mut sources = Vec::new();
            for (_, set) in self.sets {
                for groups in SIDES.iter().filter_map(|side| owners(set, &of.members, *side)) {
                    let mut counted = vec![Vec::new(); of.members.len()];
                    set.iter().zip(&groups).for_each(|(&record, &group)| counted[group].push(record));
                    if counted.iter().zip(&values).all(|(counted, &value)| counted.len() as u64 == value) {
                        sources.push(
                            counted.into_iter().map(|counted| self.count(counted.into_iter())).collect(),
                        );
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

/// Returns the sets of records that a count may mean, each with the index of its (last) type.
pub(super) fn sets(types: &[RecordType], n_records: usize) -> Vec<(usize, Vec<usize>)> {
    let own = types.iter().enumerate().map(|(of, records)| (of, records.members.clone()));
    let mut sets: Vec<(usize, Vec<usize>)> = own.collect();
    for (number, of) in types.iter().enumerate().filter(|_| types.len() <= MOST_IN_PAIRS) {
        for other in &types[..number] {
            let mut both = [&of.members[..], &other.members].concat();
            both.sort_unstable();
            sets.push((number, both));
        }
    }
    let many = types.iter().filter(|of| 1 < of.members.len());
    let mut many: Vec<usize> = many.flat_map(|of| &of.members).copied().collect();
    many.sort_unstable();
    sets.push((types.len(), many));
    sets.push((types.len(), (0..n_records).collect()));
    sets
}
