//! Finds checksums at the end of records and files.

use std::ops::Range;

use crate::binary::checksum::{ALGORITHMS, Algorithm, seals};
use crate::binary::code::Order;

/// A checksum at the same position in each of some records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::binary) struct Tail {
    pub(in crate::binary) width: usize,
    /// The checksum covers the record from this offset up to the checksum.
    pub(in crate::binary) from: usize,
    pub(in crate::binary) algorithm: Algorithm,
    pub(in crate::binary) order: Order,
}

/// The largest such offset.
const LATEST_START: usize = 12;
/// By width of the checksum: the fewest records that must agree; fewer may be chance.
const FEWEST: [usize; 5] = [usize::MAX, 4, 3, usize::MAX, 2];

impl Tail {
    /// Finds the checksum at the end of records.
    pub(super) fn of(bytes: &[u8], records: &[Range<usize>]) -> Option<Tail> {
        for &(width, algorithms) in ALGORITHMS {
            if records.len() < FEWEST[width] {
                continue;
            }
            for &algorithm in algorithms {
                for from in 0..=LATEST_START {
                    for order in [Order::Big, Order::Little] {
                        let tail = Tail { width, from, algorithm, order };
                        if records.iter().all(|record| tail.is_right(&bytes[record.clone()])) {
                            return Some(tail);
                        }
                    }
                }
            }
        }
        None
    }

    fn is_right(self, record: &[u8]) -> bool {
        let Some(at) = record.len().checked_sub(self.width).filter(|&at| self.from <= at) else {
            return false;
        };
        // A checksum of nothing is no evidence, but is allowed.
        record[at..] == self.algorithm.of(&record[self.from..at], self.width, self.order)
    }
}

/// A checksum of everything before it.
pub(super) struct Seal {
    pub(super) range: Range<usize>,
    pub(super) of: Range<usize>,
    pub(super) algorithm: Algorithm,
    pub(super) order: Order,
}

/// Finds the checksum at the end of a file. Weak algorithms are not tried.
pub(super) fn seal(bytes: &[u8]) -> Option<Seal> {
    for (width, algorithm) in seals() {
        let at = bytes.len().checked_sub(width)?;
        for from in [0, 4, 8] {
            for order in [Order::Big, Order::Little] {
                if from < at && bytes[at..] == algorithm.of(&bytes[from..at], width, order) {
                    return Some(Seal { range: at..bytes.len(), of: from..at, algorithm, order });
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_at_the_end_of_records_are_found() {
        let record = |text: &[u8]| [b"len.", text, &crc32fast::hash(text).to_le_bytes()].concat();
        let bytes = [record(b"one"), record(b"three"), record(b"")].concat();
        let tail = Tail::of(&bytes, &[0..11, 11..24, 24..32]);
        let expected = Tail { width: 4, from: 4, algorithm: Algorithm::Crc32, order: Order::Little };
        assert_eq!(tail, Some(expected));
        assert_eq!(Tail::of(&bytes, &[0..12, 12..24]), None);
    }

    #[test]
    fn a_checksum_of_the_whole_file_is_found() {
        let text = b"magic and all that follows it";
        let bytes = [&text[..], &crc32fast::hash(text).to_be_bytes()].concat();
        let seal = seal(&bytes).unwrap();
        assert_eq!((seal.range, seal.of), (29..33, 0..29));
    }
}
