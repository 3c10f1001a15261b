//! Records of types with few records, each of which is cut alone.

use std::collections::BTreeMap;
use std::ops::Range;

use super::columns::RecordType;
use super::counts::Fixed;
use super::scopes::FEWEST_SUMMED;
use super::source::{Source, Totals};
use super::values::{MOST_DIGITS, number, numbers_in};

/// The fewest digits of a number with leading zeros.
const FEWEST_DIGITS: usize = 3;
/// Smaller sums may stand somewhere by chance.
const SMALLEST_SUM: u64 = 30;
/// The fewest numbers of the same width that are a row of them.
const FEWEST_TILES: usize = 3;
/// The most explanations of a value.
const MOST_EXPLANATIONS: usize = 4;
/// The most lines of a block, and how many it usually has.
const LARGEST_BLOCK: usize = 64;
const USUAL_BLOCK: usize = 10;

/// A source of a value, and the index of the type that it counts; explanations are ordered by it.
struct Explanation {
    type_idx: usize,
    source: Source,
}

impl Fixed<'_> {
    /// Cuts a record so that most digits are in known counts and sums. Returns the cuts and these
    /// numbers.
    pub(super) fn cut_alone(&self, of: &RecordType, record: usize) -> (Vec<usize>, Vec<Totals>) {
        let known = self.known(of, record);
        let bytes = self.records[record];
        let first = of.behind_name;
        // By column: the best score of a cut that ends there (the digits of each number less one),
        // and the start of its last number.
        let mut best: Vec<(usize, Option<usize>)> = vec![(0, None)];
        for end in 1..=bytes.len() {
            best.push((best[end - 1].0, None));
            for start in first.max(end.saturating_sub(MOST_DIGITS))..(end + 1).saturating_sub(FEWEST_DIGITS) {
                let is_filled = bytes[start] == b'0' || FEWEST_DIGITS < end - start;
                let begins = start == first || bytes[start - 1] != b'0' || best[start].1.is_some();
                let value = number(bytes, start..end)
                    .filter(|value| is_filled && begins && known.contains_key(value));
                let n_known = best[start].0 + (end - start - 1);
                if value.is_some() && best[end].0 < n_known {
                    best[end] = (n_known, Some(start));
                }
            }
        }
        let (mut fields, mut end): (Vec<Range<usize>>, usize) = (Vec::new(), bytes.len());
        while 0 < end {
            // Behind a number is no digit, or the first one of another number.
            let next = bytes.get(end).filter(|byte| byte.is_ascii_digit());
            let is_end =
                next.is_none_or(|&byte| byte == b'0') || fields.last().is_some_and(|last| last.start == end);
            match best[end].1.filter(|_| is_end) {
                Some(start) => {
                    fields.push(start..end);
                    end = start;
                }
                None => end -= 1,
            }
        }
        fields.reverse();
        let fields = tiled(bytes, fields);
        let is_inside = |at: usize| fields.iter().any(|field| field.start < at && at < field.end);
        let others = of.cuts.iter().copied().filter(|&at| !is_inside(at));
        let bounds = fields.iter().flat_map(|field| [field.start, field.end]);
        let cuts = bounds.filter(|&at| 0 < at && at < bytes.len()).chain(others).collect();
        let mut last = None;
        let values_like =
            |value: u64| fields.iter().filter(|field| number(bytes, (*field).clone()) == Some(value)).count();
        let totals = fields.iter().filter_map(|field| {
            let value = number(bytes, field.clone())?;
            let explanations = known.get(&value)?;
            let is_of_blocks = |one: &Explanation| matches!(one.source, Source::Blocks(_));
            // Counts stand in the order of the types; lines that fill blocks are no chance.
            let follows = |one: &&Explanation| last.is_none_or(|last| last < one.type_idx);
            let blocks = explanations.iter().position(is_of_blocks).filter(|_| values_like(value) == 1);
            let next = blocks.or_else(|| explanations.iter().position(|one| follows(&one))).unwrap_or(0);
            if blocks.is_none() {
                last = Some(explanations[next].type_idx);
            }
            let ordered = explanations[next..].iter().chain(&explanations[..next]);
            let sources = ordered.map(|one| vec![one.source.clone()]).collect();
            Some(Totals { at: vec![self.starts[record] + field.start], sources })
        });
        let totals = totals.collect();
        (cuts, totals)
    }

    /// Returns what a record may say: how many records there are of a type, of two types and of
    /// any, in the file and around it, and the sums of their fields.
    fn known(&self, of: &RecordType, record: usize) -> BTreeMap<u64, Vec<Explanation>> {
        let place = of.members.iter().position(|&number| number == record).unwrap_or(0);
        let before = place.checked_sub(1).map_or(0, |last| of.members[last] + 1)..record;
        let behind = record + 1..of.members.get(place + 1).copied().unwrap_or(self.records.len());
        let mut known: BTreeMap<u64, Vec<Explanation>> = BTreeMap::new();
        let mut add = |value: u64, of: usize, source: Source| {
            if value == 0 {
                return;
            }
            let explanations = known.entry(value).or_default();
            if explanations.len() < MOST_EXPLANATIONS && explanations.iter().all(|one| one.source != source) {
                explanations.push(Explanation { type_idx: of, source });
            }
        };
        let scopes = [0..self.records.len(), before, behind];
        let scopes = &scopes[..if of.members.len() == 1 { 1 } else { scopes.len() }];
        for scope in scopes {
            for (type_idx, set) in self.sets {
                let within = || set.iter().copied().filter(|record| scope.contains(record));
                add(within().count() as u64, *type_idx, Source::Records(self.starts_of(within())));
            }
            for (type_idx, summed) in
                self.types.iter().enumerate().filter(|(_, of)| FEWEST_SUMMED <= of.members.len())
            {
                for field in summed.fields() {
                    let within = || summed.members.iter().copied().filter(|record| scope.contains(record));
                    let values = numbers_in(within().map(|record| self.records[record]), &field);
                    let sum = values.map(|values| values.into_iter().sum::<u64>());
                    let Some(sum) = sum.filter(|sum| SMALLEST_SUM <= *sum) else { continue };
                    let summed = within().map(|record| self.starts[record] + field.start).collect();
                    add(sum, type_idx, Source::Sum(summed));
                }
            }
        }
        // A block is not filled up with more lines than it has.
        let n_lines = self.records.len() + self.n_fillers;
        let is_block =
            |lines: &usize| n_lines.is_multiple_of(*lines) && (1..*lines).contains(&self.n_fillers);
        // All blocks have one size.
        let sizes = match is_block(&USUAL_BLOCK) {
            true => USUAL_BLOCK..=USUAL_BLOCK,
            false => 2..=LARGEST_BLOCK,
        };
        for lines in sizes.filter(is_block) {
            let source = Source::Blocks(lines);
            let explanations = known.entry((n_lines / lines) as u64).or_default();
            explanations.push(Explanation { type_idx: self.types.len(), source });
        }
        known
    }
}

/// If at least three fields in a row have the same width, continues them over the digits behind;
/// otherwise returns the fields. A number that is zero is known from its neighbours only.
fn tiled(record: &[u8], fields: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let is_next = |a: &Range<usize>, b: &Range<usize>| a.end == b.start && a.len() == b.len();
    let longest = fields.chunk_by(is_next).max_by_key(|run| run.len());
    let Some(tiles) = longest.filter(|run| FEWEST_TILES <= run.len()) else { return fields };
    let (start, end, width) = (tiles[0].start, tiles[tiles.len() - 1].end, tiles[0].len());
    let is_number =
        |field: &Range<usize>| field.end <= record.len() && number(record, field.clone()).is_some();
    let more = (end..).step_by(width).map(|at| at..at + width).take_while(is_number);
    let tiles: Vec<Range<usize>> = tiles.iter().cloned().chain(more).collect();
    let covered = start..tiles.last().map_or(end, |last| last.end);
    let others = fields.into_iter().filter(|field| field.end <= covered.start || covered.end <= field.start);
    let mut found: Vec<Range<usize>> = others.chain(tiles).collect();
    found.sort_unstable_by_key(|field| field.start);
    found
}
