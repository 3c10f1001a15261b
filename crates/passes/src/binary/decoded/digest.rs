//! Digests of neighbouring entries.

use rustc_hash::{FxHashMap, FxHashSet};

use super::entry::{Content, Entry, Scalar};
use crate::binary::checksum::{Algorithm, DIGESTS};
use crate::binary::code::Order;

/// Replaces bytes of entries of a group that are the digest of another one. `parts` are the key and
/// the bytes of each entry that may be digested. O(entries + bytes of the parts).
pub(super) fn resolve(entries: &mut [Entry], parts: &[(String, &[u8])]) {
    let wanted = |entry: &Entry| match &entry.content {
        Content::Scalar(Scalar::Bytes(bytes)) => of_len(bytes.len()),
        _ => None,
    };
    if MOST_ENTRIES < entries.len() {
        return;
    }
    let widths: FxHashSet<usize> = entries.iter().filter_map(wanted).map(|(width, _)| width).collect();
    let mut known: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
    for (width, algorithm) in DIGESTS.into_iter().filter(|(width, _)| widths.contains(width)) {
        for (at, (_, part)) in parts.iter().enumerate() {
            known.entry(algorithm.of(part, width, Order::Big)).or_insert(at);
        }
    }
    for (at, entry) in entries.iter_mut().enumerate() {
        let (Some((width, algorithm)), Content::Scalar(Scalar::Bytes(bytes))) =
            (wanted(entry), &entry.content)
        else {
            continue;
        };
        let (prefix, digest) = bytes.split_at(bytes.len() - width);
        if let Some(&of) = known.get(digest).filter(|of| **of != at) {
            let scalar = Scalar::Digest { prefix: prefix.to_vec(), algorithm, of: parts[of].0.clone() };
            entry.content = Content::Scalar(scalar);
        }
    }
}

/// Returns the digest that bytes of this length may be.
fn of_len(len: usize) -> Option<(usize, Algorithm)> {
    DIGESTS.into_iter().find(|(width, _)| (*width..=width + LONGEST_PREFIX).contains(&len))
}

/// The most entries of a group in which digests are looked for.
const MOST_ENTRIES: usize = 256;
/// The most bytes before a digest: the number of unused bits of a bit string.
const LONGEST_PREFIX: usize = 1;

/// Returns the bytes of a digest of `of`.
pub(super) fn bytes(prefix: &[u8], algorithm: Algorithm, of: &[u8]) -> Option<Vec<u8>> {
    let width = DIGESTS.iter().find(|(_, other)| *other == algorithm)?.0;
    Some([prefix, &algorithm.of(of, width, Order::Big)].concat())
}

/// Whether an algorithm has results of this width in bytes.
pub(super) fn has_width(algorithm: Algorithm, width: usize) -> bool {
    match DIGESTS.iter().find(|(_, other)| *other == algorithm) {
        Some((len, _)) => *len == width,
        None => (1..=4).contains(&width),
    }
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
