//! Regions: the bytes that a candidate changes beyond what is accepted already.

use std::ops::Range;
use std::sync::Arc;

use crate::candidate::{Candidate, Edit, Edits};

/// Bytes of a base document: sorted, disjoint ranges. Cloning is O(1).
///
/// Positions are unique over all files: a byte of one file never has the position of another
/// file's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Region {
    ranges: Arc<[Range<u64>]>,
    mass: u64,
}

/// The number of bits of a position that count the bytes of one file.
const FILE_BITS: u32 = 40;

impl Region {
    pub(super) fn new(ranges: Vec<Range<u64>>) -> Region {
        let mass = ranges.iter().map(|range| range.end - range.start).sum();
        Region { ranges: ranges.into(), mass }
    }

    /// Returns what `candidate` changes and `accepted` does not; all that it changes if they have
    /// no base in common. What both change in different ways is included.
    pub(super) fn beside(accepted: Option<&Candidate>, candidate: &Candidate) -> Region {
        let none = Edits::default();
        let old = match accepted {
            Some(accepted) if accepted.base() == candidate.base() => accepted.edits(),
            _ => &none,
        };
        let new = candidate.edits();
        let mut ranges = between(old.as_slice(), new.as_slice());
        if new.removed_files() != old.removed_files() {
            let gone = new.removed_files().difference(old.removed_files());
            for file in gone.iter() {
                let start = u64::from(file) << FILE_BITS;
                let n_bytes = candidate.base().files()[file as usize].bytes().len() as u64;
                ranges.retain(|range| range.start >> FILE_BITS != u64::from(file));
                ranges.push(start..start + n_bytes.max(1));
            }
            ranges.sort_unstable_by_key(|range| range.start);
        }
        Region::new(ranges)
    }

    pub(super) fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Returns the number of bytes.
    pub(super) fn mass(&self) -> u64 {
        self.mass
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether all of it lies in `other`.
    pub(super) fn is_within(&self, other: &Region) -> bool {
        self.mass <= other.mass
            && self.ranges.iter().all(|range| {
                let after = other.ranges.partition_point(|outer| outer.start <= range.start);
                after.checked_sub(1).is_some_and(|at| range.end <= other.ranges[at].end)
            })
    }

    /// Returns the part of it that is not in `other`.
    pub(super) fn minus(&self, other: &Region) -> Region {
        let mut rest = Vec::new();
        for range in self.ranges.iter() {
            let first = other.ranges.partition_point(|cut| cut.end <= range.start);
            let mut start = range.start;
            for cut in other.ranges[first..].iter().take_while(|cut| cut.start < range.end) {
                if start < cut.start {
                    rest.push(start..cut.start);
                }
                start = start.max(cut.end);
            }
            if start < range.end {
                rest.push(start..range.end);
            }
        }
        Region::new(rest)
    }
}

fn place(edit: &Edit) -> Range<u64> {
    let start = u64::from(edit.file) << FILE_BITS;
    // A mere insertion counts as one byte.
    start + edit.range.start as u64..start + (edit.range.end as u64).max(edit.range.start as u64 + 1)
}

fn between(old: &[Edit], new: &[Edit]) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    let mut rest = old;
    for edit in new {
        let range = place(edit);
        while let [first, behind @ ..] = rest
            && place(first).end <= range.start
        {
            rest = behind;
        }
        if rest.first() == Some(edit) {
            continue;
        }
        let mut start = range.start;
        let mut is_gone = true;
        for cut in rest.iter().map(place).take_while(|cut| cut.start < range.end) {
            if start < cut.start {
                push(&mut ranges, start..cut.start);
                is_gone = false;
            }
            start = start.max(cut.end);
        }
        if start < range.end {
            push(&mut ranges, start..range.end);
            is_gone = false;
        }
        if is_gone {
            push(&mut ranges, range);
        }
    }
    ranges
}

/// Appends a range; edits that only insert may share their position with the one before.
fn push(ranges: &mut Vec<Range<u64>>, range: Range<u64>) {
    match ranges.last_mut() {
        Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
        _ => ranges.push(range),
    }
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "a region is a list of ranges, also of one")]
mod tests {
    use super::*;
    use crate::document::Document;

    fn region(old: &[Range<usize>], new: &[Range<usize>]) -> Vec<Range<u64>> {
        let base = Document::single("input", "0123456789");
        let delete = |ranges: &[Range<usize>]| {
            let edits = ranges.iter().map(|range| Edit::delete(0, range.clone()));
            Candidate::new("pass", &base, Edits::new(edits))
        };
        Region::beside(Some(&delete(old)), &delete(new)).ranges().to_vec()
    }

    #[test]
    fn what_is_gone_already_does_not_count() {
        assert_eq!(region(&[], &[2..4]), [2..4]);
        assert_eq!(region(&[2..4], &[2..4, 6..8]), [6..8]);
        assert_eq!(region(&[2..4, 5..6], &[1..8]), [1..2, 4..5, 6..8]);
        assert_eq!(region(&[2..4], &[2..4]), []);
    }

    #[test]
    fn another_text_in_the_same_place_counts() {
        let base = Document::single("input", "0123456789");
        let candidate =
            |text: &[u8]| Candidate::new("pass", &base, Edits::new([Edit::replace(0, 2..6, text)]));
        let region = Region::beside(Some(&candidate(b"abc")), &candidate(b"x"));
        assert_eq!(region.ranges(), [2..6]);
        assert!(Region::beside(Some(&candidate(b"x")), &candidate(b"x")).is_empty());
    }

    #[test]
    fn regions_are_sets() {
        let outer = Region::new(vec![0..4, 6..9]);
        let inner = Region::new(vec![1..2, 6..9]);
        assert!(inner.is_within(&outer) && !outer.is_within(&inner));
        assert_eq!(outer.minus(&inner).ranges(), [0..1, 2..4]);
        assert!(inner.minus(&outer).is_empty());
    }
}
