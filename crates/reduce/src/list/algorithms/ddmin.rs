//! ddmin: A. Zeller, R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, IEEE TSE
//! 2002.

use super::sweep::{AfterSuccess, Parts, Route, Subsets, Sweep};
use crate::list::{Algorithm, Guarantees, List, ListOptions, Positions, UnitSearch, orient};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// ddmin as in the paper. Its results are 1-minimal; O(n²) attempts at worst.
pub const DDMIN: Algorithm = Algorithm {
    name: "ddmin",
    summary: "Delta debugging: each part alone, each complement, then finer parts (Zeller, Hildebrandt 2002)",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Subsets::Tried, AfterSuccess::Restart),
};

/// One-Pass Delta Debugging: after a complement succeeds, the next part is tried; no part is
/// revisited.
///
/// G. Gharachorlu, N. Sumner, *Avoiding the Familiar to Speed Up Test Case Reduction*, QRS 2018.
/// The result need not be 1-minimal.
pub const DDMIN_CONTINUE: Algorithm = Algorithm {
    name: "ddmin-continue",
    summary: "ddmin that never revisits a part at the same granularity (Gharachorlu, Sumner 2018)",
    guarantees: Guarantees::NONE,
    start: &|list, options| start(list, options, Subsets::Tried, AfterSuccess::Continue),
};

/// ddmin that only ever deletes parts: no part is tried alone. Its results are 1-minimal.
pub const DDMIN_NO_SUBSETS: Algorithm = Algorithm {
    name: "ddmin-no-subsets",
    summary: "ddmin without its subset tests: parts are only deleted, never tried alone",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Subsets::Skipped, AfterSuccess::Restart),
};

fn start(list: &List, options: &ListOptions, subsets: Subsets, after_success: AfterSuccess) -> UnitSearch {
    orient(list, options, |list| Ddmin::new(list.len(), Route { subsets, after_success }))
}

/// The state of ddmin: the parts of the list, which are computed from the granularity, and which of
/// them are dropped. O(successes) in size.
#[derive(Clone)]
struct Ddmin {
    n_units: u32,
    route: Route,
    sweep: Sweep<EvenParts>,
}

impl Ddmin {
    fn new(n_units: u32, route: Route) -> Ddmin {
        let parts = EvenParts::cut(Positions::all(n_units), 2);
        let sweep = Sweep::new(n_units, route, Units::none(), parts);
        Ddmin { n_units, route, sweep }
    }

    /// Increases the granularity while a sweep has no proposal left and a part has more than one
    /// unit.
    fn settle(&mut self) {
        while self.sweep.is_over() && self.sweep.n_left() < self.sweep.n_kept() {
            let left_out = self.sweep.left_out().clone();
            let list = Positions::of(&left_out.complement(self.n_units));
            let n_parts = self.sweep.n_left().saturating_mul(2).min(list.len());
            self.sweep = Sweep::new(self.n_units, self.route, left_out, EvenParts::cut(list, n_parts));
        }
    }
}

impl Search for Ddmin {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        self.sweep.propose()
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if let Some(part) = self.sweep.learn(interesting) {
            let units = self.sweep.parts().units(part);
            let left_out = units.complement(self.n_units);
            let parts = EvenParts::cut(Positions::of(&units), 2);
            self.sweep = Sweep::new(self.n_units, self.route, left_out, parts);
        }
        self.settle();
    }
}

/// A list divided into parts of equal length; the first parts get the remaining units.
#[derive(Clone)]
struct EvenParts {
    list: Positions,
    n_parts: u32,
}

impl EvenParts {
    fn cut(list: Positions, n_parts: u32) -> EvenParts {
        let n_parts = n_parts.min(list.len());
        EvenParts { list, n_parts }
    }

    fn start(&self, part: u32) -> u32 {
        let (size, extra) = (self.list.len() / self.n_parts, self.list.len() % self.n_parts);
        part * size + part.min(extra)
    }
}

impl Parts for EvenParts {
    fn count(&self) -> u32 {
        self.n_parts
    }

    fn units(&self, part: u32) -> Units {
        self.list.units(self.start(part)..self.start(part + 1))
    }

    fn len(&self, part: u32) -> u32 {
        self.start(part + 1) - self.start(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::Order;

    #[test]
    fn the_first_parts_get_the_units_that_are_left_over() {
        let parts = EvenParts::cut(Positions::all(11), 4);
        let lengths: Vec<u32> = (0..parts.count()).map(|part| parts.len(part)).collect();
        assert_eq!(lengths, [3, 3, 3, 2]);
        assert_eq!(parts.units(3), Units::range(9..11));
    }

    /// Runs a variant on four units until leaving out the first alone is interesting; returns the
    /// next proposal.
    fn after_the_first_unit_is_gone(algorithm: &Algorithm) -> Option<Units> {
        let options = ListOptions { order: Order::Forward, ..ListOptions::default() };
        let mut search = (algorithm.start)(&List::uniform(4), &options);
        while let Some(left_out) = search.propose() {
            let is_first_unit = left_out == Units::range(0..1);
            search.learn(is_first_unit.into());
            if is_first_unit {
                break;
            }
        }
        search.propose()
    }

    #[test]
    fn complement_success_restarts_at_the_first_part_alone() {
        assert_eq!(after_the_first_unit_is_gone(&DDMIN), Some([0, 2, 3].into_iter().collect()));
    }

    #[test]
    fn the_one_pass_variant_goes_on_with_the_next_complement() {
        let mut search =
            Ddmin::new(4, Route { subsets: Subsets::Tried, after_success: AfterSuccess::Continue });
        let mut proposals = Vec::new();
        while let Some(left_out) = search.propose() {
            search.learn((left_out == [1].into_iter().collect()).into());
            proposals.push(left_out);
        }
        let singles: Vec<Units> =
            [[0].as_slice(), &[1], &[1, 2], &[1, 3]].map(|units| units.iter().copied().collect()).into();
        assert!(proposals.ends_with(&singles), "no part is revisited: {proposals:?}");
        assert_eq!(after_the_first_unit_is_gone(&DDMIN_CONTINUE), Some(Units::range(0..2)));
    }

    #[test]
    fn without_subset_tests_parts_are_only_deleted() {
        let options = ListOptions { order: Order::Forward, ..ListOptions::default() };
        let mut search = (DDMIN_NO_SUBSETS.start)(&List::uniform(4), &options);
        let mut proposals = Vec::new();
        while let Some(left_out) = search.propose() {
            search.learn(Answer::Boring);
            proposals.push(left_out);
        }
        let expected = [0..2, 2..4, 0..1, 1..2, 2..3, 3..4].map(Units::range);
        assert_eq!(proposals, expected);
        assert_eq!(after_the_first_unit_is_gone(&DDMIN_NO_SUBSETS), Some(Units::range(0..2)));
    }
}
