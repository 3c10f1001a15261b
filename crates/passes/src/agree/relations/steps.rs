//! Ids that continue from one list to the next, in steps of one or more, and references to them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::{Target, View};
use super::ranks::RUNNING;
use crate::bits::Bits;

/// Finds columns of consecutive lines that increase by the same step, each from where the previous
/// one ends, and other columns that refer to their values: `2`, `4`, `6` on lines of their own,
/// then `8 3 2`, `10 8 5`. A reference keeps its remainder modulo the step.
pub(super) fn find(inference: &mut Inference<'_>) {
    let columns = columns(inference);
    let mut chains: Vec<Chain> = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let Some(step) = step(inference, &column.slots) else { continue };
        let first = inference.value(column.slots[0]);
        let last = |slots: &[u32]| inference.value(slots[slots.len() - 1]);
        let before = chains.iter_mut().find(|chain| {
            let end = &columns[chain.columns[chain.columns.len() - 1]];
            chain.step == step && last(&end.slots) + step == first && end.lines.end <= column.lines.start
        });
        match before {
            Some(chain) => chain.columns.push(number),
            None => chains.push(Chain { step, columns: vec![number] }),
        }
    }
    for chain in chains {
        let slots: Vec<u32> =
            chain.columns.iter().flat_map(|&column| columns[column].slots.iter().copied()).collect();
        let is_free = slots.iter().all(|&at| !inference.is_explained(at));
        let base = inference.value(slots[0]);
        let is_worth_it = 1 < chain.columns.len() || 1 < chain.step;
        if slots.len() < FEWEST || !is_free || !is_worth_it || !(0..=chain.step.max(2)).contains(&base) {
            continue;
        }
        let scale = Scale { base, step: chain.step, n: slots.len() };
        let own: FxHashSet<usize> = chain.columns.iter().copied().collect();
        let others = columns.iter().enumerate().filter(|(number, _)| !own.contains(number));
        let referring: Vec<&Column> = others
            .map(|(_, column)| column)
            .filter(|column| refers(inference, scale, &slots, column))
            .collect();
        let mut references: Vec<u32> =
            referring.iter().flat_map(|column| column.slots.iter().copied()).collect();
        references.sort_unstable();
        references.dedup();
        let different: FxHashSet<usize> =
            references.iter().filter_map(|&at| scale.place(inference.value(at))).collect();
        if different.len() < FEWEST_DIFFERENT || 5 * different.len() < slots.len() {
            continue;
        }
        take(inference, scale, slots, &references);
    }
}

/// The fewest numbers, in all and per column.
const FEWEST: usize = 8;
const FEWEST_IN_COLUMN: usize = 4;
/// The fewest distinct references.
const FEWEST_DIFFERENT: usize = 5;
/// The most columns.
const MOST_COLUMNS: usize = 8;
/// A column of references must reach at least this fraction (one half) of the ids.
const REACH: usize = 2;

/// Ids that continue from column to column.
struct Chain {
    step: i64,
    columns: Vec<usize>,
}

/// The numbers in the same position of consecutive lines.
struct Column {
    slots: Vec<u32>,
    lines: Range<u32>,
}

#[derive(Clone, Copy)]
struct Scale {
    base: i64,
    step: i64,
    n: usize,
}

impl Scale {
    /// Returns the index of the thing that a number refers to.
    fn place(self, value: i64) -> Option<usize> {
        let place = usize::try_from((value - self.base).div_euclid(self.step)).ok()?;
        (place < self.n).then_some(place)
    }

    fn rest(self, value: i64) -> i64 {
        (value - self.base).rem_euclid(self.step)
    }
}

/// Returns the columns of numbers in runs of lines; where these differ in the number of fields, in
/// the parts whose first numbers increase by the same step.
fn columns(inference: &Inference<'_>) -> Vec<Column> {
    let facts = inference.facts;
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for run in &inference.kinds.runs {
        let n_fields = facts.lines.fields(run[0]).len();
        let last = run[run.len() - 1];
        let is_dense = (last - run[0]) as usize + 1 == run.len();
        if !is_dense {
            continue;
        }
        let is_even = run.iter().all(|&line| facts.lines.fields(line).len() == n_fields);
        let (parts, fewest) = match is_even {
            true => (vec![&run[..]], 1),
            false => (rows_in_steps(inference, run), FEWEST_IN_COLUMN),
        };
        let columns = parts.into_iter().flat_map(|rows| columns_of(facts, rows, fewest));
        found.extend(columns.filter(|column| seen.insert(column.slots.clone())));
    }
    found.sort_by_key(|column| (column.lines.start, column.slots[0]));
    found
}

