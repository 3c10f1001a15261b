//! Files compressed by gzip.

use std::io::{Read, Write};
use std::ops::Range;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// Whether a file begins as compressed ones do.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Returns the contents of a compressed file; `None` if it is none, or larger than `most` bytes.
pub(super) fn decode(bytes: &[u8], most: usize) -> Option<Vec<u8>> {
    if !is_begun(bytes) {
        return None;
    }
    let mut contents = Vec::new();
    let n_read = MultiGzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut contents).ok()?;
    (n_read <= most).then_some(contents)
}

/// What is before the compressed contents: the time, the level and the system, as in the original.
pub(super) type Header = [u8; 6];

/// Where the header is in a file.
const HEADER: Range<usize> = 4..10;

/// Returns the header of a file.
pub(super) fn header(bytes: &[u8]) -> Option<Header> {
    bytes.get(HEADER)?.try_into().ok()
}

/// Returns the compressed file with these contents, without a name.
pub(super) fn encode(header: &Header, contents: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(contents).ok()?;
    let mut bytes = encoder.finish().ok()?;
    bytes.get_mut(HEADER)?.copy_from_slice(header);
    Some(bytes)
}
