//! A text with changes applied on the fly.

use std::borrow::Cow;

use crate::tree::Splice;

/// Pieces shorter than this are read joined with what follows: the parser then needs few calls, and
/// no character is split.
const SHORT: usize = 256;
const JOINED: usize = 1024;

/// A text with some of its bytes replaced, without copying it.
#[derive(Debug)]
pub(super) struct Spliced<'a> {
    /// The non-empty pieces, with their offsets.
    pieces: Vec<(usize, &'a [u8])>,
    len: usize,
}

impl<'a> Spliced<'a> {
    /// Applies changes that are sorted and do not overlap. O(changes).
    pub(super) fn new(text: &'a [u8], splices: &'a [Splice<'_>]) -> Spliced<'a> {
        let mut spliced = Spliced { pieces: Vec::with_capacity(2 * splices.len() + 1), len: 0 };
        let mut at = 0;
        for splice in splices {
            spliced.push(&text[at..splice.range.start]);
            spliced.push(&splice.text);
            at = splice.range.end;
        }
        spliced.push(&text[at..]);
        spliced
    }

    fn push(&mut self, piece: &'a [u8]) {
        if !piece.is_empty() {
            self.pieces.push((self.len, piece));
            self.len += piece.len();
        }
    }

    /// Returns a copy of the whole changed text.
    pub(super) fn collect(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.len);
        for (_, piece) in &self.pieces {
            text.extend_from_slice(piece);
        }
        text
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns some of the bytes from an offset on; empty only at the end. O(log changes).
    pub(super) fn read(&self, offset: usize) -> Cow<'a, [u8]> {
        let index = self.pieces.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let Some((start, piece)) = self.pieces.get(index) else { return Cow::Borrowed(b"") };
        let rest = piece.get(offset - start..).unwrap_or_default();
        if SHORT <= rest.len() || index + 1 == self.pieces.len() {
            return Cow::Borrowed(rest);
        }
        let mut joined = rest.to_vec();
        for (_, piece) in &self.pieces[index + 1..] {
            joined.extend_from_slice(&piece[..piece.len().min(JOINED - joined.len())]);
            if joined.len() == JOINED {
                break;
            }
        }
        Cow::Owned(joined)
    }
}
