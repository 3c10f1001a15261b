//! Units addressed by their position among the remaining ones.

use std::ops::Range;
use std::sync::Arc;

use crate::units::Units;

/// Addresses the units of a set by their position in it. Cloning is O(1).
///
/// A search that shrinks a list creates one of these when it divides the rest; parts of the list
/// are then ranges of positions, however scattered the units are.
#[derive(Clone, Debug)]
pub struct Positions {
    runs: Arc<[Run]>,
    len: u32,
}

#[derive(Clone, Debug)]
struct Run {
    position: u32,
    units: Range<u32>,
}

impl Positions {
    /// Addresses all of `0..n_units`, in O(1).
    pub fn all(n_units: u32) -> Positions {
        Positions::of(&Units::range(0..n_units))
    }

    /// Addresses the units of a set, in O(runs).
    pub fn of(units: &Units) -> Positions {
        let mut len = 0;
        let runs = units
            .runs()
            .iter()
            .map(|run| {
                let position = len;
                len += run.end - run.start;
                Run { position, units: run.clone() }
            })
            .collect();
        Positions { runs, len }
    }

    /// Returns the number of units.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the unit at a position, in O(log runs).
    ///
    /// # Panics When there is no unit at this position.
    pub fn unit(&self, position: u32) -> u32 {
        let run = &self.runs[self.run_at(position)];
        run.units.start + (position - run.position)
    }

    /// Returns the units at a range of positions, in O(log runs + runs in the range).
    ///
    /// # Panics When the range extends beyond the last unit.
    pub fn units(&self, positions: Range<u32>) -> Units {
        if positions.is_empty() {
            return Units::none();
        }
        assert!(positions.end <= self.len, "only units of the set have positions");
        let first = self.run_at(positions.start);
        let runs = self.runs[first..].iter().take_while(|run| run.position < positions.end);
        Units::from_ranges(runs.map(|run| {
            let start = positions.start.max(run.position) - run.position;
            let end = (positions.end - run.position).min(run.units.end - run.units.start);
            run.units.start + start..run.units.start + end
        }))
    }

    /// Returns the units from a position on, in ascending order.
    pub fn iter_from(&self, position: u32) -> impl Iterator<Item = u32> + '_ {
        let first = if position < self.len { self.run_at(position) } else { self.runs.len() };
        self.runs[first..].iter().flat_map(move |run| {
            let gone = position.saturating_sub(run.position);
            run.units.start + gone..run.units.end
        })
    }

    fn run_at(&self, position: u32) -> usize {
        self.runs.partition_point(|run| run.position <= position) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn positions_agree_with_a_vector(
            set in proptest::collection::btree_set(0u32..60, 1..40), bounds in (0usize..40, 0usize..40)
        ) {
            let flat: Vec<u32> = set.iter().copied().collect();
            let positions = Positions::of(&set.into_iter().collect());
            prop_assert_eq!(positions.len() as usize, flat.len());
            for (position, &unit) in (0u32..).zip(&flat) {
                prop_assert_eq!(positions.unit(position), unit);
                prop_assert_eq!(positions.iter_from(position).collect::<Vec<_>>(), &flat[position as usize..]);
            }
            let (start, end) = (bounds.0.min(flat.len()), bounds.1.min(flat.len()));
            let expected: Units = flat.get(start..end).unwrap_or_default().iter().copied().collect();
            prop_assert_eq!(positions.units(start as u32..end as u32), expected);
        }
    }

    #[test]
    fn a_hundred_million_units_are_one_run() {
        let positions = Positions::all(100_000_000);
        assert_eq!(positions.runs.len(), 1);
        assert_eq!(positions.units(7..99_999_999), Units::range(7..99_999_999));
    }
}
