//! A map from positions of a base document to values.

use std::collections::BTreeMap;
use std::ops::Range;

use super::region::Region;

/// A value for some positions, stored as intervals. Later values replace earlier ones.
#[derive(Default)]
pub(super) struct Intervals {
    /// By start: the end and the value.
    pieces: BTreeMap<u64, (u64, u32)>,
}

impl Intervals {
    /// Returns the intervals that overlap a region, cut to it, with their values.
    pub(super) fn overlaps<'a>(&'a self, region: &'a Region) -> impl Iterator<Item = (Range<u64>, u32)> + 'a {
        region.ranges().iter().flat_map(move |range| {
            let cut = move |(start, (end, value)): (&u64, &(u64, u32))| {
                (range.start.max(*start)..range.end.min(*end), *value)
            };
            self.pieces
                .range(self.first_start(range)..range.end)
                .map(cut)
                .filter(|(piece, _)| !piece.is_empty())
        })
    }

    /// Removes the values of a region and returns the intervals that had them.
    pub(super) fn clear(&mut self, region: &Region) -> Vec<(Range<u64>, u32)> {
        let mut cleared = Vec::new();
        for range in region.ranges() {
            let starts = self.first_start(range)..range.end;
            let pieces: Vec<(u64, (u64, u32))> =
                self.pieces.range(starts).map(|(start, piece)| (*start, *piece)).collect();
            for (start, (end, value)) in pieces {
                if end <= range.start {
                    continue;
                }
                self.pieces.remove(&start);
                if start < range.start {
                    self.pieces.insert(start, (range.start, value));
                }
                if range.end < end {
                    self.pieces.insert(range.end, (end, value));
                }
                cleared.push((range.start.max(start)..range.end.min(end), value));
            }
        }
        cleared
    }

    /// Sets a value for a region that has none.
    pub(super) fn insert(&mut self, region: &Region, value: u32) {
        for range in region.ranges() {
            self.pieces.insert(range.start, (range.end, value));
        }
    }

    /// Returns the start of the first interval that may overlap a range.
    fn first_start(&self, range: &Range<u64>) -> u64 {
        self.pieces.range(..=range.start).next_back().map_or(range.start, |(start, _)| *start)
    }
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "a region is a list of ranges, also of one")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn intervals_agree_with_one_value_for_each_place(
            changes in proptest::collection::vec((0u64..50, 1u64..20, any::<bool>()), 1..30)
        ) {
            let mut intervals = Intervals::default();
            let mut places: [Option<u32>; 80] = [None; 80];
            for (value, (start, len, sets)) in (0u32..).zip(changes) {
                let region = Region::new(vec![start..start + len]);
                intervals.clear(&region);
                places[start as usize..(start + len) as usize].fill(sets.then_some(value));
                if sets {
                    intervals.insert(&region, value);
                }
                let all = Region::new(vec![0..7, 9..80]);
                let mut found: [Option<u32>; 80] = [None; 80];
                for (piece, value) in intervals.overlaps(&all) {
                    found[piece.start as usize..piece.end as usize].fill(Some(value));
                }
                for (place, found) in found.iter().enumerate() {
                    let expected = if all.ranges().iter().any(|range| range.contains(&(place as u64))) { places[place] } else { None };
                    prop_assert_eq!(*found, expected);
                }
            }
        }
    }
}
