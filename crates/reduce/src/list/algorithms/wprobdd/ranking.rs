//! The order of units within a group.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::list::{List, Weights};
use crate::units::Units;

/// The units of a list by weight, the heaviest first; equal weights by index. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Ranking {
    /// The unit of each rank, and its weight.
    ranked: Arc<[(u32, u32)]>,
}

impl Ranking {
    /// Sorts the units, in O(n log n).
    pub fn of(list: &List) -> Ranking {
        let mut ranked: Vec<(u32, u32)> = match list.weights() {
            Weights::Uniform => (0..list.len()).map(|unit| (unit, 1)).collect(),
            Weights::Listed(weights) => (0..).zip(weights.iter().copied()).collect(),
        };
        ranked.sort_by_key(|&(_, weight)| Reverse(weight));
        Ranking { ranked: ranked.into() }
    }

    /// Returns the unit with a rank.
    pub fn unit(&self, rank: u32) -> u32 {
        self.ranked[rank as usize].0
    }

    /// Returns the weight of the unit with a rank.
    pub fn weight(&self, rank: u32) -> u64 {
        u64::from(self.ranked[rank as usize].1)
    }

    /// Returns the units with these ranks.
    pub fn units(&self, ranks: &Units) -> Units {
        ranks.iter().map(|rank| self.unit(rank)).collect()
    }
}

/// Returns the first `n_units` units of a set.
pub(super) fn first(units: &Units, n_units: u32) -> Units {
    let mut missing = n_units;
    let mut runs = Vec::new();
    for run in units.runs() {
        let n_taken = missing.min(run.end - run.start);
        runs.push(run.start..run.start + n_taken);
        missing -= n_taken;
        if missing == 0 {
            break;
        }
    }
    Units::from_ranges(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heavy_units_come_first_and_equal_ones_by_index() {
        let ranking = Ranking::of(&List::weighted([5, 8, 7, 7, 8, 16, 25, 6]));
        let order: Vec<u32> = (0..8).map(|rank| ranking.unit(rank) + 1).collect();
        assert_eq!(order, [7, 6, 2, 5, 3, 4, 8, 1]);
    }

    #[test]
    fn the_first_units_of_a_set_may_end_within_a_run() {
        let units = Units::from_ranges([0..2, 5..9, 20..30]);
        assert_eq!(first(&units, 2), Units::range(0..2));
        assert_eq!(first(&units, 4), Units::from_ranges([0..2, 5..7]));
        assert_eq!(first(&units, 16), units);
    }
}
