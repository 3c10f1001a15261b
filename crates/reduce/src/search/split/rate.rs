//! One rate for all units, estimated by counting.

use std::ops::Range;

use super::model::Model;

/// Takes the fraction of needed units among those decided, with one needed in `prior` imagined before them.
#[derive(Clone)]
pub(super) struct Rate {
    n_needed: u32,
    n_cleared: u32,
    prior: f64,
}

impl Rate {
    /// Begins with one needed unit in ten.
    pub(super) fn pessimistic() -> Rate {
        Rate { n_needed: 0, n_cleared: 0, prior: 10.0 }
    }

    /// Begins with three needed units in the whole list, so that the first group is about a quarter of it.
    pub(super) fn optimistic(n_units: u32) -> Rate {
        Rate { n_needed: 0, n_cleared: 0, prior: (f64::from(n_units) / 3.0).max(2.0) }
    }

    fn q(&self) -> f64 {
        let (n_needed, n_cleared) = (f64::from(self.n_needed), f64::from(self.n_cleared));
        (n_needed + 1.0) / (n_needed + n_cleared + self.prior)
    }
}

impl Model for Rate {
    fn clear(&self, positions: Range<u32>) -> f64 {
        (1.0 - self.q()).powf(f64::from(positions.end - positions.start))
    }

    fn cleared(&mut self, positions: Range<u32>) {
        self.n_cleared += positions.end - positions.start;
    }

    fn needed(&mut self, _position: u32) {
        self.n_needed += 1;
    }
}
