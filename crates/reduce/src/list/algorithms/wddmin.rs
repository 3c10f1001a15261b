//! W_ddmin: X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025, Algorithm 1.

use std::ops::Range;
use std::sync::Arc;

use super::sweep::{AfterSuccess, Parts, Route, Subsets, Sweep};
use crate::list::{Algorithm, Guarantees, List, ListOptions, Positions, UnitSearch, Weights, orient};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// W_ddmin: ddmin that halves its parts by weight. Its results are 1-minimal; O(n²) attempts at
/// worst.
///
/// A part is divided where the weight of its left half is closest to half of its own (of equal
/// ones, the later). A part of one unit that could not be removed leaves the list of parts. At the
/// end single units are tried in order, from the start again after each success, until none can be
/// removed.
pub const WDDMIN: Algorithm = Algorithm {
    name: "wddmin",
    summary: "ddmin with parts of equal weight instead of equal length (Zhou et al. 2025)",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &start,
};

const ROUTE: Route = Route { subsets: Subsets::Tried, after_success: AfterSuccess::Restart };

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    orient(list, options, |list| Wddmin::new(&list))
}

#[derive(Clone)]
struct Wddmin {
    n_units: u32,
    scale: Scale,
    phase: Phase,
}

#[derive(Clone)]
enum Phase {
    Sweeping(Sweep<Ranges>),
    OneByOne(OneByOne),
}

impl Wddmin {
    fn new(list: &List) -> Wddmin {
        let n_units = list.len();
        let whole = (0 < n_units).then_some(0..n_units);
        let sweep = Sweep::new(n_units, ROUTE, Units::none(), Ranges(whole.into_iter().collect()));
        let mut search = Wddmin { n_units, scale: Scale::of(list), phase: Phase::Sweeping(sweep) };
        search.settle();
        search
    }

    /// Halves the parts while the sweep has no proposal left; when no parts are left, tries single
    /// units.
    fn settle(&mut self) {
        while let Phase::Sweeping(sweep) = &self.phase
            && sweep.is_over()
        {
            let left_out = sweep.left_out().clone();
            let parts = self.halve(sweep.left().map(|part| sweep.parts().0[part as usize].clone()));
            self.phase = if parts.count() == 0 {
                Phase::OneByOne(OneByOne::new(self.n_units, left_out))
            } else {
                Phase::Sweeping(Sweep::new(self.n_units, ROUTE, left_out, parts))
            };
        }
    }

    fn halve(&self, parts: impl Iterator<Item = Range<u32>>) -> Ranges {
        let long = parts.filter(|part| 1 < part.len());
        Ranges(
            long.flat_map(|part| {
                let middle = self.scale.middle(&part);
                [part.start..middle, middle..part.end]
            })
            .collect(),
        )
    }
}

impl Search for Wddmin {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        match &self.phase {
            Phase::Sweeping(sweep) => sweep.propose(),
            Phase::OneByOne(singles) => singles.propose(),
        }
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        match &mut self.phase {
            Phase::Sweeping(sweep) => {
                if let Some(part) = sweep.learn(interesting) {
                    let part = sweep.parts().0[part as usize].clone();
                    let left_out = Units::range(part.clone()).complement(self.n_units);
                    let parts = self.halve([part].into_iter());
                    self.phase = Phase::Sweeping(Sweep::new(self.n_units, ROUTE, left_out, parts));
                }
                self.settle();
            }
            Phase::OneByOne(singles) => singles.learn(answer),
        }
    }
}

/// Parts as ranges of units: a part is only ever halved or dropped, so it never has gaps.
#[derive(Clone)]
struct Ranges(Arc<[Range<u32>]>);

impl Parts for Ranges {
    fn count(&self) -> u32 {
        self.0.len() as u32
    }

    fn units(&self, part: u32) -> Units {
        Units::range(self.0[part as usize].clone())
    }

    fn len(&self, part: u32) -> u32 {
        self.0[part as usize].len() as u32
    }
}

