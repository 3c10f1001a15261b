//! Large changes that are nearly the same as several that were boring.

use std::collections::VecDeque;
use std::sync::Arc;

use super::boring::Version;
use crate::cost::is_word_byte;

/// A change that removes fewer words is never taken for another one …
const LEAST_WORDS: usize = 64;
/// … and one that removes more bytes is not read.
const MOST_BYTES: usize = 1 << 16;
/// Changes are alike if they share this part of what either of them removes, …
const SHARED: (usize, usize) = (4, 5);
/// … and one is put off if this many like it were boring.
const N_BORING: usize = 2;
/// The words by which a change is known: those with the smallest hashes.
const N_KNOWN: usize = 256;
/// The most boring changes that are known.
const MOST_CHANGES: usize = 256;

/// What a change removes, as sorted hashes of each word with the two before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Removed {
    hashes: Vec<u32>,
    n_words: usize,
}

impl Removed {
    /// Reads the texts that a change removes. O(bytes).
    pub(super) fn of(texts: &[&[u8]]) -> Removed {
        if MOST_BYTES < texts.iter().map(|text| text.len()).sum() {
            return Removed::default();
        }
        let mut hashes: Vec<u32> = Vec::new();
        for text in texts {
            let words = text.chunk_by(|&a, &b| is_word_byte(a) && is_word_byte(b));
            let mut last = [0; 2];
            for word in words.filter(|word| !word[0].is_ascii_whitespace()) {
                let hash = hash(word);
                hashes.push(mixed(hash ^ mixed(last[1] ^ mixed(last[0]))));
                last = [last[1], hash];
            }
        }
        let n_words = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        Removed { hashes, n_words }
    }

    fn is_large(&self) -> bool {
        LEAST_WORDS <= self.n_words
    }

    fn known(&self) -> &[u32] {
        &self.hashes[..self.hashes.len().min(N_KNOWN)]
    }
}

fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Spreads a hash over all bits.
fn mixed(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The large changes that were boring. Cloning is O(1).
#[derive(Clone, Default)]
pub(super) struct Alike {
    /// The last ones.
    boring: Arc<VecDeque<(Version, Vec<u32>)>>,
}

impl Alike {
    /// Whether several changes like this one were boring at the version `since` or later.
    /// O(changes · words by which they are known).
    pub(super) fn knows(&self, removed: &Removed, since: Version) -> bool {
        let is_like =
            |(version, known): &&(Version, Vec<u32>)| since <= *version && are_alike(known, removed.known());
        removed.is_large() && self.boring.iter().filter(is_like).take(N_BORING).count() == N_BORING
    }

    /// Records that a change was boring at a version.
    pub(super) fn learn(&mut self, removed: &Removed, version: Version) {
        if removed.is_large() {
            let boring = Arc::make_mut(&mut self.boring);
            boring.push_back((version, removed.known().to_vec()));
            if MOST_CHANGES < boring.len() {
                boring.pop_front();
            }
        }
    }

    /// Records that a change was accepted: the others remove only what it left.
    pub(super) fn accept(&mut self, removed: &Removed) {
        let is_gone = |hash: &u32| removed.hashes.binary_search(hash).is_ok();
        if self.boring.iter().any(|(_, known)| known.iter().any(is_gone)) {
            let boring = Arc::make_mut(&mut self.boring);
            boring.iter_mut().for_each(|(_, known)| known.retain(|hash| !is_gone(hash)));
            boring.retain(|(_, known)| !known.is_empty());
        }
    }
}

/// Whether two changes share most of what they remove, judged by the words with the smallest hashes
/// of both.
fn are_alike(a: &[u32], b: &[u32]) -> bool {
    let (mut a, mut b) = (a, b);
    let (mut n_shared, mut n_all) = (0, 0);
    while let ([x, rest_of_a @ ..], [y, rest_of_b @ ..]) = (a, b) {
        n_all += 1;
        n_shared += usize::from(x == y);
        if x <= y {
            a = rest_of_a;
        }
        if y <= x {
            b = rest_of_b;
        }
        if n_all == N_KNOWN {
            break;
        }
    }
    let n_all = N_KNOWN.min(n_all + a.len() + b.len());
    SHARED.0 * n_all < SHARED.1 * n_shared
}
