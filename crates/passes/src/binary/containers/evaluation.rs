//! The values of fields in a state of a file.

use std::ops::Range;

use super::layout::{Layout, Value};
use super::state::State;
use crate::binary::code::{Code, Order};

/// The texts of all fields in a state.
pub(super) struct Evaluation {
    texts: Vec<Vec<u8>>,
}

/// The most rounds of recomputing lengths that depend on each other.
const MOST_ROUNDS: usize = 12;

impl Evaluation {
    /// Computes all values; `None` if one cannot be encoded. O(bytes / 64 + fields) per level of
    /// lengths, plus the bytes under checksums.
    pub(super) fn of(layout: &Layout, state: &State) -> Option<Evaluation> {
        let bytes = |range: &Range<u32>| &layout.image.bytes()[range.start as usize..range.end as usize];
        let texts = layout.fields.iter().map(|field| bytes(&field.range).to_vec()).collect();
        let mut evaluation = Evaluation { texts };
        let has = |field: usize| {
            let field = &layout.fields[field];
            state.has_field(&field.range, field.owner)
        };
        let fields: Vec<usize> = (0..layout.fields.len()).filter(|&field| has(field)).collect();
        let ranks = state.alive.ranks();
        for _ in 0..MOST_ROUNDS {
            let offsets = Offsets::of(layout, state, &ranks, &fields, &evaluation);
            let mut has_moved = false;
            // Nested fields come after the lengths of what contains them.
            for &field in fields.iter().rev() {
                let before = bytes(&layout.fields[field].range);
                let Some(text) = sized(layout, state, &offsets, &layout.fields[field].value, before)? else {
                    continue;
                };
                has_moved |= text.len() != evaluation.texts[field].len();
                evaluation.texts[field] = text;
            }
            if !has_moved {
                break;
            }
        }
        let mut sums: Vec<usize> =
            fields.iter().copied().filter(|&field| layout.fields[field].value.is_sum()).collect();
        let n_under = |field: &usize| match &layout.fields[*field].value {
            Value::Checksum { of, .. } | Value::DigitSum { of, .. } => {
                of.iter().map(ExactSizeIterator::len).sum()
            }
            Value::HexDigest { of, .. } => of.len(),
            _ => 0,
        };
        // A checksum of an outer range comes after those of inner ranges.
        sums.sort_by_key(n_under);
        for field in sums {
            let before = bytes(&layout.fields[field].range);
            let rendered = |of: &[Range<u32>]| -> Vec<u8> {
                of.iter().flat_map(|range| evaluation.rendered(layout, state, range)).collect()
            };
            let text = match &layout.fields[field].value {
                Value::Checksum { of, algorithm, order } => algorithm.of(&rendered(of), before.len(), *order),
                Value::HexDigest { of, algorithm } => {
                    let digest =
                        algorithm.of(&rendered(std::slice::from_ref(of)), before.len() / 2, Order::Big);
                    digest.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect()
                }
                Value::DigitSum { of, plus, code } => {
                    let sum: u64 = rendered(of).into_iter().map(u64::from).sum();
                    code.write(sum + plus, before)?
                }
                _ => continue,
            };
            evaluation.texts[field] = text;
        }
        Some(evaluation)
    }

    /// Returns the text of a field.
    pub(super) fn text(&self, field: usize) -> &[u8] {
        &self.texts[field]
    }

    /// Returns the live bytes of a range.
    fn rendered(&self, layout: &Layout, state: &State, range: &Range<u32>) -> Vec<u8> {
        let bytes = layout.image.bytes();
        let mut found = Vec::new();
        let mut at = range.start;
        let raw = |found: &mut Vec<u8>, range: Range<u32>| {
            for at in state.alive.iter_in(range) {
                match state.texts.get(&at) {
                    Some(text) => found.extend_from_slice(text),
                    None => found.push(bytes[at as usize]),
                }
            }
        };
        let first = layout.fields.partition_point(|field| field.range.start < range.start);
        for (number, field) in layout.fields.iter().enumerate().skip(first) {
            if range.end < field.range.end || range.end <= field.range.start {
                break;
            }
            if state.has_field(&field.range, field.owner) {
                raw(&mut found, at..field.range.start);
                found.extend_from_slice(&self.texts[number]);
                at = field.range.end;
            }
        }
        raw(&mut found, at..range.end);
        found
    }
}

