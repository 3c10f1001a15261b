//! The units that are undecided, by probability.

use std::sync::Arc;

use super::same;
use crate::units::Units;

/// Undecided units that are needed with the same probability.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The probability, in (0, 1).
    pub p: f64,
    /// The units; there is at least one.
    pub units: Units,
    /// Their number.
    pub n_units: u32,
}

/// The undecided units as groups, the smallest probability first. Cloning is O(1), a change is
/// O(groups + runs).
#[derive(Clone, Debug)]
pub(super) struct Groups {
    groups: Arc<Vec<Group>>,
}

impl Groups {
    /// Puts all units, if there are any, into one group.
    pub fn one(p: f64, units: Units) -> Groups {
        let n_units = units.len() as u32;
        let group = (0 < n_units).then_some(Group { p, units, n_units });
        Groups { groups: Arc::new(group.into_iter().collect()) }
    }

    /// Returns the groups, the smallest probability first.
    pub fn iter(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// Takes units out of the first groups: the first share out of the first group, and so on.
    pub fn remove(&mut self, shares: &[Group]) {
        let groups = Arc::make_mut(&mut self.groups);
        for (group, share) in groups.iter_mut().zip(shares) {
            group.units = group.units.difference(&share.units);
            group.n_units -= share.n_units;
        }
        groups.retain(|group| 0 < group.n_units);
    }

    /// Adds units, to the group with their probability if there is one.
    pub fn insert(&mut self, group: Group) {
        let groups = Arc::make_mut(&mut self.groups);
        let after = groups.partition_point(|other| other.p < group.p);
        let near = [after.checked_sub(1), Some(after)];
        let equal =
            near.into_iter().flatten().find(|&idx| groups.get(idx).is_some_and(|g| same(g.p, group.p)));
        match equal {
            Some(idx) => {
                groups[idx].units = groups[idx].units.union(&group.units);
                groups[idx].n_units += group.n_units;
            }
            None => groups.insert(after, group),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_that_differ_by_rounding_are_one_group() {
        let mut groups = Groups::one(0.3, Units::range(0..4));
        for (p, unit) in [(0.1 + 0.2, 5), (0.2, 7), (0.5, 6), (0.2, 8)] {
            groups.insert(Group { p, units: Units::range(unit..unit + 1), n_units: 1 });
        }
        let sizes: Vec<u32> = groups.iter().map(|group| group.n_units).collect();
        assert_eq!(sizes, [2, 5, 1]);
        assert!(groups.iter().map(|group| group.p).is_sorted());
    }
}
