//! One rate for all units, estimated by counting.

use super::model::{Model, Side};
use crate::units::Units;

/// Estimates the rate as the fraction of needed units among the decided ones, with a prior of one
/// needed unit in `prior`.
#[derive(Clone)]
pub(super) struct Rate {
    n_needed: f64,
    n_cleared: f64,
    prior: f64,
}

impl Rate {
    /// Begins with one needed unit in ten.
    pub(super) fn pessimistic() -> Rate {
        Rate { n_needed: 0.0, n_cleared: 0.0, prior: 10.0 }
    }

    /// Begins with three needed units in the whole list, so that the first group is about a quarter
    /// of it.
    pub(super) fn optimistic(n_units: u32) -> Rate {
        Rate { prior: (f64::from(n_units) / 3.0).max(2.0), ..Rate::pessimistic() }
    }

    pub(super) fn count_cleared(&mut self, n: u32) {
        self.n_cleared += f64::from(n);
    }

    pub(super) fn count_needed(&mut self) {
        self.n_needed += 1.0;
    }

    fn q(&self) -> f64 {
        (self.n_needed + 1.0) / (self.n_needed + self.n_cleared + self.prior)
    }
}

impl Model for Rate {
    fn clear(&self, _side: Side, n: u32) -> f64 {
        (1.0 - self.q()).powf(f64::from(n))
    }

    fn cut(&self, _side: Side, n: u32) -> u32 {
        n / 2
    }

    fn cleared(&mut self, _side: Side, n: u32) {
        self.count_cleared(n);
    }

    fn needed(&mut self, _side: Side) {
        self.count_needed();
    }

    /// Kept units are assumed to be needed, so that each is tried alone.
    fn again(&mut self, units: &Units) {
        *self = Rate { n_needed: 9.0 * (units.len() + 1) as f64, n_cleared: 0.0, prior: 2.0 };
    }
}
