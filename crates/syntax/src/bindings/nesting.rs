//! The innermost of several nested intervals around a position.

/// Finds, for each position, the innermost interval that holds it. Both are sorted (an interval
/// comes before those within it), and any two intervals are nested or disjoint. O(intervals +
/// positions).
pub(super) fn innermost(
    intervals: &[std::ops::Range<u32>],
    places: impl IntoIterator<Item = u32>,
) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = Vec::new();
    let mut next = 0;
    let mut found = Vec::new();
    let close = |open: &mut Vec<u32>, place: u32| {
        while open.last().is_some_and(|&last| intervals[last as usize].end <= place) {
            open.pop();
        }
    };
    for place in places {
        while let Some(interval) = intervals.get(next)
            && interval.start <= place
        {
            close(&mut open, interval.start);
            open.push(u32::try_from(next).expect("there are fewer intervals than bytes"));
            next += 1;
        }
        close(&mut open, place);
        found.push(open.last().copied());
    }
    found
}

/// Finds, for each interval, the innermost other one around it. O(intervals).
pub(super) fn parents(intervals: &[std::ops::Range<u32>]) -> Vec<Option<u32>> {
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::with_capacity(intervals.len());
    for (index, interval) in (0u32..).zip(intervals) {
        while open.last().is_some_and(|&last| intervals[last as usize].end <= interval.start) {
            open.pop();
        }
        found.push(open.last().copied());
        open.push(index);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_innermost_is_the_smallest_around(splits in proptest::collection::vec((0u32..40, 0u32..40), 0..12)) {
            // Crossing intervals are left out, the others are sorted.
            let mut intervals: Vec<std::ops::Range<u32>> = Vec::new();
            for (start, len) in splits {
                let new = start..start + len + 1;
                let fits = |old: &std::ops::Range<u32>| {
                    new.end <= old.start || old.end <= new.start
                        || (new.start <= old.start && old.end <= new.end)
                        || (old.start <= new.start && new.end <= old.end)
                };
                if intervals.iter().all(fits) && !intervals.contains(&new) {
                    intervals.push(new);
                }
            }
            intervals.sort_by_key(|interval| (interval.start, std::cmp::Reverse(interval.end)));
            let places: Vec<u32> = (0..85).collect();
            for (place, found) in places.iter().zip(innermost(&intervals, places.clone())) {
                let around = intervals.iter().enumerate().filter(|(_, interval)| interval.contains(place));
                let smallest = around.min_by_key(|(_, interval)| interval.len()).map(|(index, _)| index as u32);
                prop_assert_eq!(found, smallest);
            }
        }
    }
}