/// Splits lines where the first number does not increase by the same step.
fn rows_in_steps<'a>(inference: &Inference<'_>, run: &'a [u32]) -> Vec<&'a [u32]> {
    let facts = inference.facts;
    let first = |line: u32| {
        let field = facts.lines.first_field(line);
        (field.len() == 1).then(|| facts.atoms.number(field.start)).flatten()
    };
    let step = |from: u32, to: u32| Some(first(to)? - first(from)?).filter(|step| 0 < *step);
    let mut parts = Vec::new();
    let mut start = 0;
    for end in 1..=run.len() {
        let goes_on = end < run.len()
            && step(run[end - 1], run[end]).is_some()
            && (end - start < 2 || step(run[end - 1], run[end]) == step(run[start], run[start + 1]));
        if !goes_on {
            parts.push(&run[start..end]);
            start = end;
        }
    }
    parts.retain(|rows| FEWEST_IN_COLUMN <= rows.len());
    parts
}

/// Returns the columns of numbers that at least `fewest` of the lines have.
fn columns_of(facts: &DocumentFacts, rows: &[u32], fewest: usize) -> Vec<Column> {
    let columns = (0..MOST_COLUMNS).map(|column| {
        let fields = rows.iter().filter_map(|&line| facts.lines.fields(line).get(column));
        let number = |field: &Range<u32>| {
            (field.len() == 1 && facts.atoms.number(field.start).is_some()).then_some(field.start)
        };
        let slots: Option<Vec<u32>> = fields.map(number).collect();
        Column { slots: slots.unwrap_or_default(), lines: rows[0]..rows[rows.len() - 1] + 1 }
    });
    columns.filter(|column| fewest <= column.slots.len()).collect()
}

/// Returns the step of a column, if it is constant.
fn step(inference: &Inference<'_>, slots: &[u32]) -> Option<i64> {
    let value = |at: usize| inference.value(slots[at]);
    if slots.len() < FEWEST_IN_COLUMN {
        return None;
    }
    let step = value(1) - value(0);
    (0 < step && (1..slots.len()).all(|at| value(at) - value(at - 1) == step)).then_some(step)
}

/// Whether the numbers of a column refer to the ids; smaller numbers are ignored.
fn refers(inference: &Inference<'_>, scale: Scale, given: &[u32], column: &Column) -> bool {
    let is_free = |&at: &u32| !inference.is_explained(at) && given.binary_search(&at).is_err();
    let values = || column.slots.iter().map(|&at| inference.value(at));
    let places = || values().filter_map(|value| scale.place(value));
    let different: FxHashSet<usize> = places().collect();
    let all_known = values().all(|value| (0..scale.base).contains(&value) || scale.place(value).is_some());
    let reaches = places().max().is_some_and(|place| scale.n <= REACH * place);
    let varies = 3 * different.len() >= column.slots.len().min(scale.n);
    all_known && reaches && varies && column.slots.iter().all(is_free)
}

fn take(inference: &mut Inference<'_>, scale: Scale, given: Vec<u32>, references: &[u32]) {
    let refer: Vec<(u32, i64)> = references.iter().map(|&at| (at, inference.value(at))).collect();
    let mut uses: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
    for &(at, value) in &refer {
        if let Some(place) = scale.place(value) {
            uses.entry(place).or_default().push(at);
        }
    }
    let name = |(place, &at): (usize, &u32)| Name::new(vec![at], uses.remove(&place).unwrap_or_default());
    let names = given.iter().enumerate().map(name).collect();
    let about = format!("numbers in steps of {}", scale.step);
    references.iter().for_each(|&at| inference.refers.insert(at));
    inference.keys.push(Keys { about, names, are_written: true, own_records: true, strays: Vec::new() });
    let mut targets = [&given[..], references].concat();
    targets.sort_unstable();
    let rule = Box::new(Steps { scale, given, refer });
    let relation = Relation::new(RUNNING, Phase::Ranks, targets, rule);
    inference.take(relation.with_probe(Probe::AllSpread).with_evidence(Evidence::Strong));
}

struct Steps {
    scale: Scale,
    given: Vec<u32>,
    /// The references, with their original values.
    refer: Vec<(u32, i64)>,
}

impl Rule for Steps {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let Scale { base, step, .. } = self.scale;
        let mut next = base;
        let numbers: Vec<i64> = self
            .given
            .iter()
            .map(|&at| {
                let number = next;
                if view.lives(at) {
                    set(at, number);
                    next += step;
                }
                number
            })
            .collect();
        let original = |at: u32| view.facts.atoms.number(at).unwrap_or(0);
        for &(at, value) in self.refer.iter().filter(|(at, _)| view.lives(*at)) {
            let value = match view.state.targets.get(&at) {
                Some(Target::Definition(given)) => original(*given) + self.scale.rest(value),
                Some(Target::Copy(other)) => original(*other),
                None => value,
            };
            match self.scale.place(value) {
                Some(place) => set(at, numbers[place] + self.scale.rest(value)),
                None => set(at, value),
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.given.iter().for_each(|&at| bits.insert(at));
        true
    }
}
