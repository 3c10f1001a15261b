//! Merges groups into the order in which units are tried.

use std::cmp::Ordering;

use super::group::Group;
use super::ranking::Ranking;

/// The next unit of a group, as it stands in the order among those of other groups.
pub(super) struct Head<'a> {
    /// The expected weight, `w·(1-p)`.
    pub expected: f64,
    unit: u32,
    /// The weight, `w`.
    pub weight: u64,
    /// The index of the group.
    pub group_idx: usize,
    /// The group.
    pub group: &'a Group,
    run_idx: usize,
    rank: u32,
}

impl<'a> Head<'a> {
    /// Returns the first unit of a group.
    pub fn first(group_idx: usize, group: &'a Group, ranking: &Ranking) -> Option<Head<'a>> {
        let rank = group.ranks.runs().first()?.start;
        Some(Head::at(group_idx, group, 0, rank, ranking))
    }

    /// Returns the unit behind this one in its group.
    pub fn next(&self, ranking: &Ranking) -> Option<Head<'a>> {
        let runs = self.group.ranks.runs();
        let (run_idx, rank) = if self.rank + 1 < runs[self.run_idx].end {
            (self.run_idx, self.rank + 1)
        } else {
            (self.run_idx + 1, runs.get(self.run_idx + 1)?.start)
        };
        Some(Head::at(self.group_idx, self.group, run_idx, rank, ranking))
    }

    fn at(group_idx: usize, group: &'a Group, run_idx: usize, rank: u32, ranking: &Ranking) -> Head<'a> {
        let unit = ranking.unit(rank);
        let weight = ranking.weight(rank);
        let expected = weight as f64 * (1.0 - group.p);
        Head { expected, unit, weight, group_idx, group, run_idx, rank }
    }
}

impl Ord for Head<'_> {
    /// Orders the unit that is tried first as the largest: a heap returns that one.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_expected = self.expected.total_cmp(&other.expected);
        by_expected.then(other.group.p.total_cmp(&self.group.p)).then(other.unit.cmp(&self.unit))
    }
}

impl PartialOrd for Head<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head<'_> {}
