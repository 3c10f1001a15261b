//! Large groups at first, against what the answers seem to say.

use super::model::{Side, even_group};
use super::rate::Rate;

/// Lists this short or shorter get no boldness.
const SHORT: u32 = 16;
/// How many needed units it takes to give up, for each doubling of the length of the list.
const PER_DOUBLING: f64 = 2.0;

/// Keeps groups large until a number of needed units is found, logarithmic in the length of the list.
///
/// In a text, that a unit is needed says less than theory has it: the last line of a function is needed while its
/// first is there, and then so is nearly every line on its own, but the whole function may go. An estimate that
/// learns quickly sees a cluster and tries units alone from there on. So groups stay as large as in
/// `split-optimistic`, and are halved in the middle, until many of them have been in vain; on lists where that is no
/// help it costs a few tests for each of O(log units) needed units.
#[derive(Clone)]
pub(super) struct Bold {
    rate: Rate,
    left: u32,
}

impl Bold {
    pub(super) fn new(n_units: u32) -> Bold {
        let doublings = f64::from(n_units.max(SHORT) / SHORT).log2();
        Bold { rate: Rate::optimistic(n_units), left: (PER_DOUBLING * doublings).ceil() as u32 }
    }

    /// Stands for a search that is not bold.
    pub(super) fn never() -> Bold {
        Bold { rate: Rate::optimistic(0), left: 0 }
    }

    pub(super) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Gives the size of a group.
    pub(super) fn group(&self, side: Side, longest: u32) -> u32 {
        even_group(&self.rate, side, longest)
    }

    pub(super) fn cleared(&mut self, n: u32) {
        self.rate.count_cleared(n);
    }

    pub(super) fn needed(&mut self) {
        self.rate.count_needed();
        self.left = self.left.saturating_sub(1);
    }
}
