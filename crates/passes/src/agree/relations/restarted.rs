//! Running numbers that restart.

use super::super::inference::Inference;
use super::super::relation::{Phase, Relation, Rule};
use super::super::state::View;
use super::ranks::RESTARTED;
use crate::bits::Bits;

/// Finds classes whose values increase by one or restart.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for class in &facts.classes.numbers {
        let slots = &class.slots;
        let Some(values) = inference.values_of_all(slots, FEWEST) else { continue };
        let base = values[0];
        let rises = |pair: &&[i64]| pair[1] == pair[0] + 1;
        let is_run = |pair: &[i64]| pair[1] == pair[0] + 1 || pair[1] == base;
        let is_restarted = values.windows(2).all(is_run) && (0..=1).contains(&base);
        if !is_restarted || values.windows(2).filter(rises).count() < FEWEST_RISES {
            continue;
        }
        let mut runs: Vec<Vec<u32>> = Vec::new();
        for (&at, &value) in slots.iter().zip(&values) {
            match runs.last_mut() {
                Some(run) if value != base => run.push(at),
                _ => runs.push(vec![at]),
            }
        }
        let rule = Box::new(Restarted { base, runs });
        inference.take(Relation::new(RESTARTED, Phase::Ranks, slots.clone(), rule));
    }
}

/// The fewest slots.
const FEWEST: usize = 8;
/// The fewest values that are one more than the previous value.
const FEWEST_RISES: usize = 7;

struct Restarted {
    base: i64,
    runs: Vec<Vec<u32>>,
}

impl Rule for Restarted {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for run in &self.runs {
            for (at, rank) in run.iter().copied().filter(|&at| view.lives(at)).zip(self.base..) {
                set(at, rank);
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.runs.iter().flatten().for_each(|&at| bits.insert(at));
        true
    }
}
