//! Which numbers may be single values: those that are not one of many like them.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::class::Place;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::mix;
use super::super::sections::lines_of;
use super::super::tables::Row;
use super::codes::codes;
use super::line_counts::first_field;
use super::owners::Owners;
use crate::bits::Bits;

/// Returns the numbers that may be single values: not those in columns of numbers or in records of
/// fixed width, nor those after a decimal point.
pub(super) fn candidates(inference: &Inference<'_>) -> Vec<u32> {
    let facts = inference.facts;
    let mut in_column = Bits::none(facts.atoms.len());
    for table in facts.tables.iter().filter(|table| 12 < table.rows.len()) {
        let head = |row: &Row| {
            let fields = facts.lines.fields(row.line).iter().take(2).cloned();
            fields.flatten().fold(0, |hash, at| mix(hash, u64::from(facts.atoms.shape(at))))
        };
        let mut alike: FxHashMap<u64, usize> = FxHashMap::default();
        table.rows.iter().for_each(|row| *alike.entry(head(row)).or_default() += 1);
        let most = alike.values().max().copied().unwrap_or(0);
        for column in 0..table.n_columns() {
            let fields = || table.rows.iter().map(|row| row.fields[column].clone());
            let is_number = |field: &Range<u32>| field.clone().any(|at| facts.atoms.amount(at).is_some());
            if table.rows.len() < 2 * fields().filter(is_number).count() {
                // If most rows begin alike, one that begins differently is not part of the table.
                let rows = table.rows.iter().zip(fields()).skip(1);
                let rows = rows.filter(|(row, _)| 1 < alike[&head(row)] || 2 * most < table.rows.len());
                rows.for_each(|(_, field)| in_column.insert_range(field));
            }
        }
    }
    let codes = codes(facts);
    let is_candidate = |&at: &u32| {
        let least = if inference.known.is_confirmed(&facts.atoms, at) { 2 } else { 3 };
        facts.atoms.number(at).is_some_and(|value| least <= value)
            && !codes.has(at)
            && !inference.is_explained(at)
            && !inference.known.is_refuted(&facts.atoms, at)
            && !inference.refers.has(at)
            && (!in_column.has(at) || is_last(facts, at))
            && !facts.atoms.is_fraction(at)
            && may_count(facts, at)
    };
    (0..facts.atoms.len()).filter(is_candidate).collect()
}

/// Whether a number is on the last line of its file, on which a count may be even if the lines
/// above look like it.
pub(super) fn is_last(facts: &DocumentFacts, at: u32) -> bool {
    let end = lines_of(facts, facts.atoms.file(at)).end;
    (facts.lines.of_atom(at) + 1..end).all(|line| facts.lines.is_blank(line))
}

/// Whether a number may be a count by its form and its place: it is not of two digits the first of
/// which is a zero, and neither in a record of fixed width nor in the middle of a long list of
/// numbers.
pub(super) fn may_count(facts: &DocumentFacts, at: u32) -> bool {
    if matches!(facts.atoms.text(at), [b'0', _]) || facts.atoms.is_in_record(at) {
        return false;
    }
    let line = facts.lines.body(facts.lines.of_atom(at));
    let line = line.start.max(at.saturating_sub(FARTHEST))..line.end.min(at.saturating_add(FARTHEST));
    let n_numbers = |atoms: Range<u32>, most: usize| {
        atoms.filter(|&at| facts.atoms.amount(at).is_some()).take(most).count()
    };
    n_numbers(line.start..at, MOST_BEFORE) < MOST_BEFORE
        || n_numbers(at + 1..line.end, MOST_BEHIND) < MOST_BEHIND
}

/// A number with so many before and behind it on its line is in the middle of a list.
const MOST_BEFORE: usize = 4;
const MOST_BEHIND: usize = 4;
/// The most atoms between it and these.
const FARTHEST: u32 = 64;

/// Returns the numbers in large classes that share a word before them, as in `"id": 4`.
pub(super) fn in_named_classes(inference: &Inference<'_>, owners: &Owners<'_>) -> Bits {
    let facts = inference.facts;
    let mut found = Bits::none(facts.atoms.len());
    for class in &facts.classes.numbers {
        if class.place != Place::Between(4, 1) {
            continue;
        }
        let before = facts.inked_before(class.slots[0], 4);
        if before.iter().any(|&at| facts.atoms.kind(at) == Kind::Word) {
            owners.many(&class.slots).into_iter().for_each(|at| found.insert(at));
        }
    }
    found
}

/// Returns the numbers at the same places of many lines that begin with the same word, if they
/// differ: `$GPGSV,3,1,10` has no single values.
pub(super) fn at_common_places(facts: &DocumentFacts, owners: &Owners<'_>) -> Bits {
    let mut found = Bits::none(facts.atoms.len());
    let mut alike: FxHashMap<(u64, u32), Vec<u32>> = FxHashMap::default();
    for line in 0..facts.lines.len() {
        let field = facts.lines.first_field(line);
        if !field.into_iter().any(|at| facts.atoms.kind(at) == Kind::Word) {
            continue;
        }
        let word = first_field(facts, line);
        let inked = facts.lines.body(line).filter(|&at| !facts.atoms.is_space(at));
        for (place, at) in (0..).zip(inked).filter(|&(_, at)| facts.atoms.number(at).is_some()) {
            alike.entry((word, place)).or_default().push(at);
        }
    }
    let differ = |slots: &[u32]| slots.iter().any(|&at| facts.atoms.word(at) != facts.atoms.word(slots[0]));
    for slots in alike.values().filter(|slots| differ(slots)) {
        owners.many(slots).into_iter().for_each(|at| found.insert(at));
    }
    found
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::agree::known::Known;

    #[test]
    fn numbers_within_long_lists_count_nothing() {
        let facts = DocumentFacts::of(&Document::single("a", "n 7,12,13,14,15,16,17,18,19,20 of 05\n"));
        let numbers = (0..facts.atoms.len()).filter(|&at| facts.atoms.number(at).is_some());
        let counts = numbers.filter(|&at| may_count(&facts, at)).map(|at| facts.text(at..at + 1));
        assert_eq!(counts.collect::<Vec<_>>(), ["7", "12", "13", "14", "18", "19", "20"]);
    }

    #[test]
    fn numbers_at_the_same_place_of_many_lines_are_no_single_values() {
        let lines: String = (0..12).map(|n| format!("$SEE,{n},{}*4{}\n", n % 3, n % 7)).collect();
        let facts = DocumentFacts::of(&Document::single("a", format!("{lines}$ALL,12,3*00\n")));
        let placed = at_common_places(&facts, &Owners::of(&facts));
        let numbers = (0..facts.atoms.len()).filter(|&at| facts.atoms.number(at).is_some());
        let others = numbers.filter(|&at| !placed.has(at)).map(|at| facts.text(at..at + 1));
        assert_eq!(others.collect::<Vec<_>>(), ["12", "3", "00"]);
    }

    #[test]
    fn a_number_on_the_last_line_of_a_table_may_count() {
        let lines: String = (0..20).map(|n| format!("metric_{} {}\n", n * 7, n * n)).collect();
        let facts = DocumentFacts::of(&Document::single("a", format!("{lines}samples 20\n\n")));
        let known = Known::default();
        let found = candidates(&Inference::new(&facts, &known)).into_iter();
        let on_last = found.filter(|&at| is_last(&facts, at)).map(|at| facts.text(at..at + 1));
        assert_eq!(on_last.collect::<Vec<_>>(), ["20"]);
    }
}
