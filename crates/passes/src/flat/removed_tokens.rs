//! The white space between two kept tokens when those between them are removed.

use std::ops::Range;

use dwindle_reduce::Edit;
use dwindle_reduce::cost::is_word_byte;
use memchr::memrchr;

use super::lexer::{Grain, is_space};

/// Bytes of operators, which may become another operator when adjacent.
const OPERATOR_BYTES: &[u8] = b"!#$%&*+-./:<=>?@^|~\\\"'`";

/// The part of a file between two kept tokens.
pub(super) struct RemovedTokens<'a> {
    /// The whole file.
    pub(super) text: &'a [u8],
    /// From the end of the kept token before it to the start of the next kept one, or to the end of
    /// the file.
    pub(super) range: Range<usize>,
    /// The start of the first removed token.
    pub(super) first: usize,
    /// The grain of the tokens that must not merge.
    pub(super) grain: Grain,
}

enum Left {
    /// A part of the range, all white space.
    Part(Range<usize>),
    /// An inserted space.
    Space,
}

impl RemovedTokens<'_> {
    /// Returns at most two edits that remove the tokens and leave the right white space.
    ///
    /// Tokens on different lines stay on different lines, the second one with its indentation.
    /// White space after the first token or before the second is kept. Tokens that would merge are
    /// separated by a space. Searches the range for a line end if it does not end with one.
    pub(super) fn edits(&self, file: u32) -> impl Iterator<Item = Edit> + use<> {
        let Range { start, end } = self.range;
        let edits = match self.left() {
            Left::Part(part) => [Edit::delete(file, start..part.start), Edit::delete(file, part.end..end)],
            Left::Space => [Edit::replace(file, start..end, b" "), Edit::delete(file, end..end)],
        };
        edits.into_iter().filter(|edit| !edit.range.is_empty())
    }

    fn left(&self) -> Left {
        let Range { start, end } = self.range;
        let in_front = self.space_before(end)..end;
        if end == self.text.len() || self.text[in_front.clone()].contains(&b'\n') {
            return Left::Part(in_front);
        }
        if let Some(line_end) = memrchr(b'\n', &self.text[start..end]) {
            let at = start + line_end;
            let n_behind = self.text[at..end].iter().take_while(|&&byte| is_space(byte)).count();
            return Left::Part(self.space_before(at)..at + n_behind);
        }
        if !in_front.is_empty() {
            return Left::Part(in_front);
        }
        if start < self.first {
            return Left::Part(start..self.first);
        }
        if self.fuses(self.text[start - 1], self.text[end]) { Left::Space } else { Left::Part(end..end) }
    }

    /// Returns the start of the white space before `end`, within the range.
    fn space_before(&self, end: usize) -> usize {
        let start = self.range.start;
        let token = self.text[start..end].iter().rposition(|&byte| !is_space(byte));
        token.map_or(start, |token| start + token + 1)
    }

    fn fuses(&self, before: u8, after: u8) -> bool {
        let both = |is: fn(u8) -> bool| is(before) && is(after);
        both(is_word_byte) || (self.grain == Grain::Tokens && both(|byte| OPERATOR_BYTES.contains(&byte)))
    }
}
