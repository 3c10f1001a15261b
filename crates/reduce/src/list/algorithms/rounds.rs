//! The rounds of CDD and W_CDD: rounds of complements, whose parts shrink by a schedule.

use std::ops::Range;

use super::gain::{EqualGains, best_size, undecided};
use crate::list::Positions;
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// Growth of p per round (CDD, Algorithm 2): 1/(1 - 1/e).
const GROWTH: f64 = 1.581_976_706_869_326_5;

/// How a round divides the list into parts. Cloning is cheap.
pub(super) trait Partition: Clone + Send + 'static {
    /// Begins a round over `list` whose parts are to be worth `size` units.
    fn begin(&mut self, list: &Positions, size: u32);

    /// Returns the part that starts at position `at`, which is smaller than the list's length.
    fn part(&self, list: &Positions, at: u32) -> Part;

    /// Records that units were removed.
    fn removed(&mut self, units: &Units);
}

/// A part of the list.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The position after its last unit.
    pub end: u32,
    /// Its worth in average units, for its likelihood.
    pub worth: f64,
}

/// Tries each complement once in a round; the round with parts of one unit is the last.
#[derive(Clone)]
pub(super) struct Rounds<P> {
    n_units: u32,
    left_out: Units,
    n_kept: u32,
    partition: P,
    p: f64,
    size: u32,
    list: Positions,
    at: u32,
    part: Option<Part>,
}

impl<P: Partition> Rounds<P> {
    /// Begins with the prior probability `p0`.
    pub fn new(n_units: u32, p0: f64, partition: P) -> Rounds<P> {
        let list = Positions::all(n_units);
        let p = undecided(p0);
        let left_out = Units::none();
        let mut rounds = Rounds {
            n_units,
            left_out,
            n_kept: n_units,
            partition,
            p,
            size: best_size(p, EqualGains::Larger),
            list,
            at: 0,
            part: None,
        };
        rounds.partition.begin(&rounds.list, rounds.size);
        rounds.settle();
        rounds
    }

    /// Advances to the next part that is not the whole list, perhaps in a later round.
    fn settle(&mut self) {
        self.part = None;
        while 1 < self.n_kept {
            if self.at < self.list.len() {
                let part = self.partition.part(&self.list, self.at);
                if part.end - self.at < self.n_kept {
                    self.part = Some(part);
                    return;
                }
                self.at = part.end;
            } else if 1 < self.size {
                self.begin_round();
            } else {
                return;
            }
        }
    }

    fn begin_round(&mut self) {
        self.p *= GROWTH;
        self.size = best_size(self.p, EqualGains::Larger);
        self.list = Positions::of(&self.left_out.complement(self.n_units));
        self.at = 0;
        self.partition.begin(&self.list, self.size);
    }

    fn positions(&self) -> Option<Range<u32>> {
        self.part.map(|part| self.at..part.end)
    }
}

impl<P: Partition> Search for Rounds<P> {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        Some(self.left_out.union(&self.list.units(self.positions()?)))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let Some(positions) = self.positions() else { return };
        self.at = positions.end;
        if interesting {
            let units = self.list.units(positions);
            self.partition.removed(&units);
            self.n_kept -= units.len() as u32;
            self.left_out = self.left_out.union(&units);
        }
        self.settle();
    }

    fn likelihood(&self) -> Option<f64> {
        // The schedule exceeds 1 in the end; the sizes are chosen for parts that can be removed
        // once in e times.
        let p = self.p.min(1.0 - 1.0 / std::f64::consts::E);
        Some((1.0 - p).powf(self.part?.worth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_growth_is_that_of_the_paper() {
        assert!((GROWTH - 1.0 / (1.0 - 1.0 / std::f64::consts::E)).abs() < 1e-12);
    }
}
