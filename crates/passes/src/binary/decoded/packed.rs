//! Contents of records that are compressed by zlib, as rows: the pixels of a PNG.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::entry::{Content, Entry, Scalar};

/// The tag of compressed contents.
pub(super) const PACKED: &str = "z";
/// The most bytes that are decompressed.
const MOST_BYTES: usize = 1 << 18;
/// The length of rows whose number is not known.
const USUAL: usize = 32;
/// The longest part of a row that is one value: a pixel.
const LONGEST: usize = 8;

/// Returns the contents of a stream that is compressed as a whole.
pub(super) fn unpacked(stream: &[u8]) -> Option<Vec<u8>> {
    // The method and the size of the window, then bits that make both a multiple of 31.
    let head = u16::from_be_bytes([*stream.first()?, *stream.get(1)?]);
    if head & 0x0f00 != 0x0800 || !head.is_multiple_of(31) {
        return None;
    }
    let mut contents = Vec::new();
    let mut decoder = ZlibDecoder::new(stream);
    decoder.by_ref().take(MOST_BYTES as u64 + 1).read_to_end(&mut contents).ok()?;
    let is_whole = decoder.total_in() == stream.len() as u64 && contents.len() <= MOST_BYTES;
    (is_whole && !contents.is_empty()).then_some(contents)
}

/// Returns the entry that shows contents as rows. Numbers elsewhere may say how many there are, and
/// how many parts each has behind its first byte.
pub(super) fn entry(contents: &[u8], numbers: &[usize]) -> Entry {
    let fits = |n_rows: usize| 1 < n_rows && contents.len().is_multiple_of(n_rows) && n_rows < contents.len();
    let of_parts = |n_rows: usize| {
        let rest = contents.len() / n_rows - 1;
        let mut parts = numbers.iter().filter(|&&n| 1 < n && rest.is_multiple_of(n) && rest / n <= LONGEST);
        parts.next().map(|n| (n_rows, rest / n))
    };
    let known = numbers.iter().copied().filter(|&n_rows| fits(n_rows)).find_map(of_parts);
    let (len, part) = known.map_or((USUAL, 1), |(n_rows, part)| (contents.len() / n_rows, part));
    let row = |row: &[u8]| {
        let first = Scalar::Number(row[0].into());
        let rest = row[1..].chunks(part).map(|part| match part {
            [byte] => Scalar::Number((*byte).into()),
            bytes => Scalar::Bytes(bytes.to_vec()),
        });
        Entry::new("row", "", Content::List(std::iter::once(first).chain(rest).collect()))
    };
    Entry::new("rows", PACKED, Content::Group(contents.chunks(len).map(row).collect()))
}

/// Returns the stream of compressed rows.
pub(super) fn packed(rows: &[Entry]) -> Option<Vec<u8>> {
    let mut contents = Vec::new();
    for row in rows {
        let Content::List(scalars) = &row.content else { return None };
        for scalar in scalars {
            match scalar {
                Scalar::Number(byte) => contents.push(u8::try_from(*byte).ok()?),
                Scalar::Bytes(bytes) => contents.extend(bytes),
                _ => return None,
            }
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&contents).ok()?;
    encoder.finish().ok()
}
