//! CDD, counter-based delta debugging: M. Zhang et al., *Toward a Better Understanding of
//! Probabilistic Delta Debugging*, ICSE 2025, Algorithm 2.

use super::rounds::{Part, Partition, Rounds};
use crate::list::{Algorithm, Guarantees, List, ListOptions, Positions, UnitSearch, orient};
use crate::units::Units;

/// CDD: the rounds that ProbDD amounts to, without its model. O(n) attempts.
///
/// The part size of a round follows from the round's number alone; each complement is tried once,
/// and the round with parts of one unit is the last. The result is 1-minimal if the property is
/// monotone.
pub const CDD: Algorithm = Algorithm {
    name: "cdd",
    summary: "Counter-based: each complement once, with part sizes known in advance (Zhang et al. 2025)",
    guarantees: Guarantees::LINEAR,
    start: &start,
};

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    orient(list, options, |list| Rounds::new(list.len(), options.p0, EqualLength { size: 1 }))
}

/// Divides the list into parts of equal length from the left; the last may be shorter.
#[derive(Clone)]
struct EqualLength {
    size: u32,
}

impl Partition for EqualLength {
    fn begin(&mut self, _: &Positions, size: u32) {
        self.size = size;
    }

    fn part(&self, list: &Positions, at: u32) -> Part {
        let end = at.saturating_add(self.size).min(list.len());
        Part { end, worth: f64::from(end - at) }
    }

    fn removed(&mut self, _: &Units) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Answer;

    /// Returns the size of the first part of each round when nothing is interesting.
    fn sizes(n_units: u32, p0: f64) -> Vec<usize> {
        let options = ListOptions { p0, ..ListOptions::default() };
        let mut search = orient(&List::uniform(n_units), &options, |list| {
            Rounds::new(list.len(), options.p0, EqualLength { size: 1 })
        });
        let mut sizes = Vec::new();
        let mut is_first = true;
        while let Some(left_out) = search.propose() {
            if is_first {
                sizes.push(left_out.len());
            }
            is_first = left_out.contains(0);
            search.learn(Answer::Boring);
        }
        sizes
    }

    #[test]
    fn part_sizes_are_those_of_the_paper() {
        assert_eq!(sizes(10_000, 0.0025), [400, 252, 159, 101, 63, 40, 25, 16, 10, 6, 4, 2, 1]);
    }

    #[test]
    fn part_sizes_follow_from_the_prior() {
        assert_eq!(sizes(100, 0.25), [4, 2, 1]);
        assert_eq!(sizes(100, 0.2), [5, 3, 1]);
        assert_eq!(sizes(100, 0.1), [10, 6, 3, 2, 1]);
    }
}
