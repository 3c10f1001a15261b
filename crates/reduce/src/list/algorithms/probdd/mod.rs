//! ProbDD: G. Wang et al., *Probabilistic Delta Debugging*, ESEC/FSE 2021.

mod groups;
mod ties;

use std::sync::Arc;

use super::gain::{EqualGains, best_size, same, undecided};
use crate::list::{Algorithm, Guarantees, List, ListOptions, UnitSearch, orient};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;
use groups::{Group, Groups};
pub use ties::Ties;

/// ProbDD: leaves out the units with the largest expected gain. O(n) attempts.
///
/// The result is 1-minimal if the property is monotone.
pub const PROBDD: Algorithm = Algorithm {
    name: "probdd",
    summary: "Probabilistic: learns how likely each unit is needed, tries the largest expected gain (Wang et al. 2021)",
    guarantees: Guarantees::LINEAR,
    start: &start,
};

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    let ties = options.seed.map_or(Ties::Index, Ties::Seeded);
    orient(list, options, |list| ProbDd::new(list.len(), options.p0, ties))
}

/// The state of ProbDD: how likely each unit is needed, as groups of units with equal probability.
///
/// The units with the smallest probabilities are left out together, as many as keep the expected
/// gain, `|S|·Π(1-p)`, from falling. If that is interesting they are gone; if it is boring, their
/// probabilities grow to `p / (1 - Π(1-p))`, and a single unit that fails is needed. The search
/// ends when every unit is gone or needed.
///
/// Probabilities that differ by rounding only are equal. When the best choice is to leave out all
/// that is left, the empty list is taken for boring without being proposed. State and proposals are
/// linear in the number of runs of units with the same fate, so a list of a hundred million equal
/// units costs nothing at first.
#[derive(Clone)]
pub struct ProbDd {
    left_out: Units,
    n_kept: u32,
    groups: Groups,
    ties: Ties,
    equal_gains: EqualGains,
    n_selections: u64,
    selection: Option<Arc<Selection>>,
}

/// The units to leave out next.
struct Selection {
    /// The units taken from each of the first groups, with the group's probability; these groups
    /// have the smallest probabilities.
    shares: Vec<Group>,
    n_units: u32,
    /// The probability that none of them is needed, and what is missing to 1.
    all_free: f64,
    any_needed: f64,
}

impl ProbDd {
    /// Begins on `n_units` units, each of which is needed with probability `p0`.
    pub fn new(n_units: u32, p0: f64, ties: Ties) -> ProbDd {
        ProbDd::with_equal_gains(n_units, p0, ties, EqualGains::Larger)
    }

    /// As [`new`](ProbDd::new); `equal_gains` chooses between two numbers of units with equal
    /// gains.
    pub(super) fn with_equal_gains(n_units: u32, p0: f64, ties: Ties, equal_gains: EqualGains) -> ProbDd {
        let mut search = ProbDd {
            left_out: Units::none(),
            n_kept: n_units,
            groups: Groups::one(undecided(p0), Units::range(0..n_units)),
            ties,
            equal_gains,
            n_selections: 0,
            selection: None,
        };
        search.select();
        search
    }

    /// Returns the model's probability that the unit is needed: 0 when it is gone, 1 when it is
    /// known to be needed.
    pub fn probability(&self, unit: u32) -> f64 {
        if self.left_out.contains(unit) {
            return 0.0;
        }
        self.groups.iter().find(|group| group.units.contains(unit)).map_or(1.0, |group| group.p)
    }

    /// Selects the units to leave out next; a selection of all that is left counts as boring.
    fn select(&mut self) {
        loop {
            self.selection = self.best().map(Arc::new);
            match self.selection.clone() {
                Some(selection) if selection.n_units == self.n_kept => self.update(&selection),
                _ => return,
            }
        }
    }

    fn best(&self) -> Option<Selection> {
        let mut shares = Vec::new();
        let mut n_units = 0;
        let mut log_free = 0.0;
        for group in self.groups.iter() {
            let n_wanted = best_size(group.p, self.equal_gains).saturating_sub(n_units);
            if n_wanted == 0 {
                break;
            }
            let share = if group.n_units <= n_wanted {
                group.clone()
            } else {
                let units = self.ties.choose(&group.units, n_wanted, self.n_selections);
                Group { p: group.p, units, n_units: n_wanted }
            };
            n_units += share.n_units;
            log_free += f64::from(share.n_units) * (-group.p).ln_1p();
            let is_whole = share.n_units == group.n_units;
            shares.push(share);
            if !is_whole {
                break;
            }
        }
        let (all_free, any_needed) = (log_free.exp(), -log_free.exp_m1());
        (0 < n_units).then_some(Selection { shares, n_units, all_free, any_needed })
    }

    /// Learns that at least one unit of a selection is needed.
    fn update(&mut self, selection: &Selection) {
        self.n_selections += 1;
        self.groups.remove(&selection.shares);
        if 1 < selection.n_units {
            for share in &selection.shares {
                let p = undecided(share.p / selection.any_needed);
                self.groups.insert(Group { p, ..share.clone() });
            }
        }
    }

    /// Learns that no unit of a selection is needed.
    fn remove(&mut self, selection: &Selection) {
        self.n_selections += 1;
        self.groups.remove(&selection.shares);
        self.left_out = self.left_out.union(&selection.units());
        self.n_kept -= selection.n_units;
    }
}

impl Selection {
    fn units(&self) -> Units {
        match self.shares.as_slice() {
            [share] => share.units.clone(),
            shares => Units::from_ranges(shares.iter().flat_map(|share| share.units.runs().iter().cloned())),
        }
    }
}

impl Search for ProbDd {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        Some(self.left_out.union(&self.selection.as_ref()?.units()))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let Some(selection) = self.selection.take() else { return };
        if interesting {
            self.remove(&selection);
        } else {
            self.update(&selection);
        }
        self.select();
    }

    fn likelihood(&self) -> Option<f64> {
        Some(self.selection.as_ref()?.all_free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of units in the first selection of each new probability when nothing is
    /// interesting.
    fn sizes(p0: f64) -> Vec<u32> {
        let mut search = ProbDd::new(3600, p0, Ties::Index);
        let mut sizes = Vec::new();
        while let Some(selection) = search.selection.clone() {
            if selection.shares.len() == 1 && sizes.last() != Some(&selection.n_units) {
                sizes.push(selection.n_units);
            }
            search.learn(Answer::Boring);
        }
        sizes
    }

    #[test]
    fn group_sizes_follow_from_the_prior() {
        assert_eq!(sizes(0.25), [4, 2, 1]);
        assert_eq!(sizes(0.2), [5, 3, 2, 1]);
        assert_eq!(sizes(0.1), [10, 6, 4, 2, 1]);
    }

    #[test]
    fn a_hundred_million_units_cost_nothing_at_first() {
        let mut search = ProbDd::new(100_000_000, 1e-4, Ties::Index);
        for round in 0..100 {
            search.learn((round % 3 == 0).into());
        }
        assert!(search.groups.iter().map(|group| group.units.runs().len()).sum::<usize>() < 100);
    }
}
