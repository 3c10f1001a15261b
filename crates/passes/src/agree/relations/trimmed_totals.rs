//! Totals of amounts that are written without zeros at their end: `62.75`, `491.7`, `210`.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::{Grouped, mix};
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds amounts at one place of lines, each of which is the sum of the amounts at another place,
/// of the lines up to the next such amount, or since the one before. O(places² · amounts) at
/// most, O(atoms) where no amounts are written like this.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let n_fractions = (0..facts.atoms.len()).filter(|&at| facts.atoms.is_fraction(at)).count();
    if n_fractions < FEWEST_FRACTIONS {
        return;
    }
    let mut seen = FxHashSet::default();
    let mut columns = columns(facts);
    columns.retain(|column| seen.insert((column[0].atoms.start, column.len())));
    columns.retain(|column| !column.iter().any(|amount| ends_in_zero(facts, amount)));
    // Small columns hold totals; the largest ones are what may be summed up.
    columns.sort_by_key(Vec::len);
    let columns = &columns[columns.len().saturating_sub(MOST_COLUMNS)..];
    for (own, column) in columns.iter().enumerate() {
        let is_free = |one: &Amount| !inference.is_explained(one.atoms.start);
        // Zeros are the sum of any zeros.
        let different: FxHashSet<i64> =
            column.iter().map(|one| one.value).filter(|&value| value != 0).take(MOST_TOTALS).collect();
        if different.len() < FEWEST_TOTALS || !column.iter().all(is_free) || MOST_TOTALS < column.len() {
            continue;
        }
        let others = columns.iter().enumerate();
        let others = others.filter(|&(number, other)| number != own && FEWEST_TERMS <= other.len());
        let mut ways = others.flat_map(|(_, other)| [(other, true), (other, false)]);
        let Some(blocks) = ways.find_map(|(terms, is_below)| blocks(column, terms, is_below)) else {
            continue;
        };
        let targets: Vec<u32> = column.iter().map(|amount| amount.atoms.start).collect();
        column.iter().for_each(|amount| amount.atoms.clone().for_each(|at| inference.explain(at)));
        let rule = Box::new(Totals { blocks });
        let relation = Relation::new("total of a block", Phase::Counts, targets, rule);
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// The fewest amounts with a fraction, and the fewest amounts that are summed up.
const FEWEST_FRACTIONS: usize = 8;
const FEWEST_TERMS: usize = 6;
/// The most places of amounts, and the most totals at one of them.
const MOST_COLUMNS: usize = 96;
const MOST_TOTALS: usize = 10_000;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 30.0;
/// The fewest different totals.
const FEWEST_TOTALS: usize = 2;
/// The most digits of a fraction; amounts are counted in units of the last of them.
const MOST_PLACES: usize = 4;
const UNITS: i64 = 10_000;
/// The most digits before it.
const MOST_WHOLE: u32 = 9;

/// An amount: its number, and the mark and the digits behind that if it has a fraction.
#[derive(Clone, PartialEq, Eq)]
struct Amount {
    line: u32,
    atoms: Range<u32>,
    value: i64,
}

/// Returns the value of an amount.
fn value(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_filled = 1 < digits.len() && digits.starts_with('0');
    if MOST_PLACES < fraction.len() || MOST_WHOLE < digits.len() as u32 || is_filled {
        return None;
    }
    let fraction: i64 = format!("{fraction:0<MOST_PLACES$}").parse().ok()?;
    let value = digits.parse::<i64>().ok()? * UNITS + fraction;
    Some(if digits.len() < whole.len() { -value } else { value })
}

/// Returns an amount as it is written.
fn written(value: i64) -> Vec<u8> {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, fraction) = (value.abs() / UNITS, value.abs() % UNITS);
    let text = format!("{sign}{whole}.{fraction:0MOST_PLACES$}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// Returns the amount that begins with an atom.
fn amount(facts: &DocumentFacts, at: u32) -> Option<Amount> {
    let atoms = &facts.atoms;
    atoms.number(at).filter(|_| !atoms.is_fraction(at))?;
    let line = facts.lines.of_atom(at);
    let end = facts.lines.body(line).end;
    let has_fraction = at + 2 < end && atoms.is(at + 1, b'.') && atoms.number(at + 2).is_some();
    let has_more = at + 4 < end && has_fraction && atoms.is(at + 3, b'.') && atoms.is_word(at + 4);
    let own = at..at + if has_fraction { 3 } else { 1 };
    let is_joined = |next: u32| own.end == next && next < end && atoms.is_word(next);
    if has_more || is_joined(own.end) || is_behind_word(facts, at) {
        return None;
    }
    let text: Vec<u8> = own.clone().flat_map(|at| atoms.text(at)).copied().collect();
    value(&text).map(|value| Amount { line, atoms: own, value })
}

/// Whether a word touches the start of an atom.
fn is_behind_word(facts: &DocumentFacts, at: u32) -> bool {
    at.checked_sub(1).is_some_and(|before| facts.atoms.is_word(before))
}

/// Returns the amounts at each place: on lines that begin alike, or on all lines, behind the same
/// mark, as often as it occurred on the line. O(atoms).
fn columns(facts: &DocumentFacts) -> Vec<Vec<Amount>> {
    let mut found: Grouped<(Option<u64>, u32, u32), Amount> = Grouped::new();
    let mut marks: Vec<(u32, u32)> = Vec::new();
    for line in 0..facts.lines.len() {
        marks.clear();
        let mut last = None;
        for at in facts.lines.body(line) {
            if !facts.atoms.is_word(at) {
                let mark = facts.atoms.word(at);
                match marks.iter().position(|(other, _)| *other == mark) {
                    Some(place) => marks[place].1 += 1,
                    None if marks.len() < MOST_MARKS => marks.push((mark, 1)),
                    None => {}
                }
                last = Some(mark);
                continue;
            }
            let times = |mark: u32| marks.iter().find(|(other, _)| *other == mark);
            let place = last.and_then(times);
            if let (Some(&(mark, times)), Some(amount)) = (place, amount(facts, at)) {
                found.push((Some(start(facts, line)), mark, times), amount.clone());
                found.push((None, mark, times), amount);
            }
        }
    }
    found.into_groups().into_iter().map(|(_, amounts)| amounts).collect()
}

/// Returns a hash that is equal for lines whose first atoms are alike, up to a number.
fn start(facts: &DocumentFacts, line: u32) -> u64 {
    let inked = facts.lines.body(line).filter(|&at| !facts.atoms.is_space(at));
    let first = inked.take(MOST_FIRST).take_while(|&at| facts.atoms.number(at).is_none());
    first.fold(0, |hash, at| mix(hash, u64::from(facts.atoms.shape(at))))
}

/// The most atoms by which lines are told apart.
const MOST_FIRST: usize = 4;
/// The most different marks on a line that are told apart.
const MOST_MARKS: usize = 12;

/// Whether a fraction ends with a zero, which would be left out.
fn ends_in_zero(facts: &DocumentFacts, amount: &Amount) -> bool {
    1 < amount.atoms.len() && facts.atoms.text(amount.atoms.end - 1).ends_with(b"0")
}

/// Returns what each total sums up, if all are right and that is no chance.
fn blocks(totals: &[Amount], terms: &[Amount], is_below: bool) -> Option<Vec<(Amount, Vec<Amount>)>> {
    let place = |line: u32| terms.partition_point(|term| term.line < line);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let (mut bits, mut seen) = (0.0, FxHashSet::default());
    let mut has_fraction = false;
    for (number, total) in totals.iter().enumerate() {
        let (from, to) = match is_below {
            true => (total.line + 1, totals.get(number + 1).map_or(u32::MAX, |next| next.line)),
            false => (number.checked_sub(1).map_or(0, |before| totals[before].line + 1), total.line),
        };
        let range = place(from)..place(to);
        let of = terms.get(range.clone())?;
        if of.iter().map(|term| term.value).fold(0, i64::saturating_add) != total.value {
            return None;
        }
        let n_terms = of.iter().filter(|term| term.value != 0).count();
        if 2 <= n_terms && seen.insert(total.value) {
            let places = written(total.value).iter().filter(|byte| byte.is_ascii_digit()).count();
            bits += places as f64 * std::f64::consts::LOG2_10;
        }
        has_fraction |= of.iter().any(|term| term.value % UNITS != 0);
        ranges.push(range);
    }
    let found = || totals.iter().zip(ranges).map(|(total, range)| (total.clone(), terms[range].to_vec()));
    (FEWEST_BITS < bits && has_fraction && FEWEST_TOTALS <= seen.len()).then(|| found().collect())
}

/// Amounts that are each the sum of others.
struct Totals {
    blocks: Vec<(Amount, Vec<Amount>)>,
}

impl Rule for Totals {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        let lives = |amount: &Amount| view.lives(amount.atoms.start);
        for (total, terms) in self.blocks.iter().filter(|(total, _)| lives(total)) {
            // A term may be a total of others.
            let now = |term: &Amount| match lives(term) {
                true => value(&view.rendered(term.atoms.clone())).unwrap_or(0),
                false => 0,
            };
            let sum = terms.iter().map(now).fold(0, i64::saturating_add);
            let is_original = sum == total.value;
            for at in total.atoms.clone().filter(|&at| view.lives(at)) {
                let text = match at == total.atoms.start {
                    _ if is_original => view.facts.atoms.text(at).to_vec(),
                    true => written(sum),
                    false => Vec::new(),
                };
                set(at, text);
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_they_are_read() {
        for text in ["0", "7", "62.75", "491.7", "0.5", "-3.25", "100"] {
            assert_eq!(value(text.as_bytes()).map(written), Some(text.as_bytes().to_vec()));
        }
        assert_eq!([value(b"007"), value(b"1.23456"), value(b"x")], [None; 3]);
    }
}
