//! Totals of blocks: a value is the sum of the numbers at one place of the lines that follow, or of
//! the products of those at two places, up to the next line of its kind, or of the lines before it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Evidence, Phase, Relation};
use super::sums::{Term, Totals};

/// A place on lines, and how the numbers there are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    /// Lines that begin like this; `None` for all.
    head: Option<u64>,
    /// Lines below such a heading; `None` for all.
    heading: Option<u64>,
    /// The number of decimals.
    places: u8,
    /// The index among the numbers of a line, from its end or its start.
    from_end: bool,
    index: u8,
    /// The index of the number that it is multiplied by.
    factor: Option<u8>,
}

/// The numbers at a place, in document order, with the sums of those before each.
struct Column {
    lines: Vec<u32>,
    terms: Vec<Term>,
    sums: Vec<i64>,
    /// How many before each are not zero.
    n_before: Vec<u32>,
}

/// The most numbers of a line from its start or end.
const MOST_PLACES: usize = 4;
/// The fewest numbers at a place.
const FEWEST: usize = 6;
/// The most places, and the most classes.
const MOST_COLUMNS: usize = 400;
const MOST_CLASSES: usize = 96;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 30.0;

/// Finds classes whose values are sums of numbers in the lines between them.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let columns = columns(inference);
    if columns.is_empty() {
        return;
    }
    for class in facts.classes.of_any_numbers().take(MOST_CLASSES) {
        let slots = &class.slots;
        let lines: Vec<u32> = slots.iter().map(|&at| facts.lines.of_atom(at)).collect();
        let different: FxHashSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        let is_free = slots.iter().all(|&at| !inference.is_explained(at));
        if different.len() < 2 || !is_free || !lines.is_sorted_by(|a, b| a < b) {
            continue;
        }
        let places = facts.atoms.format(slots[0]).places();
        let fitting = columns.iter().filter(|(place, _)| place.places == places);
        let mut ways = fitting.flat_map(|(_, column)| [(column, true), (column, false)]);
        let found = ways.find_map(|(column, is_below)| totals(inference, column, slots, &lines, is_below));
        if let Some(rule) = found {
            let relation = Relation::new("total of a block", Phase::Counts, slots.clone(), Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// Returns the numbers of each place. O(numbers).
fn columns(inference: &Inference<'_>) -> Vec<(Place, Column)> {
    let facts = inference.facts;
    let mut found: Grouped<Place, Term> = Grouped::new();
    let mut heading = None;
    for line in 0..facts.lines.len() {
        let numbers: Vec<u32> =
            facts.lines.body(line).filter(|&at| facts.atoms.amount(at).is_some()).collect();
        if numbers.is_empty() && facts.lines.body(line).any(|at| facts.atoms.is_word(at)) {
            heading = Some(facts.lines.shape(line));
        }
        let head = facts.lines.head(line);
        let mut push = |number: u32, from_end, index| {
            let places = facts.atoms.format(number).places();
            for (head, heading) in [(Some(head), None), (None, None), (None, heading)] {
                let place = Place { head, heading, places, from_end, index, factor: None };
                found.push(place, Term { number, factor: None });
            }
        };
        (0..).zip(&numbers).take(MOST_PLACES).for_each(|(index, &at)| push(at, false, index));
        (0..).zip(numbers.iter().rev()).take(MOST_PLACES).for_each(|(index, &at)| push(at, true, index));
        let first = (0..).zip(&numbers).take(MOST_PLACES);
        for (factor, &other) in first.clone() {
            for (index, &number) in first.clone().take(usize::from(factor)) {
                let places = [number, other].map(|at| facts.atoms.format(at).places()).into_iter().sum();
                let head = Some(head);
                let place =
                    Place { head, heading: None, places, from_end: false, index, factor: Some(factor) };
                found.push(place, Term { number, factor: Some(other) });
            }
        }
    }
    let mut seen = FxHashSet::default();
    let mut columns: Vec<(Place, Vec<Term>)> = found.into_groups();
    columns.retain(|(_, terms)| FEWEST <= terms.len() && seen.insert(terms.clone()));
    // A plain sum explains more than one of products.
    columns.sort_by_key(|(place, _)| (place.factor.is_some(), place.heading.is_some()));
    columns.truncate(MOST_COLUMNS);
    let column = |terms: Vec<Term>| {
        let values: Vec<i64> = terms.iter().map(|term| term.value(|at| inference.value(at))).collect();
        let mut sum = 0i64;
        let behind = values.iter().map(|&value| {
            sum = sum.saturating_add(value);
            sum
        });
        let sums = std::iter::once(0).chain(behind).collect();
        let mut n = 0;
        let n_behind = values.iter().map(|&value| {
            n += u32::from(value != 0);
            n
        });
        let n_before = std::iter::once(0).chain(n_behind).collect();
        let lines = terms.iter().map(|term| facts.lines.of_atom(term.number)).collect();
        Column { lines, sums, n_before, terms }
    };
    columns.into_iter().map(|(place, terms)| (place, column(terms))).collect()
}

/// Returns the blocks, if each value is the sum of its block.
fn totals(
    inference: &Inference<'_>,
    column: &Column,
    slots: &[u32],
    lines: &[u32],
    is_below: bool,
) -> Option<Totals> {
    let place = |line: u32| column.lines.partition_point(|&other| other < line);
    let mut bits = 0.0;
    let mut sums: FxHashMap<i64, usize> = FxHashMap::default();
    let mut blocks = Vec::new();
    for (number, &at) in slots.iter().enumerate() {
        let (from, to) = match is_below {
            true => (lines[number] + 1, lines.get(number + 1).copied().unwrap_or(u32::MAX)),
            false => (number.checked_sub(1).map_or(0, |before| lines[before] + 1), lines[number]),
        };
        let (from, to) = (place(from), place(to));
        let sum = column.sums[to].saturating_sub(column.sums[from]);
        if sum != inference.value(at) {
            return None;
        }
        // One number that is not zero is a copy.
        let is_product = |term: &Term| {
            let factors = term.factor.map(|factor| [inference.value(factor), inference.value(term.number)]);
            factors.is_some_and(|factors| !factors.contains(&1))
        };
        let has_product = column.terms[from..to].iter().any(is_product);
        if 2 - u32::from(has_product) <= column.n_before[to] - column.n_before[from] {
            *sums.entry(sum).or_default() += 1;
            bits += if sums[&sum] == 1 { (1.0 + sum.unsigned_abs() as f64).log2() } else { 0.0 };
        }
        blocks.push((at, from..to));
    }
    let blocks = blocks.into_iter().map(|(at, block)| (at, column.terms[block].to_vec()));
    (FEWEST_BITS < bits && 2 <= sums.len()).then(|| Totals { blocks: blocks.collect() })
}
