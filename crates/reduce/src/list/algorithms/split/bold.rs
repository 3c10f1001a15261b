//! Large groups at first, whatever the estimate.

use super::model::{Side, even_group};
use super::rate::Rate;

/// The budget has one test for so many units of the list.
const UNITS_PER_TEST: u32 = 8;
/// Lists that are shorter have no room for boldness.
const SHORTEST: u32 = 32;

/// Keeps groups large until a budget of tests is spent.
///
/// In a text, a needed unit tells less than in theory: the last line of a function is needed as
/// long as its first line is there, and so is nearly every other line alone, but the whole function
/// may be removable. An estimate that learns quickly sees a cluster of needed units, and tries
/// single units from then on. So groups stay as large as in `split-optimistic`, and are halved in
/// the middle, until the binary searches for needed units have cost one test for each eight units
/// of the list. This costs nothing where few units are needed, and it finds units that can only be
/// removed together.
#[derive(Clone)]
pub(super) struct Bold {
    rate: Rate,
    /// The rest of the budget, in tests.
    left: f64,
}

impl Bold {
    pub(super) fn new(n_units: u32) -> Bold {
        let left = if n_units < SHORTEST { 0 } else { n_units / UNITS_PER_TEST };
        Bold { rate: Rate::optimistic(n_units), left: f64::from(left) }
    }

    /// Creates an empty budget, for searches without it.
    pub(super) fn never() -> Bold {
        Bold { rate: Rate::optimistic(0), left: 0.0 }
    }

    pub(super) fn is_over(&self) -> bool {
        self.left <= 0.0
    }

    /// Returns the size of a group.
    pub(super) fn group(&self, side: Side, longest: u32) -> u32 {
        even_group(&self.rate, side, longest)
    }

    pub(super) fn cleared(&mut self, n: u32) {
        self.rate.count_cleared(n);
    }

    pub(super) fn needed(&mut self) {
        self.left -= f64::from(self.group(Side::Front, u32::MAX)).log2();
        self.rate.count_needed();
    }
}
