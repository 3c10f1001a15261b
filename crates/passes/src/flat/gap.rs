//! The white space that has to stay between two tokens when those between them go.

use std::ops::Range;

use dwindle_reduce::Edit;
use dwindle_reduce::cost::is_word_byte;
use memchr::memrchr;

use super::lexer::{Grain, is_space};

/// Bytes of operators, which become another operator when they meet.
const OPERATOR_BYTES: &[u8] = b"!#$%&*+-./:<=>?@^|~\\\"'`";

/// A stretch of a file from behind one kept token to the next one.
pub(super) struct Gap<'a> {
    /// The whole file.
    pub(super) text: &'a [u8],
    /// From the end of the kept token in front to the start of the next kept one, or to the end of
    /// the file.
    pub(super) range: Range<usize>,
    /// The start of the first token that goes.
    pub(super) first: usize,
    /// Which tokens must not fuse.
    pub(super) grain: Grain,
}

enum Left {
    /// A part of the stretch, all white space.
    Part(Range<usize>),
    /// A space that was not there.
    Space,
}

impl Gap<'_> {
    /// Returns the edits that leave the right white space: at most two.
    ///
    /// Tokens on different lines stay on different lines, the second one with its indentation;
    /// tokens with white space behind the first or in front of the second keep it; tokens that
    /// would become one are held apart by a space. Costs a search of the stretch for a line end
    /// where it does not end with one.
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

    /// Returns where the white space in front of `end` starts, within the stretch.
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
