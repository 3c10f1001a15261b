//! Checksums as in the headers of packets: the complement of a sum of words of 16 bits.

use rustc_hash::FxHashSet;

use super::entry::{offset_letters, offset_of};

/// A checksum of the bytes of a record from an offset on, with the checksum itself as zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Internet {
    from: usize,
    /// The end of the bytes; `None` is the end of the record.
    to: Option<usize>,
    /// What is added to their sum.
    plus: u16,
    /// Whether their number is added, too.
    with_length: bool,
}

/// Fewer records may agree by chance.
const FEWEST: usize = 4;
/// The latest start and end.
const MOST: usize = 96;

impl Internet {
    /// Returns the tag.
    pub(super) fn tag(self) -> String {
        let to = self.to.map_or(String::new(), offset_letters);
        let with = if self.with_length { "l" } else { "s" };
        format!("i{with}_{}_{to}_{}", offset_letters(self.from), offset_letters(self.plus.into()))
    }

    /// Returns the checksum whose tag this is.
    pub(super) fn of_tag(tag: &str) -> Option<Internet> {
        let parts: Vec<&str> = tag.split('_').collect();
        let [with, from, to, plus] = parts[..] else { return None };
        Some(Internet {
            from: offset_of(from)?,
            to: if to.is_empty() { None } else { Some(offset_of(to)?) },
            plus: u16::try_from(offset_of(plus)?).ok()?,
            with_length: match with {
                "il" => true,
                "is" => false,
                _ => return None,
            },
        })
    }

    /// Returns the checksum of a record in which it is zero.
    pub(super) fn of(self, record: &[u8]) -> Option<[u8; 2]> {
        let bytes = record.get(self.from..self.to.unwrap_or(record.len()))?;
        let len = if self.with_length { bytes.len() } else { 0 };
        Some((!folded(sum(bytes) + u64::from(self.plus) + len as u64)).to_be_bytes())
    }

    /// Returns the checksums of records, each with its offset. O(offsets³) sums of a few records.
    pub(super) fn find(records: &[&[u8]]) -> Vec<(usize, Internet)> {
        let shortest = records.iter().map(|record| record.len()).min().unwrap_or(0).min(MOST);
        if records.len() < FEWEST {
            return Vec::new();
        }
        let places = (0..shortest.saturating_sub(1)).step_by(2);
        let mut found: Vec<(usize, Internet)> =
            places.filter_map(|at| Some((at, Internet::at(records, at)?))).collect();
        // Each word under a checksum is one of the others; the checksum itself has the most values.
        let n_values = |at: usize| {
            let words: FxHashSet<_> = records.iter().map(|record| [record[at], record[at + 1]]).collect();
            let high: FxHashSet<u8> = records.iter().map(|record| record[at]).collect();
            words.len() + high.len()
        };
        found.sort_by_key(|&(at, _)| std::cmp::Reverse(n_values(at)));
        let mut seen = FxHashSet::default();
        found.retain(|(_, internet)| seen.insert(*internet));
        found.sort_by_key(|(at, _)| *at);
        found
    }

    /// Returns the checksum at an offset, if it is one in all records and differs between them.
    fn at(records: &[&[u8]], at: usize) -> Option<Internet> {
        let values: Vec<u16> =
            records.iter().map(|record| u16::from_be_bytes([record[at], record[at + 1]])).collect();
        if values.iter().all(|value| *value == values[0]) {
            return None;
        }
        let zeroed: Vec<Vec<u8>> =
            records.iter().map(|record| [&record[..at], &[0, 0], &record[at + 2..]].concat()).collect();
        let starts = (0..=at.min(MOST)).rev().step_by(2);
        let shortest = records.iter().map(|record| record.len()).min().unwrap_or(0);
        for from in starts {
            let ends = (at + 2..=shortest.min(MOST)).step_by(2).map(Some).chain([None]);
            for to in ends {
                for with_length in [false, true] {
                    // The first record says what is added.
                    let plain = Internet { from, to, plus: 0, with_length };
                    let first = u16::from_be_bytes(plain.of(&zeroed[0])?);
                    let plus = folded(u64::from(first) + u64::from(!values[0]));
                    let internet = Internet { plus: if plus == u16::MAX { 0 } else { plus }, ..plain };
                    let is_right = |(record, value): (&Vec<u8>, &u16)| {
                        internet.of(record).map(u16::from_be_bytes) == Some(*value)
                    };
                    if internet.plus < MOST_PLUS && zeroed.iter().zip(&values).all(is_right) {
                        return Some(internet);
                    }
                }
            }
        }
        None
    }
}

/// The largest constant: the number of a protocol, and a few lengths.
const MOST_PLUS: u16 = 256;

fn sum(bytes: &[u8]) -> u64 {
    let word = |pair: &[u8]| u64::from(pair[0]) << 8 | pair.get(1).map_or(0, |&low| u64::from(low));
    bytes.chunks(2).map(word).sum()
}

fn folded(mut sum: u64) -> u16 {
    while sum >> 16 != 0 {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum as u16
}
