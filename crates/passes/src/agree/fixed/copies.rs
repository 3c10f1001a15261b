//! Numbers that records repeat from the last record of another type.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::columns::RecordType;
use super::scopes::{Side, owners};
use super::source::{Source, Totals};
use super::values::numbers_in;

/// The fewest copies, different values, and changes from one record to the next.
const FEWEST_COPIES: usize = 6;
const FEWEST_DIFFERENT: usize = 3;
const FEWEST_CHANGES: usize = 3;
/// The most comparisons.
const MOST_COMPARED: usize = 20_000_000;

/// A number of records that the records behind them repeat.
pub(super) struct Repeated {
    /// The type of the records with the copies.
    of: usize,
    /// The type of the records with the number, and the place of that record for each copy.
    from: usize,
    groups: Vec<usize>,
    columns: Range<usize>,
    place: Range<usize>,
}

/// Cuts the records at numbers that also stand in the last record of another type before. Returns
/// them. O(records · types · columns · digits).
pub(super) fn cut(records: &[&[u8]], types: &mut [RecordType]) -> Vec<Repeated> {
    let ranges: Vec<Vec<Range<usize>>> = types.iter().map(RecordType::ranges).collect();
    let n_ranges: usize = ranges.iter().map(Vec::len).sum();
    if MOST_COMPARED < n_ranges * types.len() * records.len() {
        return Vec::new();
    }
    // By type and end of the copy: the one of the longest range, from the nearest record.
    let mut found: BTreeMap<(usize, usize), Repeated> = BTreeMap::new();
    for (of, copies) in types.iter().enumerate().filter(|(_, of)| FEWEST_COPIES <= of.members.len()) {
        let values = |range: &Range<usize>| {
            let members = copies.members.iter().map(|&record| records[record]);
            Some((numbers_in(members, range)?, range.clone()))
        };
        let mut by_values: FxHashMap<Vec<u64>, Range<usize>> = FxHashMap::default();
        for (values, range) in ranges[of].iter().filter_map(values) {
            by_values.entry(values).or_insert(range);
        }
        for from in (0..types.len()).filter(|&from| from != of) {
            let sources = &types[from].members;
            let Some(groups) = owners(&copies.members, sources, Side::Behind) else { continue };
            for place in &ranges[from] {
                let values = numbers_in(groups.iter().map(|&group| records[sources[group]]), place);
                let Some(columns) =
                    values.filter(|values| is_evident(values)).and_then(|values| by_values.get(&values))
                else {
                    continue;
                };
                let is_better = |other: &Repeated| {
                    let distance = |copy: &[usize]| copy.last().copied().unwrap_or(0);
                    (columns.start, std::cmp::Reverse(distance(&groups)))
                        < (other.columns.start, std::cmp::Reverse(distance(&other.groups)))
                };
                let key = (of, columns.end);
                if found.get(&key).is_none_or(is_better) {
                    let (groups, columns, place) = (groups.clone(), columns.clone(), place.clone());
                    found.insert(key, Repeated { of, from, groups, columns, place });
                }
            }
        }
    }
    let mut copies: Vec<Repeated> = found.into_values().collect();
    // Parts of a longer copy are dropped.
    let is_within = |a: &Range<usize>, b: &Range<usize>| a != b && b.start <= a.start && a.end <= b.end;
    let all: Vec<(usize, Range<usize>)> = copies.iter().map(|copy| (copy.of, copy.columns.clone())).collect();
    copies.retain(|copy| !all.iter().any(|(of, other)| *of == copy.of && is_within(&copy.columns, other)));
    // A number of too many digits was found in parts: the end of it is enough.
    let goes_on = |copy: &Repeated| copies.iter().any(|other| other.continues(copy));
    let mut go_on = copies.iter().map(goes_on).collect::<Vec<bool>>().into_iter();
    copies.retain(|_| go_on.next() == Some(false));
    for copy in &mut copies {
        for (of, range) in [(copy.of, &mut copy.columns), (copy.from, &mut copy.place)] {
            *range = types[of].with_zeros(range.clone());
            types[of].cut_out(range);
        }
    }
    copies
}

/// Whether numbers are unlikely to be equal to others by chance.
fn is_evident(values: &[u64]) -> bool {
    let different: FxHashSet<u64> = values.iter().copied().collect();
    let n_changes = values.windows(2).filter(|two| two[0] != two[1]).count();
    FEWEST_DIFFERENT <= different.len() && FEWEST_CHANGES <= n_changes
}

impl Repeated {
    /// Whether it begins within another one of the same types and at the same distance, and ends
    /// behind it.
    fn continues(&self, other: &Repeated) -> bool {
        (self.of, self.from) == (other.of, other.from)
            && self.columns.start + other.place.start == other.columns.start + self.place.start
            && other.columns.contains(&self.columns.start)
            && other.columns.end < self.columns.end
    }

    /// Returns it for records that start at these bytes.
    pub(super) fn totals(&self, starts: &[usize], types: &[RecordType]) -> Totals {
        let (copies, sources) = (&types[self.of].members, &types[self.from].members);
        let at = copies.iter().map(|&record| starts[record] + self.columns.start).collect();
        let source = |&group: &usize| Source::Copy(starts[sources[group]] + self.place.start);
        Totals { at, sources: vec![self.groups.iter().map(source).collect()] }
    }
}
