//! Sets of units, as runs.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A set of units of one list: sorted, disjoint, non-adjacent runs of indices behind an `Arc`.
///
/// Cloning is O(1); every operation is linear in the number of runs, never in the number of units.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Units {
    runs: Arc<[Range<u32>]>,
}

impl Units {
    /// Returns the set without units.
    pub fn none() -> Units {
        Units::default()
    }

    /// Returns the set of the units in `range`.
    pub fn range(range: Range<u32>) -> Units {
        if range.is_empty() { Units::none() } else { Units { runs: Arc::from([range]) } }
    }

    /// Returns the set of the units in any of the ranges, which may come in any order, touch and
    /// overlap.
    pub fn from_ranges(ranges: impl IntoIterator<Item = Range<u32>>) -> Units {
        let mut ranges: Vec<Range<u32>> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        if !ranges.is_sorted_by_key(|range| range.start) {
            ranges.sort_unstable_by_key(|range| range.start);
        }
        let mut runs: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match runs.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => runs.push(range),
            }
        }
        Units { runs: runs.into() }
    }

    /// Returns the runs of the set in ascending order; no two of them touch.
    pub fn runs(&self) -> &[Range<u32>] {
        &self.runs
    }

    /// Returns the units of the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs.iter().cloned().flatten()
    }

    /// Returns the number of units of the set.
    pub fn len(&self) -> usize {
        self.runs.iter().map(ExactSizeIterator::len).sum()
    }

    /// Whether the set has no units.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether `unit` is in the set, in O(log runs).
    pub fn contains(&self, unit: u32) -> bool {
        let after = self.runs.partition_point(|run| run.start <= unit);
        after > 0 && unit < self.runs[after - 1].end
    }

    /// Returns the units that are in either set.
    pub fn union(&self, other: &Units) -> Units {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        if let [run] = other.runs() {
            return self.with_run(run);
        }
        let mut merged: Vec<Range<u32>> = Vec::with_capacity(self.runs.len() + other.runs.len());
        let (mut left, mut right) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        while let Some(range) = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a.start <= b.start => left.next(),
            (_, Some(_)) => right.next(),
            (_, None) => left.next(),
        } {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range.clone()),
            }
        }
        Units { runs: merged.into() }
    }

    /// Returns the units that are in this set or in one run: the most frequent union, computed
    /// without comparing runs.
    fn with_run(&self, run: &Range<u32>) -> Units {
        let first = self.runs.partition_point(|own| own.end < run.start);
        let behind = self.runs.partition_point(|own| own.start <= run.end);
        let (mut start, mut end) = (run.start, run.end);
        if let [touched, .., last] | [touched @ last] = &self.runs[first..behind] {
            (start, end) = (start.min(touched.start), end.max(last.end));
        }
        let before = self.runs[..first].iter().cloned();
        let after = self.runs[behind..].iter().cloned();
        Units { runs: before.chain(std::iter::once(start..end)).chain(after).collect() }
    }

    /// Returns the units of this set that are not in `other`.
    pub fn difference(&self, other: &Units) -> Units {
        let mut rest = Vec::with_capacity(self.runs.len() + other.runs.len());
        let mut others = other.runs.iter().peekable();
        for run in self.runs.iter() {
            let mut start = run.start;
            while let Some(cut) = others.peek() {
                if cut.end <= start {
                    others.next();
                    continue;
                }
                if run.end <= cut.start {
                    break;
                }
                if start < cut.start {
                    rest.push(start..cut.start);
                }
                start = cut.end;
                if run.end <= start {
                    break;
                }
                others.next();
            }
            if start < run.end {
                rest.push(start..run.end);
            }
        }
        Units { runs: rest.into() }
    }

    /// Returns the units of `0..n_units` that are not in the set.
    pub fn complement(&self, n_units: u32) -> Units {
        Units::range(0..n_units).difference(self)
    }
}

impl FromIterator<u32> for Units {
    fn from_iter<I: IntoIterator<Item = u32>>(units: I) -> Units {
        Units::from_ranges(units.into_iter().map(|unit| unit..unit + 1))
    }
}

impl fmt::Debug for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.runs.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn any_set() -> impl Strategy<Value = BTreeSet<u32>> {
        proptest::collection::btree_set(0u32..60, 0..40)
    }

    proptest! {
        #[test]
        fn units_agree_with_a_btree_set(a in any_set(), b in any_set()) {
            let (left, right): (Units, Units) = (a.iter().copied().collect(), b.iter().copied().collect());
            prop_assert_eq!(left.union(&right).iter().collect::<Vec<_>>(), a.union(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(
                left.difference(&right).iter().collect::<Vec<_>>(),
                a.difference(&b).copied().collect::<Vec<_>>()
            );
            prop_assert_eq!(left.len(), a.len());
            prop_assert_eq!(left.complement(60).len(), 60 - a.len());
            prop_assert!((0..60).all(|unit| left.contains(unit) == a.contains(&unit)));
            prop_assert!(left.runs().windows(2).all(|pair| pair[0].end < pair[1].start));
        }

        #[test]
        fn a_run_is_joined_to_what_it_touches(a in any_set(), start in 0u32..60, len in 1u32..20) {
            let units: Units = a.iter().copied().collect();
            let with = units.union(&Units::range(start..start + len));
            let expected: BTreeSet<u32> = a.iter().copied().chain(start..start + len).collect();
            prop_assert_eq!(with.iter().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
            prop_assert!(with.runs().windows(2).all(|pair| pair[0].end < pair[1].start));
        }

        #[test]
        fn ranges_in_any_order_make_the_same_set(ranges in proptest::collection::vec((0u32..50, 0u32..8), 0..20)) {
            let set: BTreeSet<u32> = ranges.iter().flat_map(|(start, len)| *start..start + len).collect();
            let units = Units::from_ranges(ranges.iter().map(|(start, len)| *start..start + len));
            prop_assert_eq!(units.iter().collect::<Vec<_>>(), set.into_iter().collect::<Vec<_>>());
            prop_assert!(units.runs().windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }
}
