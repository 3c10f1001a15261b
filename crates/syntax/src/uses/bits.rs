//! Sets of indices.

use std::ops::Range;

const WORD: usize = u64::BITS as usize;

/// A set of the indices of one list. One bit for each.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Returns the set with all of these indices (sorted, without overlaps), for a list of so many
    /// items. O(items / 64 + ranges).
    pub(super) fn of(n_items: usize, ranges: impl IntoIterator<Item = Range<usize>>) -> Bits {
        let mut bits = Bits { words: vec![0; n_items / WORD + 1] };
        for range in ranges.into_iter().filter(|range| !range.is_empty()) {
            let (first, last) = (range.start / WORD, (range.end - 1) / WORD);
            let from_start = u64::MAX << (range.start % WORD);
            let to_end = u64::MAX >> (WORD - 1 - (range.end - 1) % WORD);
            if first == last {
                bits.words[first] |= from_start & to_end;
            } else {
                bits.words[first] |= from_start;
                bits.words[first + 1..last].fill(u64::MAX);
                bits.words[last] |= to_end;
            }
        }
        bits
    }

    pub(super) fn has(&self, index: u32) -> bool {
        let index = index as usize;
        self.words[index / WORD] >> (index % WORD) & 1 == 1
    }
}

/// A set that counts its indices in front of any place in O(1).
#[derive(Clone, Debug)]
pub(super) struct Counted {
    bits: Bits,
    /// By word: how many indices are in those in front of it.
    before: Vec<u32>,
}

impl Counted {
    /// Counts the indices of a set. O(items / 64).
    pub(super) fn new(bits: Bits) -> Counted {
        let mut n_before = 0;
        let before = bits.words.iter().map(|word| {
            let before = n_before;
            n_before += word.count_ones();
            before
        });
        Counted { before: before.collect(), bits }
    }

    /// Counts the indices in a range.
    pub(super) fn n_in(&self, range: &Range<u32>) -> u32 {
        self.n_before(range.end) - self.n_before(range.start)
    }

    fn n_before(&self, place: u32) -> u32 {
        let (word, bit) = (place as usize / WORD, place as usize % WORD);
        self.before[word] + (self.bits.words[word] & !(u64::MAX << bit)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_set_knows_what_is_in_it_and_how_much(
            lengths in proptest::collection::vec((0usize..90, 0usize..150), 0..6),
            ends in (0u32..1000, 0u32..1000),
        ) {
            const N_ITEMS: usize = 1500;
            let mut at = 0;
            let ranges: Vec<Range<usize>> = lengths.iter().map(|(gap, length)| {
                let start = at + gap;
                at = start + length;
                start..at
            }).collect();
            let bits = Bits::of(N_ITEMS, ranges.iter().cloned());
            let is_in = |index: u32| ranges.iter().any(|range| range.contains(&(index as usize)));
            for index in 0..N_ITEMS as u32 {
                prop_assert_eq!(bits.has(index), is_in(index));
            }
            let range = ends.0.min(ends.1)..ends.0.max(ends.1);
            let counted = Counted::new(bits);
            prop_assert_eq!(counted.n_in(&range) as usize, range.filter(|&index| is_in(index)).count());
            prop_assert_eq!(counted.n_in(&(0..N_ITEMS as u32)), counted.n_before(N_ITEMS as u32));
        }
    }
}
