//! W_CDD: CDD with parts of equal weight, in the manner of WDD (X. Zhou et al., *WDD: Weighted
//! Delta Debugging*, ICSE 2025). The combination is ours; nobody has published it.

use super::rounds::{Part, Partition, Rounds};
use crate::list::{Algorithm, Guarantees, List, ListOptions, Positions, UnitSearch, Weights, orient};
use crate::units::Units;

/// W_CDD: the rounds of CDD, with parts that weigh as much as so many average units. O(n) attempts.
///
/// A part of a round with size `s` ends where its weight is closest to `s` times the mean weight of
/// the list (ties later; one unit at least); in the last round every unit is a part. With equal
/// weights it is CDD.
pub const WCDD: Algorithm = Algorithm {
    name: "wcdd",
    summary: "CDD with parts of equal weight instead of equal length",
    guarantees: Guarantees::LINEAR,
    start: &start,
};

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    orient(list, options, |list| {
        let (n_units, p0) = (list.len(), options.p0);
        Rounds::new(n_units, p0, EqualWeight::new(list))
    })
}

/// Divides the list into parts of about equal weight from the left.
#[derive(Clone)]
struct EqualWeight {
    list: List,
    /// The weight of all units that are left.
    total: u64,
    mean: f64,
    size: u32,
}

impl EqualWeight {
    fn new(list: List) -> EqualWeight {
        let total = match list.weights() {
            Weights::Uniform => u64::from(list.len()),
            Weights::Listed(_) => (0..list.len()).map(|unit| list.weight(unit)).sum(),
        };
        EqualWeight { list, total, mean: 1.0, size: 1 }
    }
}

impl Partition for EqualWeight {
    fn begin(&mut self, list: &Positions, size: u32) {
        self.mean = self.total as f64 / f64::from(list.len().max(1));
        self.size = size;
    }

    fn part(&self, list: &Positions, at: u32) -> Part {
        if let Weights::Uniform = self.list.weights() {
            let end = at.saturating_add(self.size).min(list.len());
            return Part { end, worth: f64::from(end - at) };
        }
        let target = if self.size == 1 { 0.0 } else { f64::from(self.size) * self.mean };
        let mut end = at;
        let mut weight = 0.0;
        for unit in list.iter_from(at) {
            let with_unit = weight + self.list.weight(unit) as f64;
            if at < end && (weight - target).abs() < (with_unit - target).abs() {
                break;
            }
            weight = with_unit;
            end += 1;
        }
        Part { end, worth: weight / self.mean }
    }

    fn removed(&mut self, units: &Units) {
        self.total -= match self.list.weights() {
            Weights::Uniform => units.len() as u64,
            Weights::Listed(_) => units.iter().map(|unit| self.list.weight(unit)).sum(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_weigh_as_much_as_so_many_average_units() {
        let list = List::weighted([1, 1, 1, 9, 3, 3, 3, 3]);
        let positions = Positions::all(8);
        let mut partition = EqualWeight::new(list);
        partition.begin(&positions, 2);
        let mut ends = Vec::new();
        while ends.last().is_none_or(|&end| end < 8) {
            ends.push(partition.part(&positions, ends.last().copied().unwrap_or(0)).end);
        }
        assert_eq!(ends, [3, 4, 6, 8], "the mean is 3, so parts weigh about 6");
    }

    #[test]
    fn in_the_last_round_every_unit_is_a_part() {
        let mut partition = EqualWeight::new(List::weighted([1, 1, 10]));
        partition.begin(&Positions::all(3), 1);
        assert_eq!(partition.part(&Positions::all(3), 0).end, 1);
    }

    #[test]
    fn the_mean_is_that_of_what_is_left() {
        let mut partition = EqualWeight::new(List::weighted([10, 1, 1, 1, 1]));
        let gone = Units::range(0..1);
        partition.removed(&gone);
        let left = Positions::of(&gone.complement(5));
        partition.begin(&left, 2);
        assert_eq!(partition.part(&left, 0).end, 2);
        assert!((partition.part(&left, 0).worth - 2.0).abs() < 1e-9);
    }
}