/// Weighs ranges of units.
#[derive(Clone)]
enum Scale {
    /// Every unit weighs 1.
    Uniform,
    /// The total weight before each unit, and the total weight.
    Sums(Arc<[u64]>),
}

impl Scale {
    fn of(list: &List) -> Scale {
        match list.weights() {
            Weights::Uniform => Scale::Uniform,
            Weights::Listed(weights) => {
                let sums = weights.iter().scan(0, |sum, &weight| {
                    *sum += u64::from(weight);
                    Some(*sum)
                });
                Scale::Sums(std::iter::once(0).chain(sums).collect())
            }
        }
    }

    fn before(&self, unit: u32) -> u64 {
        match self {
            Scale::Uniform => u64::from(unit),
            Scale::Sums(sums) => sums[unit as usize],
        }
    }

    /// Returns where to halve a range of at least two units, in O(log length).
    fn middle(&self, range: &Range<u32>) -> u32 {
        let total = self.before(range.end) - self.before(range.start);
        let twice_left = |cut: u32| 2 * (self.before(cut) - self.before(range.start));
        let (mut low, mut high) = (range.start + 1, range.end - 1);
        while low < high {
            let mid = low + (high - low) / 2;
            if twice_left(mid) < total {
                low = mid + 1;
            } else {
                high = mid;
            }
        }
        let earlier = (low - 1).max(range.start + 1);
        if twice_left(earlier).abs_diff(total) < twice_left(low).abs_diff(total) { earlier } else { low }
    }
}

/// Tries single units in order, again from the start after each success.
#[derive(Clone)]
struct OneByOne {
    left_out: Units,
    list: Positions,
    at: u32,
}

impl OneByOne {
    fn new(n_units: u32, left_out: Units) -> OneByOne {
        let list = Positions::of(&left_out.complement(n_units));
        OneByOne { left_out, list, at: 0 }
    }

    fn propose(&self) -> Option<Units> {
        let is_under_way = self.at < self.list.len() && 1 < self.list.len();
        is_under_way.then(|| self.left_out.union(&self.list.units(self.at..self.at + 1)))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if !interesting {
            self.at += 1;
        } else if let Some(left_out) = self.propose() {
            let kept = self.list.units(0..self.list.len()).difference(&left_out);
            *self = OneByOne { left_out, list: Positions::of(&kept), at: 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halves all parts again and again, and writes each level as its parts.
    fn levels(weights: &[u32]) -> Vec<Vec<Range<u32>>> {
        let search = Wddmin::new(&List::weighted(weights.iter().copied()));
        let whole = 0..weights.len() as u32;
        let mut level = vec![whole];
        let mut levels = Vec::new();
        while !level.is_empty() {
            level = search.halve(level.into_iter()).0.to_vec();
            levels.push(level.clone());
        }
        levels
    }

    #[test]
    fn cuts_are_those_of_fig_1_of_the_paper() {
        let expected: [&[Range<u32>]; 5] = [
            &[0..5, 5..8],
            &[0..3, 3..5, 5..6, 6..8],
            &[0..2, 2..3, 3..4, 4..5, 6..7, 7..8],
            &[0..1, 1..2],
            &[],
        ];
        assert_eq!(levels(&[5, 8, 7, 7, 8, 16, 25, 6]), expected);
    }

    #[test]
    fn uniform_weights_cut_like_equal_ones() {
        let (uniform, listed) = (Scale::Uniform, Scale::of(&List::weighted([1; 50])));
        for start in 0..48 {
            for end in start + 2..=50 {
                assert_eq!(uniform.middle(&(start..end)), listed.middle(&(start..end)));
            }
        }
    }

    #[test]
    fn ties_cut_later() {
        assert_eq!(Scale::Uniform.middle(&(0..3)), 2);
        assert_eq!(Scale::of(&List::weighted([1, 100])).middle(&(0..2)), 1);
        assert_eq!(Scale::of(&List::weighted([100, 1, 1])).middle(&(0..3)), 1);
    }
}
