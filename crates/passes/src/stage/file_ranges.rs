//! Sorted lists of byte ranges of files.

use std::ops::Range;

/// Bytes of one file, which is given by its index.
pub(crate) type FileRange = (u32, Range<u32>);

/// Merges two lists that are sorted by their starts; ranges that touch or overlap become one.
/// O(ranges): a search asks for it with every proposal.
pub(crate) fn union(old: &[FileRange], new: impl IntoIterator<Item = FileRange>) -> Vec<FileRange> {
    let (mut old, mut new) = (old.iter().peekable(), new.into_iter().peekable());
    let start = |(file, range): &FileRange| (*file, range.start);
    let mut all: Vec<FileRange> = Vec::with_capacity(old.len() + new.size_hint().0);
    loop {
        let is_old_first = match (old.peek(), new.peek()) {
            (Some(old), Some(new)) => start(old) <= start(new),
            (next, _) => next.is_some(),
        };
        let next = if is_old_first { old.next().cloned() } else { new.next() };
        let Some((file, range)) = next else { return all };
        match all.last_mut() {
            Some((last, there)) if *last == file && range.start <= there.end => {
                there.end = there.end.max(range.end);
            }
            _ => all.push((file, range)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_ranges() -> impl Strategy<Value = Vec<FileRange>> {
        let range = (0u32..3, 0u32..40, 0u32..6).prop_map(|(file, start, len)| (file, start..start + len));
        proptest::collection::vec(range, 0..12).prop_map(|mut ranges| {
            ranges.sort_by_key(|(file, range)| (*file, range.start));
            ranges
        })
    }

    /// Returns the bytes of each file, and the places between two bytes that ranges cover.
    fn covered(ranges: &[FileRange]) -> Vec<(u32, u32)> {
        let mut all: Vec<_> = ranges
            .iter()
            .flat_map(|(file, range)| (2 * range.start..=2 * range.end).map(|at| (*file, at)))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    proptest! {
        #[test]
        fn a_union_covers_what_either_list_does_in_ranges_that_are_apart(old in any_ranges(), new in any_ranges()) {
            let old = union(&[], old);
            let all = union(&old, new.clone());
            prop_assert_eq!(covered(&all), covered(&[old, new].concat()));
            let is_apart = |pair: &[FileRange]| pair[0].0 < pair[1].0 || pair[0].1.end < pair[1].1.start;
            prop_assert!(all.windows(2).all(is_apart), "{:?}", all);
        }
    }
}
