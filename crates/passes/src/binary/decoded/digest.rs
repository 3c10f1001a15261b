//! Digests of neighbouring entries.

use super::entry::{Content, Entry, Scalar};
use crate::binary::checksum::{Algorithm, DIGESTS};
use crate::binary::code::Order;

/// The digests of entries of a group: each key with the bytes that may be digested.
pub(super) struct Neighbours<'a> {
    pub(super) entries: Vec<(String, &'a [u8])>,
}

impl Neighbours<'_> {
    /// Replaces bytes of an entry that are the digest of another one. `at` is the index of the
    /// entry in the group.
    pub(super) fn resolve(&self, at: usize, entry: &mut Entry) {
        let Content::Scalar(Scalar::Bytes(bytes)) = &entry.content else { return };
        for (width, algorithm) in DIGESTS {
            let Some(n_prefix) = bytes.len().checked_sub(width).filter(|&n| n <= LONGEST_PREFIX) else {
                continue;
            };
            let (prefix, digest) = bytes.split_at(n_prefix);
            let others = self.entries.iter().enumerate().filter(|(other, _)| *other != at);
            let mut digested = others.filter(|(_, (_, of))| algorithm.of(of, width, Order::Big) == digest);
            if let Some((_, (of, _))) = digested.next() {
                let scalar = Scalar::Digest { prefix: prefix.to_vec(), algorithm, of: of.clone() };
                entry.content = Content::Scalar(scalar);
                return;
            }
        }
    }
}

/// The most bytes before a digest: the number of unused bits of a bit string.
const LONGEST_PREFIX: usize = 1;

/// Returns the bytes of a digest of `of`.
pub(super) fn bytes(prefix: &[u8], algorithm: Algorithm, of: &[u8]) -> Option<Vec<u8>> {
    let width = DIGESTS.iter().find(|(_, other)| *other == algorithm)?.0;
    Some([prefix, &algorithm.of(of, width, Order::Big)].concat())
}

/// Returns the name of an algorithm; without digits, so that it is no number.
pub(super) fn name(algorithm: Algorithm) -> &'static str {
    NAMES.iter().find(|(other, _)| *other == algorithm).map_or("none", |(_, name)| name)
}

/// Returns the algorithm with a name.
pub(super) fn named(name: &str) -> Option<Algorithm> {
    NAMES.iter().find(|(_, other)| *other == name).map(|(algorithm, _)| *algorithm)
}

const NAMES: [(Algorithm, &str); 13] = [
    (Algorithm::Md5, "md_five"),
    (Algorithm::Sha1, "sha_one"),
    (Algorithm::Sha256, "sha_two"),
    (Algorithm::Crc32, "crc"),
    (Algorithm::Crc32c, "castagnoli"),
    (Algorithm::Adler32, "adler"),
    (Algorithm::Sum, "sum"),
    (Algorithm::Negated, "negated"),
    (Algorithm::Inverted, "inverted"),
    (Algorithm::Xor, "xor"),
    (Algorithm::CrcCcitt, "ccitt"),
    (Algorithm::CrcXmodem, "xmodem"),
    (Algorithm::CrcArc, "arc"),
];
