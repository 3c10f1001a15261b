//! Running totals: each value continues that of the previous record.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes whose values are running sums of another class: offsets of parts with their
/// lengths, balances with amounts, ranges that each begin where the previous one ends.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut by_len: FxHashMap<usize, Vec<&Vec<u32>>> = FxHashMap::default();
    for class in facts.classes.of_any_numbers().filter(|class| FEWEST <= class.slots.len()) {
        let others = by_len.entry(class.slots.len()).or_default();
        if others.len() < MOST_OF_LEN {
            others.push(&class.slots);
        }
    }
    for class in facts.classes.of_any_numbers() {
        let totals = &class.slots;
        let Some(values) = inference.values_of_all(totals, FEWEST) else { continue };
        let different: FxHashSet<i64> = values.iter().copied().collect();
        if different.len() < FEWEST_DIFFERENT {
            continue;
        }
        // Ends that go on without rising are those of edges, which form a chain.
        let is_sorted = values.is_sorted();
        let is_possible = |way: &Way| is_sorted || !matches!(way, Way::Behind(_));
        let others = by_len.get(&totals.len()).map_or(&[][..], |others| others);
        let found = others.iter().find_map(|parts| {
            let goes_on = WAYS
                .into_iter()
                .filter(is_possible)
                .find(|&way| goes_on(inference, way, &values, totals, parts));
            goes_on.map(|way| (way, *parts))
        });
        let Some((way, parts)) = found else { continue };
        let rows = totals.iter().copied().zip(parts.iter().copied()).collect();
        let part = |row: usize| inference.value(parts[row]);
        let start = match way {
            Way::Before | Way::Behind(_) => values[0],
            Way::Within => values[0] - part(0),
        };
        let widths = match way {
            Way::Behind(_) => (0..values.len()).map(|row| part(row) - values[row]).collect(),
            Way::Before | Way::Within => Vec::new(),
        };
        let mut targets = totals.clone();
        if let Way::Behind(_) = way {
            if parts.iter().any(|&at| inference.is_explained(at)) {
                continue;
            }
            targets.extend(parts);
            targets.sort_unstable();
        }
        let rule = Box::new(Cumulated { way, rows, start, widths });
        let relation = Relation::new("running total", Phase::Offsets, targets, rule);
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// The fewest records.
const FEWEST: usize = 5;
/// The fewest distinct values, and steps.
const FEWEST_DIFFERENT: usize = 4;
const FEWEST_STEPS: usize = 3;
/// The most classes of the same length that are compared.
const MOST_OF_LEN: usize = 64;

/// How a value continues the previous one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It is the sum over all previous records.
    Before,
    /// It is the sum over all previous records and its own.
    Within,
    /// It is this much more than the end of the previous record.
    Behind(i64),
}

const WAYS: [Way; 4] = [Way::Before, Way::Within, Way::Behind(0), Way::Behind(1)];

/// Whether each value follows from the previous record; each record has one slot of each class.
fn goes_on(inference: &Inference<'_>, way: Way, values: &[i64], totals: &[u32], parts: &[u32]) -> bool {
    let part = |row: usize| inference.value(parts[row]);
    let mut steps = FxHashSet::default();
    for row in 1..values.len() {
        let next = match way {
            Way::Before => values[row - 1].checked_add(part(row - 1)),
            Way::Within => values[row - 1].checked_add(part(row)),
            Way::Behind(gap) => part(row - 1).checked_add(gap),
        };
        if next != Some(values[row]) {
            return false;
        }
        steps.insert(values[row] - values[row - 1]);
    }
    let is_first = totals[0] < parts[0];
    let rows = || totals.iter().zip(parts);
    let is_paired = rows().all(|(total, part)| (total < part) == is_first)
        && rows().zip(rows().skip(1)).all(|((a, b), (c, d))| a.max(b) < c.min(d));
    FEWEST_STEPS <= steps.len() && is_paired
}

struct Cumulated {
    way: Way,
    /// Each total, with the part of its record.
    rows: Vec<(u32, u32)>,
    start: i64,
    /// By how much the part exceeds the total, if the part is where the record ends.
    widths: Vec<i64>,
}

impl Rule for Cumulated {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut sum = self.start;
        for (row, &(total, part)) in self.rows.iter().enumerate().filter(|(_, row)| view.lives(row.0)) {
            let own = if view.lives(part) { view.number(part) } else { 0 };
            match self.way {
                Way::Before => {
                    set(total, sum);
                    sum = sum.saturating_add(own);
                }
                Way::Within => {
                    sum = sum.saturating_add(own);
                    set(total, sum);
                }
                Way::Behind(gap) => {
                    set(total, sum);
                    let end = sum.saturating_add(self.widths[row]);
                    if view.lives(part) {
                        set(part, end);
                    }
                    sum = end.saturating_add(gap);
                }
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
