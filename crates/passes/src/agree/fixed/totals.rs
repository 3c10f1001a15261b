//! Cuts at columns whose sums stand in other records.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::columns::RecordType;
use super::scopes::{FEWEST_ALIKE, FEWEST_SUMMED, SIDES, Side, owners};
use super::source::{Source, Totals};
use super::types::by_code;
use super::values::{MOST_DIGITS, n_digits, number, numbers_in, overlap};

/// The fewest digits that sums must have together: millions of ranges are compared.
const FEWEST_DIGITS: usize = 9;
/// The same where numbers seem to begin.
const FEWEST_AT_BEGINS: usize = 6;
/// The fewest digits of the largest sum: small ones may be counts.
const LONG: usize = 2;
/// Records with totals are at most one of this many.
const SHARE_OF_TOTALS: usize = 3;

/// Where the code of a record may be, and how many there may be.
const LONGEST_CODE: usize = 3;
const MOST_CODES: usize = 4;

/// Cuts records at columns whose sum stands in another record: the next or the last one of another
/// type. The sums may be of records with the same code. Returns the sums. O(records · columns ·
/// digits · types).
pub(super) fn cut(records: &[&[u8]], types: &mut [RecordType]) -> Vec<Sum> {
    let totals: Vec<(usize, Side)> = (0..types.len())
        .filter(|&of| SHARE_OF_TOTALS * types[of].members.len() <= records.len())
        .flat_map(|of| SIDES.map(|side| (of, side)))
        .collect();
    // By type and places of the records with totals.
    let mut numbers_of: FxHashMap<(usize, Vec<usize>), Numbers> = FxHashMap::default();
    // By type, places and end of the totals: the longest range, of many records if possible.
    let mut found: BTreeMap<(usize, Vec<usize>, usize), Sum> = BTreeMap::new();
    for (summed, of) in types.iter().enumerate() {
        let ranges = of.ranges();
        for numbers in with_code(records, of).into_iter().filter(|part| FEWEST_SUMMED <= part.len()) {
            for &(other, side) in totals.iter().filter(|(other, _)| *other != summed) {
                let Some(groups) = owners(&numbers, &types[other].members, side) else { continue };
                // If nothing is summed up, the same text stands in both.
                if groups.windows(2).all(|two| two[0] != two[1]) {
                    continue;
                }
                let mut used = groups.clone();
                used.dedup();
                let place_of = |group: &usize| used.binary_search(group).unwrap_or(0);
                let places: Vec<usize> = groups.iter().map(place_of).collect();
                let known = numbers_of.entry((other, used.clone()));
                let known = known.or_insert_with(|| totals_of(records, &types[other], &used));
                for range in &ranges {
                    let mut sums = vec![0u64; used.len()];
                    for (&record, &place) in numbers.iter().zip(&places) {
                        sums[place] += number(records[record], range.clone()).unwrap_or(0);
                    }
                    let Some(place) = known.get(&sums).filter(|place| {
                        let begins = of.begins_at(range) && types[other].begins_at(place);
                        is_evident(&sums, if begins { FEWEST_AT_BEGINS } else { FEWEST_DIGITS })
                    }) else {
                        continue;
                    };
                    let key = (other, used.clone(), place.end);
                    let (numbers, groups) = (numbers.clone(), groups.clone());
                    let (columns, place) = (range.clone(), place.clone());
                    let sum = Sum { summed, other, members: numbers, groups, columns, place };
                    if found.get(&key).is_none_or(|other| other.merit(types) < sum.merit(types)) {
                        found.insert(key, sum);
                    }
                }
            }
        }
    }
    let mut all: Vec<Sum> = found.into_values().collect();
    all.sort_by_key(|sum| std::cmp::Reverse(sum.merit(types)));
    let mut sums: Vec<Sum> = Vec::new();
    for sum in all {
        let longer = sums.iter().find_map(|other| sum.up_to_end_of(other, records, types));
        let sum = longer.unwrap_or(sum);
        // Parts of numbers and adjacent numbers may add up as well.
        if !sums.iter().any(|other| other.excludes(&sum)) {
            sums.push(sum);
        }
    }
    // No number goes on over the end of another one.
    for sum in &sums {
        for (of, range) in [(sum.summed, &sum.columns), (sum.other, &sum.place)] {
            if FEWEST_ALIKE <= types[of].members.len() {
                types[of].cut_out(&(range.end..range.end));
            }
        }
    }
    for sum in &mut sums {
        for (of, range) in [(sum.summed, &mut sum.columns), (sum.other, &mut sum.place)] {
            // Zeros that stand in all of few records may not belong to the number.
            let are_many = FEWEST_ALIKE <= types[of].members.len();
            if are_many {
                *range = types[of].with_zeros(range.clone());
            }
            // Few records with sums are cut alone.
            if are_many || of == sum.summed {
                types[of].cut_out(range);
            }
        }
    }
    sums.retain(|sum| FEWEST_ALIKE <= types[sum.other].members.len());
    // Statistics may have shown a cut in a number.
    for sum in &sums {
        for (of, range) in [(sum.summed, &sum.columns), (sum.other, &sum.place)] {
            if FEWEST_ALIKE <= types[of].members.len() {
                types[of].cuts.retain(|&at| at <= range.start || range.end <= at);
            }
        }
    }
    sums
}

