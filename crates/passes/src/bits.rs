//! Bit sets of atoms or lines.

use std::ops::Range;

/// A set of numbers below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Returns the empty set of numbers below `len`.
    pub(crate) fn none(len: u32) -> Bits {
        Bits { words: vec![0; (len as usize).div_ceil(64)] }
    }

    /// Returns the set of all numbers below `len`.
    pub(crate) fn all(len: u32) -> Bits {
        let mut bits = Bits { words: vec![!0; (len as usize).div_ceil(64)] };
        if let Some(last) = bits.words.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        bits
    }

    /// Whether a number is in the set.
    pub(crate) fn has(&self, at: u32) -> bool {
        self.words[at as usize / 64] >> (at % 64) & 1 == 1
    }

    /// Inserts a number.
    pub(crate) fn insert(&mut self, at: u32) {
        self.words[at as usize / 64] |= 1 << (at % 64);
    }

    /// Inserts a range of numbers.
    pub(crate) fn insert_range(&mut self, range: Range<u32>) {
        for (word, mask) in masks(range) {
            self.words[word] |= mask;
        }
    }

    /// Removes a number.
    pub(crate) fn remove(&mut self, at: u32) {
        self.words[at as usize / 64] &= !(1 << (at % 64));
    }

    /// Removes a range of numbers.
    pub(crate) fn remove_range(&mut self, range: Range<u32>) {
        for (word, mask) in masks(range) {
            self.words[word] &= !mask;
        }
    }

    /// Whether any number of a range is in the set.
    pub(crate) fn any_in(&self, range: Range<u32>) -> bool {
        masks(range).any(|(word, mask)| self.words[word] & mask != 0)
    }

    /// Whether any number of a range is in this set and not in the other one.
    pub(crate) fn any_in_without(&self, range: Range<u32>, other: &Bits) -> bool {
        masks(range).any(|(word, mask)| self.words[word] & !other.words[word] & mask != 0)
    }

    /// Returns how many numbers of a range are in the set.
    pub(crate) fn count_in(&self, range: Range<u32>) -> u32 {
        masks(range).map(|(word, mask)| (self.words[word] & mask).count_ones()).sum()
    }

    /// Returns prefix counts: for each 64 numbers, how many elements are below them; with one entry
    /// more.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let mut below = 0;
        let mut ranks = vec![below];
        for word in &self.words {
            below += word.count_ones();
            ranks.push(below);
        }
        ranks
    }

    /// Returns the number of elements below a bound, using the result of [`ranks`](Bits::ranks).
    /// O(1).
    pub(crate) fn rank(&self, ranks: &[u32], below: u32) -> u32 {
        let word = below as usize / 64;
        let part = self.words.get(word).map_or(0, |bits| bits & ((1 << (below % 64)) - 1));
        ranks[word] + part.count_ones()
    }

    /// Returns the number of elements.
    pub(crate) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the sets have an element in common.
    pub(crate) fn meets(&self, other: &Bits) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Returns the difference of the sets.
    pub(crate) fn without(&self, other: &Bits) -> Bits {
        Bits { words: self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect() }
    }

    /// Returns the elements within a range, in ascending order.
    pub(crate) fn iter_in(&self, range: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        masks(range).flat_map(|(word, mask)| {
            let mut rest = self.words[word] & mask;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(word as u32 * 64 + bit)
            })
        })
    }
}

/// Returns the words that a range touches, each with the mask of its bits.
fn masks(range: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = range;
    let words = if start < end { start / 64..end.div_ceil(64) } else { 0..0 };
    words.map(move |word| {
        let from = start.max(word * 64) - word * 64;
        let to = end.min(word * 64 + 64) - word * 64;
        let below = |n: u32| if n == 64 { !0 } else { (1u64 << n) - 1 };
        (word as usize, below(to) & !below(from))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_agree_with_a_set(
            start in 0u32..200, len in 0u32..200, others in proptest::collection::btree_set(0u32..200, 0..40)
        ) {
            let range = start..(start + len).min(200);
            let mut bits = Bits::none(200);
            others.iter().for_each(|&at| bits.insert(at));
            let within: Vec<u32> = others.iter().copied().filter(|at| range.contains(at)).collect();
            prop_assert_eq!(bits.iter_in(range.clone()).collect::<Vec<_>>(), within.clone());
            prop_assert_eq!(bits.any_in(range.clone()), !within.is_empty());
            let mut more = bits.clone();
            more.insert_range(range.clone());
            let all: BTreeSet<u32> = others.iter().copied().chain(range.clone()).collect();
            prop_assert_eq!(more.iter_in(0..200).collect::<BTreeSet<_>>(), all);
            prop_assert_eq!(more.any_in_without(0..200, &bits), more != bits);
            more.remove_range(range);
            let mut own = Bits::none(200);
            within.iter().for_each(|&at| own.insert(at));
            prop_assert!(!more.meets(&own));
            prop_assert_eq!(bits.count(), others.len());
            prop_assert_eq!(bits.count_in(0..start), others.range(..start).count() as u32);
            prop_assert_eq!(bits.rank(&bits.ranks(), start), bits.count_in(0..start));
        }
    }

    #[test]
    fn all_ends_at_its_length() {
        assert_eq!(Bits::all(70).iter_in(0..70).count(), 70);
        assert!(!Bits::none(70).any_in(0..70));
        assert_eq!(Bits::all(64).iter_in(0..64).count(), 64);
    }
}
