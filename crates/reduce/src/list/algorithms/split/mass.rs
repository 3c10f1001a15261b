//! The mass of units: a stretch with more mass is more likely to hold a needed unit.

use std::sync::Arc;

use super::model::Side;
use crate::list::{List, ListOptions, Order, Weights};
use crate::units::Units;

/// The weights of the undecided units of a sweep, summed up from the front; 1 on average.
///
/// Cloning and all queries are O(1). Nothing is stored for a list of equal weights.
#[derive(Clone)]
pub(super) struct Masses {
    list: List,
    order: Order,
    sums: Option<Arc<[f64]>>,
    start: u32,
    end: u32,
}

impl Masses {
    /// Sums up the weights of all units, in O(units) when they are listed.
    pub(super) fn new(list: &List, options: &ListOptions) -> Masses {
        Masses::of(list.clone(), options.order, &Units::range(0..list.len()))
    }

    /// Returns the masses of another sweep, over some units of the list.
    pub(super) fn again(&self, units: &Units) -> Masses {
        Masses::of(self.list.clone(), self.order, units)
    }

    fn of(list: List, order: Order, units: &Units) -> Masses {
        let end = units.runs().iter().map(|run| run.end - run.start).sum();
        let sums = match list.weights() {
            Weights::Uniform => None,
            Weights::Listed(weights) => {
                let mut masses: Vec<f64> =
                    units.iter().map(|unit| f64::from(weights[unit as usize])).collect();
                if order == Order::Backward {
                    masses.reverse();
                }
                let mean = masses.iter().sum::<f64>() / masses.len().max(1) as f64;
                let mut sum = 0.0;
                let sums = masses.iter().map(|mass| {
                    sum += mass / mean;
                    sum
                });
                Some(std::iter::once(0.0).chain(sums).collect())
            }
        };
        Masses { list, order, sums, start: 0, end }
    }

    /// Whether some units weigh more than others.
    pub(super) fn differ(&self) -> bool {
        self.sums.is_some()
    }

    /// Returns the number of undecided units.
    pub(super) fn len(&self) -> u32 {
        self.end - self.start
    }

    /// Returns the mass of the units from the `skip`-th to before the `n`-th at a side.
    pub(super) fn between(&self, side: Side, skip: u32, n: u32) -> f64 {
        let Some(sums) = &self.sums else { return f64::from(n - skip) };
        let (start, end) = match side {
            Side::Front => (self.start + skip, self.start + n),
            Side::Back => (self.end - n, self.end - skip),
        };
        sums[end as usize] - sums[start as usize]
    }

    /// Removes `n` units at a side.
    pub(super) fn decide(&mut self, side: Side, n: u32) {
        match side {
            Side::Front => self.start += n,
            Side::Back => self.end -= n,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masses_follow_the_order_and_shrink_from_both_sides() {
        let list = List::weighted([1, 2, 3, 4, 5]);
        let mut masses =
            Masses::new(&list, &ListOptions { order: Order::Backward, ..ListOptions::default() });
        let weight = |masses: &Masses, side, skip, n| (masses.between(side, skip, n) * 3.0).round() as u32;
        assert_eq!(weight(&masses, Side::Front, 0, 2), 9);
        assert_eq!(weight(&masses, Side::Back, 1, 3), 5);
        masses.decide(Side::Front, 1);
        masses.decide(Side::Back, 2);
        assert_eq!((masses.len(), weight(&masses, Side::Front, 0, 2)), (2, 7));
        let again = masses.again(&Units::from_ranges([0..1, 4..5]));
        assert_eq!(weight(&again, Side::Front, 0, 2), 6, "the mean is 3 once more");
    }
}
