//! Removes records that contain their length.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document};

use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stretch, search};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "records",
    summary: "removes records of binary files that begin with their length: chunks, boxes, packets",
    manual: "\
Many binary formats (PNG, RIFF, MP4, captures of network traffic) are a header followed by records \
that contain their length. The pass tries positions and encodings of a length of two or four bytes \
in a record, and follows the lengths from the start of the file; if they lead exactly to its end, \
these are the records, and each is a unit. Knows no format, and costs no trial if there are no \
such records.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search(ENTRY.name, options, document, |file, bytes| {
        let records = records(bytes).into_iter();
        vec![records.map(|Range { start, end }| Stretch::new(file, start as u32..end as u32)).collect()]
    })
}

/// How a record stores its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// The offset of the length in the record.
    pub(super) at: usize,
    /// The width of the length, in bytes.
    pub(super) width: usize,
    pub(super) is_little_endian: bool,
    /// The number of bytes of a record that its length does not count.
    pub(super) n_uncounted: usize,
    /// How many bytes one of the length stands for.
    pub(super) unit: usize,
    /// Records are followed by zeros up to a multiple of so many bytes.
    pub(super) alignment: usize,
    /// How many of the lowest bits of the number are the length; the others say something else.
    pub(super) n_bits: usize,
}

impl Form {
    /// One that counts bytes in all of its bits, without padding.
    pub(super) fn plain(at: usize, width: usize, is_little_endian: bool, n_uncounted: usize) -> Form {
        Form { at, width, is_little_endian, n_uncounted, unit: 1, alignment: 1, n_bits: 8 * width }
    }

    /// Returns the bits of the number that are the length.
    pub(super) fn mask(self) -> usize {
        usize::MAX >> (usize::BITS as usize - self.n_bits)
    }

    /// Whether other bits of the number say something else.
    pub(super) fn has_flags(self) -> bool {
        self.n_bits < 8 * self.width
    }

    /// Returns the length of the record at the start of `bytes`, and whether it has any counted
    /// content.
    pub(super) fn record(self, bytes: &[u8]) -> Option<(usize, bool)> {
        let field = bytes.get(self.at..self.at + self.width)?;
        let digit = |value: usize, &byte: &u8| value << 8 | usize::from(byte);
        let counted = match self.is_little_endian {
            true => field.iter().rev().fold(0, digit),
            false => field.iter().fold(0, digit),
        };
        let counted = counted & self.mask();
        let len = counted.checked_mul(self.unit)?.checked_add(self.n_uncounted)?;
        let padded = len.checked_next_multiple_of(self.alignment)?;
        let is_whole = self.at + self.width <= len && padded <= bytes.len();
        is_whole.then_some((padded, self.at + self.width < len && 0 < counted))
    }
}

/// Returns every form that is tried. A checksum may follow the counted bytes.
pub(super) fn forms() -> impl Iterator<Item = Form> {
    let places = [0, 1, 2, 4, 8].into_iter().flat_map(|at| [(at, 4), (at, 2)]);
    places.flat_map(|(at, width)| {
        let n_head = at + width;
        [0, n_head, n_head + 4, n_head + 8].into_iter().flat_map(move |n_uncounted| {
            let form = Form::plain(at, width, false, n_uncounted);
            let little = Form { is_little_endian: true, ..form };
            [form, little, Form { alignment: 2, ..form }, Form { alignment: 2, ..little }]
        })
    })
}

/// The first record begins within this many bytes.
pub(super) const LONGEST_HEADER: usize = 64;
/// The fewest records with content, for lengths of four and of two bytes; fewer may be chance.
pub(super) const FEWEST: [usize; 2] = [3, 8];
/// This many empty records in a row are just zeros.
const MOST_EMPTY: usize = 16;

/// Returns the longest chain of records that reaches the end of a file.
///
/// O(forms · records) for a file with records; a wrong length soon leads out of the file.
fn records(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut best: (usize, Vec<Range<usize>>) = (0, Vec::new());
    for form in forms() {
        let fewest = FEWEST[usize::from(form.width == 2)];
        for start in 0..LONGEST_HEADER.min(bytes.len()) {
            if let Some((n_full, chain)) = chain(bytes, start, form)
                && fewest.max(best.0 + 1) <= n_full
            {
                best = (n_full, chain);
            }
        }
    }
    best.1
}

/// Follows the lengths from `start`. Returns the number of records with content, and the records,
/// if they end exactly at the end of the file.
pub(super) fn chain(bytes: &[u8], start: usize, form: Form) -> Option<(usize, Vec<Range<usize>>)> {
    let (mut n_full, mut n_empty) = (0, 0);
    let mut chain = Vec::new();
    let mut at = start;
    while at < bytes.len() {
        let (len, is_full) = form.record(&bytes[at..])?;
        if is_full {
            (n_full, n_empty) = (n_full + 1, 0);
        } else {
            n_empty += 1;
        }
        if MOST_EMPTY < n_empty {
            return None;
        }
        chain.push(at..at + len);
        at += len;
    }
    Some((n_full, chain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> Vec<&[u8]> {
        records(bytes).into_iter().map(|range| &bytes[range]).collect()
    }

    #[test]
    fn chunks_with_a_type_and_a_checksum_are_found() {
        let chunks: [&[u8]; 4] = [
            b"\0\0\0\x0dIHDR0123456789abcCRC1",
            b"\0\0\0\x02gAMAxyCRC2",
            b"\0\0\0\x05tEXtk\0abcCRC3",
            b"\0\0\0\0IENDCRC4",
        ];
        let png = [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat();
        assert_eq!(found(&png), chunks);
    }

    #[test]
    fn chunks_that_are_padded_to_even_lengths_are_found() {
        let chunks: [&[u8]; 3] = [b"fmt \x04\0\0\0abcd", b"LIST\x03\0\0\0abc\0", b"data\x05\0\0\0vwxyz\0"];
        let riff = [&b"RIFF\x28\0\0\0WAVE"[..], &chunks.concat()].concat();
        assert_eq!(found(&riff), chunks);
    }

    #[test]
    fn boxes_whose_length_counts_everything_are_found() {
        let boxes: [&[u8]; 3] = [b"\0\0\0\x0cftypisom", b"\0\0\0\x0afree..", b"\0\0\0\x10mdatabcdefgh"];
        assert_eq!(found(&boxes.concat()), boxes);
    }

    #[test]
    fn text_zeros_and_noise_have_no_records() {
        assert!(found(b"int main(void) { return 0; }\n".repeat(40).as_slice()).is_empty());
        assert!(found(&[0; 4096]).is_empty());
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        });
        assert!(found(&noise.take(1 << 18).collect::<Vec<u8>>()).is_empty());
    }
}