/// A sum of columns that stands in records of another type.
pub(super) struct Sum {
    summed: usize,
    /// The type of the records with the sums.
    pub(super) other: usize,
    /// The records that are summed up, and the place of the record with the sum for each.
    members: Vec<usize>,
    groups: Vec<usize>,
    columns: Range<usize>,
    /// The columns of the sums.
    pub(super) place: Range<usize>,
}

impl Sum {
    /// Returns its rank: first whether many records are summed up, then whether there are many
    /// sums, then the number of digits.
    fn merit(&self, types: &[RecordType]) -> (bool, bool, usize) {
        let are_many = |of: usize| FEWEST_ALIKE <= types[of].members.len();
        (are_many(self.summed), are_many(self.other), self.columns.len())
    }

    /// Whether the other one overlaps it.
    fn excludes(&self, other: &Sum) -> bool {
        let is_part = self.columns != other.columns && overlap(&self.columns, &other.columns);
        let are_same = || self.groups.iter().any(|group| other.groups.contains(group));
        let differ = |of: (usize, &Range<usize>), other: (usize, &Range<usize>)| {
            of.0 == other.0 && of.1.end != other.1.end && overlap(of.1, other.1)
        };
        self.other == other.other && overlap(&self.place, &other.place) && are_same()
            || self.summed == other.summed && is_part
            || differ((self.summed, &self.columns), (other.other, &other.place))
            || differ((self.other, &self.place), (other.summed, &other.columns))
    }

    /// Returns it with the last columns of another sum of the same numbers, if it is right with
    /// these, too: all of its numbers may end with zeros by chance.
    fn up_to_end_of(&self, other: &Sum, records: &[&[u8]], types: &[RecordType]) -> Option<Sum> {
        let n_more = other.columns.end.checked_sub(self.columns.end).filter(|&n_more| 0 < n_more)?;
        let is_same = self.summed == other.summed && overlap(&self.columns, &other.columns);
        let columns = self.columns.start..other.columns.end;
        let place = self.place.start..self.place.end + n_more;
        if MOST_DIGITS < columns.len().max(place.len()) {
            return None;
        }
        let mut sums: BTreeMap<usize, u64> = BTreeMap::new();
        for (&record, &group) in self.members.iter().zip(&self.groups) {
            *sums.entry(group).or_default() += number(records[record], columns.clone())?;
        }
        let of_group = |(&group, &sum): (&usize, &u64)| {
            let record = records[types[self.other].members[group]];
            place.end <= record.len() && number(record, place.clone()) == Some(sum)
        };
        let is_right = is_same && sums.iter().all(of_group);
        let (summed, other, members, groups) =
            (self.summed, self.other, self.members.clone(), self.groups.clone());
        is_right.then_some(Sum { summed, other, members, groups, columns, place })
    }

    /// Returns it for records that start at these bytes.
    pub(super) fn totals(&self, starts: &[usize], types: &[RecordType]) -> Totals {
        let records = &types[self.other].members;
        let mut sources: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (&record, group) in self.members.iter().zip(&self.groups) {
            sources.entry(*group).or_default().push(starts[record] + self.columns.start);
        }
        let at = sources.keys().map(|&group| starts[records[group]] + self.place.start).collect();
        Totals { at, sources: vec![sources.into_values().map(Source::Sum).collect()] }
    }
}

/// Whether sums have together as many digits as make chance unlikely.
fn is_evident(sums: &[u64], fewest_digits: usize) -> bool {
    let different: FxHashSet<u64> = sums.iter().copied().collect();
    let evidence: usize = different.iter().map(|&sum| n_digits(sum)).sum();
    let longest = different.iter().map(|&sum| n_digits(sum)).max().unwrap_or(0);
    fewest_digits <= evidence && LONG <= longest
}

/// Returns the records of a type, and those with one of some bytes in a column near the name of the
/// type, if few bytes stand there: first those with the same byte.
fn with_code(records: &[&[u8]], of: &RecordType) -> Vec<Vec<usize>> {
    let mut found = vec![of.members.clone()];
    for column in (of.behind_name..records[0].len()).take(LONGEST_CODE) {
        let by_code = by_code(records, &of.members, column);
        if !(2..=MOST_CODES).contains(&by_code.len()) {
            continue;
        }
        let codes: Vec<Vec<usize>> = by_code.into_values().collect();
        let mut subsets: Vec<u32> = (1..(1 << codes.len()) - 1).collect();
        subsets.sort_by_key(|subset| subset.count_ones());
        for subset in subsets {
            let chosen = codes.iter().enumerate().filter(|(code, _)| subset >> code & 1 == 1);
            let mut numbers: Vec<usize> = chosen.flat_map(|(_, numbers)| numbers).copied().collect();
            numbers.sort_unstable();
            found.push(numbers);
        }
    }
    found
}

/// By the numbers in the same columns of all records of a type: these columns.
type Numbers = FxHashMap<Vec<u64>, Range<usize>>;

fn totals_of(records: &[&[u8]], of: &RecordType, used: &[usize]) -> Numbers {
    let mut found = Numbers::default();
    for range in of.ranges() {
        let of_used = used.iter().map(|&place| records[of.members[place]]);
        if let Some(values) = numbers_in(of_used, &range) {
            found.entry(values).or_insert(range);
        }
    }
    found
}
