//! Running numbers: values without gaps that never decrease.

use super::super::inference::{Inference, Space};

/// Finds classes whose values have no gaps and never decrease.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    let fewest_strict = inference.fewest(FEWEST_STRICT, FEWEST_IN_SMALL);
    for class in &facts.classes.numbers {
        let slots = &class.slots;
        let Some(values) = inference.values_of_all(slots, fewest) else { continue };
        let steps = || values.windows(2).map(|pair| pair[1] - pair[0]);
        let base = values[0];
        if !steps().all(|step| step == 0 || step == 1) {
            continue;
        }
        let n_different = (values[values.len() - 1] - base + 1) as usize;
        let is_counted = base <= HIGHEST_BASE && fewest <= n_different && slots.len() <= 3 * n_different;
        let is_strict = fewest_strict <= slots.len() && n_different == slots.len();
        if 0 <= base && (is_counted || is_strict) {
            slots.iter().for_each(|&at| inference.explain(at));
            inference.spaces.push(Space { slots: slots.clone(), references: Vec::new() });
        }
    }
}

/// The fewest distinct values.
const FEWEST: usize = 5;
/// The fewest distinct values where there are few numbers.
const FEWEST_IN_SMALL: usize = 2;
/// Sequences with a higher base must increase with every value.
const HIGHEST_BASE: i64 = 2;
/// The fewest values of such a sequence.
const FEWEST_STRICT: usize = 8;
