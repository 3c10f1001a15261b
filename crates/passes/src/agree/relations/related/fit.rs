//! Whether all values of a class are the same aggregate of their parts.

use rustc_hash::FxHashSet;

use super::super::super::inference::Inference;
use super::rule::{Aggregate, Join, Related};

/// The fewest distinct values.
const FEWEST_DIFFERENT: usize = 4;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 20.0;

/// Whether a class has enough distinct values.
pub(super) fn varies(inference: &Inference<'_>, slots: &[u32]) -> bool {
    let different: FxHashSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
    FEWEST_DIFFERENT <= different.len()
}

/// How values are computed from their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    pub(super) aggregate: Aggregate,
    /// What is added, if known yet.
    plus: Option<i64>,
    /// The value without parts, if known yet.
    empty: Option<i64>,
}

impl Fit {
    /// Returns how all values of `target` are computed from their parts, if it is unlikely to be
    /// chance. Ends at the first value that is not.
    pub(super) fn of(
        inference: &Inference<'_>,
        target: &[u32],
        parts_of: impl Fn(usize) -> Option<Vec<u32>>,
    ) -> Option<Fit> {
        let all = [Aggregate::Sum, Aggregate::Most, Aggregate::Least];
        let mut fits: Vec<Fit> =
            all.into_iter().map(|aggregate| Fit { aggregate, plus: None, empty: None }).collect();
        let mut different = FxHashSet::default();
        let mut has_several = false;
        for (row, &at) in target.iter().enumerate() {
            let value = inference.value(at);
            let parts: Vec<i64> = parts_of(row)?.into_iter().map(|part| inference.value(part)).collect();
            has_several |= 1 < parts.len();
            if !parts.is_empty() {
                different.insert(value);
            }
            fits.retain_mut(|fit| fit.goes_on(value, &parts));
            if fits.is_empty() {
                return None;
            }
        }
        let bits: f64 = different.iter().map(|value| (1.0 + value.unsigned_abs() as f64).log2()).sum();
        let is_sure = has_several && FEWEST_DIFFERENT <= different.len() && FEWEST_BITS <= bits;
        fits.into_iter().next().filter(|_| is_sure)
    }

    fn goes_on(&mut self, value: i64, parts: &[i64]) -> bool {
        let (known, now, bound) = match self.aggregate.of(parts.iter().copied()) {
            Some(computed) => (&mut self.plus, value.saturating_sub(computed), -1..=1),
            None => (&mut self.empty, value, 0..=1),
        };
        *known.get_or_insert(now) == now && bound.contains(&now)
    }

    /// Returns the rule for values that are related to their parts in this way.
    pub(super) fn rule(self, join: Join) -> Related {
        let Fit { aggregate, plus, empty } = self;
        Related { join, aggregate, plus: plus.unwrap_or(0), empty }
    }
}
