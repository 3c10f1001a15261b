//! Prefix hashes and token counts of one file, so that a candidate is measured without rendering
//! it.

use super::fingerprint::Fingerprint;
use crate::cost::count_tokens_behind;

/// How many bytes lie between two stored prefixes: memory is 24 / 32 of the file, a look-up hashes
/// at most 31 bytes.
const STRIDE: usize = 32;

/// The fingerprints and token counts of the prefixes of a file.
pub(crate) struct PrefixIndex {
    marks: Vec<Mark>,
    whole: Fingerprint,
    n_tokens: u64,
}

struct Mark {
    hashes: [u64; 2],
    n_tokens: u64,
}

/// A kept stretch of a file, measured.
#[derive(Clone, Copy)]
pub(crate) struct Stretch {
    pub(crate) fingerprint: Fingerprint,
    /// Tokens that start in the stretch, as they stand in the file.
    pub(crate) n_tokens: u64,
}

impl PrefixIndex {
    pub(crate) fn new(text: &[u8]) -> PrefixIndex {
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut prefix = Fingerprint::default();
        let (mut n_tokens, mut before) = (0, None);
        for stretch in text.chunks(STRIDE) {
            marks.push(Mark { hashes: prefix.hashes, n_tokens });
            prefix.push_all(stretch);
            n_tokens += count_tokens_behind(before, stretch);
            before = stretch.last().copied();
        }
        if text.len().is_multiple_of(STRIDE) {
            marks.push(Mark { hashes: prefix.hashes, n_tokens });
        }
        PrefixIndex { marks, whole: prefix, n_tokens }
    }

    pub(crate) fn whole(&self) -> Fingerprint {
        self.whole
    }

    pub(crate) fn n_tokens(&self) -> u64 {
        self.n_tokens
    }

    /// Measures `text[..end]`, where `text` is the file of the index.
    fn prefix(&self, text: &[u8], end: usize) -> Stretch {
        let mark = &self.marks[end / STRIDE];
        let start = end / STRIDE * STRIDE;
        let mut fingerprint = Fingerprint { hashes: mark.hashes, len: start as u64 };
        fingerprint.push_all(&text[start..end]);
        let before = start.checked_sub(1).map(|before| text[before]);
        let n_tokens = mark.n_tokens + count_tokens_behind(before, &text[start..end]);
        Stretch { fingerprint, n_tokens }
    }

    /// Measures `text[start..end]`, where `text` is the file of the index, in O(log length).
    pub(crate) fn stretch(&self, text: &[u8], start: usize, end: usize) -> Stretch {
        let (head, tail) = (self.prefix(text, start), self.prefix(text, end));
        Stretch {
            fingerprint: tail.fingerprint.after(head.fingerprint),
            n_tokens: tail.n_tokens - head.n_tokens,
        }
    }
}