/// Computes a value that depends on a number of bytes or items; the inner `None` if it does not.
#[expect(clippy::option_option, reason = "a value that cannot be written, and one that is no number")]
fn sized(
    layout: &Layout,
    state: &State,
    offsets: &Offsets<'_>,
    value: &Value,
    before: &[u8],
) -> Option<Option<Vec<u8>>> {
    let write = |value: i64, code: Code| code.write(u64::try_from(value).ok()?, before);
    Some(match value {
        Value::Length { of, plus, code } => Some(write(offsets.len(of) + plus, *code)?),
        Value::Count { of, plus, code } => {
            let lives = |item: &&u32| state.alive.any_in(layout.items[**item as usize].spans[0].clone());
            Some(write(of.iter().filter(lives).count() as i64 + plus, *code)?)
        }
        Value::Offset { from, to, plus, code } => {
            Some(write(offsets.before(*to) - offsets.before(*from) + plus, *code)?)
        }
        Value::Running { of, n, plus, code } => {
            let n_bytes: i64 = match state.leaves_gaps {
                true => i64::from(n_before(of, *n, state)),
                false => of[..*n].iter().map(|range| offsets.len(range)).sum(),
            };
            Some(write(n_bytes + plus, *code)?)
        }
        Value::Longest { of, plus, code } => {
            let most = of.iter().map(|range| offsets.len(range)).max().unwrap_or(0);
            Some(write(most + plus, *code)?)
        }
        Value::Padding { of, unit, fill } => {
            let unit = i64::try_from(*unit).ok()?;
            Some(Code::Fill(*fill).write((-offsets.len(of)).rem_euclid(unit) as u64, before)?)
        }
        Value::Checksum { .. } | Value::HexDigest { .. } | Value::DigitSum { .. } => None,
    })
}

/// Returns the number of bytes before the first live one of a range.
fn n_before(of: &[Range<u32>], n: usize, state: &State) -> u32 {
    let n_bytes: u32 = of[..n].iter().map(|range| range.end - range.start).sum();
    let first = of.get(n).and_then(|own| Some(state.alive.iter_in(own.clone()).next()? - own.start));
    n_bytes + first.unwrap_or(0)
}

/// Offsets in the output.
struct Offsets<'a> {
    state: &'a State,
    ranks: &'a [u32],
    /// Where the output differs in length from the live bytes, sorted by position.
    shifts: Vec<Shift>,
}

struct Shift {
    /// The position from which it applies.
    at: u32,
    /// The difference in length, cumulated.
    sum: i64,
    /// For a field that was empty: its owner, and its new length.
    empty: Option<(u32, i64)>,
}

impl<'a> Offsets<'a> {
    fn of(
        layout: &Layout,
        state: &'a State,
        ranks: &'a [u32],
        fields: &[usize],
        evaluation: &Evaluation,
    ) -> Offsets<'a> {
        let mut shifts: Vec<Shift> = Vec::with_capacity(fields.len() + state.texts.len());
        for &number in fields {
            let field = &layout.fields[number];
            let n_living =
                state.alive.rank(ranks, field.range.end) - state.alive.rank(ranks, field.range.start);
            let sum = evaluation.texts[number].len() as i64 - i64::from(n_living);
            if sum != 0 {
                let empty = field.range.is_empty().then_some((field.owner, sum));
                shifts.push(Shift { at: field.range.end, sum, empty });
            }
        }
        for (&at, text) in state.texts.iter().filter(|(at, _)| state.alive.has(**at)) {
            shifts.push(Shift { at: at + 1, sum: text.len() as i64 - 1, empty: None });
        }
        shifts.sort_by_key(|shift| shift.at);
        let mut sum = 0;
        for shift in &mut shifts {
            sum += shift.sum;
            shift.sum = sum;
        }
        Offsets { state, ranks, shifts }
    }

    /// Returns the number of output bytes before a position. O(log fields).
    fn before(&self, at: u32) -> i64 {
        let n_shifts = self.shifts.partition_point(|shift| shift.at <= at);
        let shift = n_shifts.checked_sub(1).map_or(0, |last| self.shifts[last].sum);
        i64::from(self.state.alive.rank(self.ranks, at)) + shift
    }

    /// Returns the number of output bytes of a range, without its own padding.
    fn len(&self, of: &Range<u32>) -> i64 {
        let behind = self.shifts.partition_point(|shift| shift.at <= of.end);
        let at_end = self.shifts[..behind].iter().rev().take_while(|shift| shift.at == of.end);
        let own = |shift: &Shift| shift.empty.filter(|(owner, _)| *owner == of.start).map(|(_, len)| len);
        self.before(of.end) - self.before(of.start) - at_end.filter_map(own).sum::<i64>()
    }
}
