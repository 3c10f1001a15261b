//! W_ProbDD: X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025, Algorithm 2.

mod group;
mod head;
mod ranking;

use std::collections::BinaryHeap;
use std::sync::Arc;

use super::gain::{EqualGains, exceeds, same, undecided};
use super::probdd::{ProbDd, Ties};
use crate::list::{Algorithm, Guarantees, List, ListOptions, UnitSearch, Weights, orient};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;
use group::Group;
use head::Head;
use ranking::{Ranking, first};

/// W_ProbDD: ProbDD whose gain is weight instead of a number of units. O(n) attempts.
///
/// Units are ordered by `w·(1-p)`, the largest first, then by `p`, then by index; the prefix with
/// the greatest expected gain, `Σw·Π(1-p)`, is left out, the shortest of those that are equal.
/// The rest is as in ProbDD. The result is 1-minimal if the property is monotone.
pub const WPROBDD: Algorithm = Algorithm {
    name: "wprobdd",
    summary: "ProbDD with the expected gain counted in weight instead of units (Zhou et al. 2025)",
    guarantees: Guarantees::LINEAR,
    start: &start,
};

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    match list.weights() {
        // With equal weights the order is that of ProbDD, which knows the gains of whole groups.
        Weights::Uniform => orient(list, options, |list| {
            ProbDd::with_equal_gains(list.len(), options.p0, Ties::Index, EqualGains::Smaller)
        }),
        Weights::Listed(_) => {
            orient(list, options, |list| WProbDd::new(list.len(), Ranking::of(&list), options.p0))
        }
    }
}

/// The state: the undecided units as groups of equal probability.
///
/// A unit's *rank* is its place when all units are sorted by weight, the heaviest first; within a
/// group, units are tried in order of rank whatever the probability. So a selection takes the first
/// units of some groups, and merging the groups gives the paper's order without sorting anew.
#[derive(Clone)]
struct WProbDd {
    ranking: Ranking,
    left_out: Units,
    n_kept: u32,
    /// In no particular order; units with equal probabilities are in one group.
    groups: Arc<Vec<Group>>,
    selection: Option<Arc<Selection>>,
}

/// The units to leave out next.
struct Selection {
    /// The ranks that each group gives, by index of the group.
    shares: Vec<(usize, Units)>,
    n_units: u32,
    all_free: f64,
}

impl WProbDd {
    fn new(n_units: u32, ranking: Ranking, p0: f64) -> WProbDd {
        let all = Group { p: undecided(p0), ranks: Units::range(0..n_units) };
        let groups = Arc::new(if n_units == 0 { Vec::new() } else { vec![all] });
        let left_out = Units::none();
        let mut search = WProbDd { ranking, left_out, n_kept: n_units, groups, selection: None };
        search.select();
        search
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

    /// Returns the prefix with the greatest gain, in O(groups + prefix · log groups).
    fn best(&self) -> Option<Selection> {
        let mut heads: BinaryHeap<Head<'_>> = self
            .groups
            .iter()
            .enumerate()
            .filter_map(|(idx, group)| Head::first(idx, group, &self.ranking))
            .collect();
        let least_p = self.groups.iter().map(|group| group.p).fold(1.0, f64::min);
        let mut taken = Vec::new();
        let (mut weight, mut all_free) = (0, 1.0);
        let mut best = Prefix { gain: 0.0, len: 0, all_free: 1.0 };
        while let Some(head) = heads.pop() {
            // A unit turns the gain WΠ into WΠ(1-p) + Πw(1-p). Once w(1-p) is at most W times
            // the least p, that is no more than before, and stays so: no later unit expects more,
            // and W only grows.
            if head.expected <= weight as f64 * least_p {
                break;
            }
            weight += head.weight;
            all_free *= 1.0 - head.group.p;
            taken.push(head.group_idx);
            let gain = weight as f64 * all_free;
            if exceeds(gain, best.gain) {
                best = Prefix { gain, len: taken.len(), all_free };
            }
            heads.extend(head.next(&self.ranking));
        }
        taken.truncate(best.len);
        (0 < best.len).then(|| self.selection(taken, &best))
    }

    fn selection(&self, mut taken: Vec<usize>, prefix: &Prefix) -> Selection {
        taken.sort_unstable();
        let shares = taken
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], first(&self.groups[same[0]].ranks, same.len() as u32)))
            .collect();
        Selection { shares, n_units: taken.len() as u32, all_free: prefix.all_free }
    }

    /// Learns that at least one unit of a selection is needed.
    fn update(&mut self, selection: &Selection) {
        let shares: Vec<Group> = selection
            .shares
            .iter()
            .map(|(group_idx, ranks)| {
                let p = undecided(self.groups[*group_idx].p / (1.0 - selection.all_free));
                Group { p, ranks: ranks.clone() }
            })
            .collect();
        self.take(selection);
        if selection.n_units == 1 {
            return;
        }
        let groups = Arc::make_mut(&mut self.groups);
        for share in shares {
            match groups.iter().position(|group| same(group.p, share.p)) {
                Some(idx) => groups[idx].ranks = groups[idx].ranks.union(&share.ranks),
                None => groups.push(share),
            }
        }
    }

    /// Learns that no unit of a selection is needed.
    fn remove(&mut self, selection: &Selection) {
        self.left_out = self.left_out.union(&self.units(selection));
        self.n_kept -= selection.n_units;
        self.take(selection);
    }

    /// Takes the units of a selection out of their groups.
    fn take(&mut self, selection: &Selection) {
        let groups = Arc::make_mut(&mut self.groups);
        for (group_idx, ranks) in &selection.shares {
            groups[*group_idx].ranks = groups[*group_idx].ranks.difference(ranks);
        }
        groups.retain(|group| !group.ranks.is_empty());
    }

    fn units(&self, selection: &Selection) -> Units {
        let runs = selection.shares.iter().flat_map(|(_, ranks)| ranks.runs().iter().cloned());
        self.ranking.units(&Units::from_ranges(runs))
    }
}

impl Search for WProbDd {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        Some(self.left_out.union(&self.units(self.selection.as_deref()?)))
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

/// A prefix of the order in which units are tried.
struct Prefix {
    gain: f64,
    len: usize,
    all_free: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniform_weights_choose_as_listed_ones_do() {
        let options = ListOptions::default();
        let mut uniform = start(&List::uniform(200), &options);
        let mut listed = start(&List::weighted([1; 200]), &options);
        let mut step = 0u32;
        while let Some(left_out) = uniform.propose() {
            assert_eq!(listed.propose(), Some(left_out));
            let interesting = step.wrapping_mul(2_654_435_761) >> 30 == 0;
            uniform.learn(interesting.into());
            listed.learn(interesting.into());
            step += 1;
        }
        assert_eq!(listed.propose(), None);
    }
}
