//! Running numbers: values without gaps that never decrease.

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::inference::{Inference, Space};

/// Finds classes whose values have no gaps and never decrease. Several numbers of a line are not
/// assigned there, if lines of their own have more, and these among them: they are a list.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let slots = || facts.classes.numbers.iter().map(|class| &class.slots[..]);
    let alone = slots().filter(|slots| !are_listed(facts, slots) && are_running(inference, slots));
    let bounds = |slots: &[u32]| (inference.value(slots[0]), inference.value(slots[slots.len() - 1]));
    let known: Vec<(i64, i64)> = alone.map(bounds).collect();
    for slots in slots().filter(|slots| !slots.is_empty()) {
        let is_among = |&(first, last): &(i64, i64)| {
            let (own_first, own_last) = (inference.value(slots[0]), inference.value(slots[slots.len() - 1]));
            first <= own_first && own_last <= last && own_last - own_first < last - first
        };
        let is_list = are_listed(facts, slots) && known.iter().any(is_among);
        if !is_list && are_running(inference, slots) && !are_references(inference, slots) {
            slots.iter().for_each(|&at| inference.explain(at));
            inference.spaces.push(Space { slots: slots.to_vec(), references: Vec::new() });
        }
    }
}

/// Whether all values are among those that another class assigns behind the same mark, from the
/// first number on.
fn are_references(inference: &Inference<'_>, slots: &[u32]) -> bool {
    let facts = inference.facts;
    let mark = |slots: &[u32]| {
        let words = slots.iter().map(|&at| at.checked_sub(1).map(|before| facts.atoms.word(before)));
        let different: FxHashSet<Option<u32>> = words.collect();
        let only = if different.len() == 1 { different.into_iter().next().flatten() } else { None };
        only.filter(|&word| !facts.atoms.is_space(facts.atoms.sample(word)))
    };
    let first = inference.value(slots[0]);
    let assigns = |space: &Space| {
        let last = inference.value(space.slots[space.slots.len() - 1]);
        inference.value(space.slots[0]) <= HIGHEST_BASE
            && inference.value(slots[slots.len() - 1]) <= last
            && mark(&space.slots) == mark(slots)
    };
    HIGHEST_BASE < first && mark(slots).is_some() && inference.spaces.iter().any(assigns)
}

/// Whether a line has several of the numbers on average.
fn are_listed(facts: &DocumentFacts, slots: &[u32]) -> bool {
    let same = |pair: &&[u32]| facts.lines.of_atom(pair[0]) == facts.lines.of_atom(pair[1]);
    slots.len() <= 2 * slots.windows(2).filter(same).count()
}

/// Whether the values have no gaps, never decrease, and are not explained yet.
fn are_running(inference: &Inference<'_>, slots: &[u32]) -> bool {
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    let fewest_strict = inference.fewest(FEWEST_STRICT, FEWEST_IN_SMALL);
    let Some(values) = inference.values_of_all(slots, fewest) else { return false };
    let mut steps = values.windows(2).map(|pair| pair[1] - pair[0]);
    let base = values[0];
    if !steps.all(|step| step == 0 || step == 1) {
        return false;
    }
    let n_different = (values[values.len() - 1] - base + 1) as usize;
    let is_counted = base <= HIGHEST_BASE && fewest <= n_different && slots.len() <= 3 * n_different;
    let is_strict = fewest_strict <= slots.len() && n_different == slots.len();
    0 <= base && (is_counted || is_strict)
}

/// The fewest distinct values.
const FEWEST: usize = 5;
/// The fewest distinct values where there are few numbers.
const FEWEST_IN_SMALL: usize = 2;
/// Sequences with a higher base must increase with every value.
const HIGHEST_BASE: i64 = 2;
/// The fewest values of such a sequence.
const FEWEST_STRICT: usize = 8;
