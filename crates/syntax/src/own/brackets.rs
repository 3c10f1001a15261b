//! A stack of open brackets, counted by kind.

use super::kinds::{CURLY_CLOSE, CURLY_OPEN, ROUND_CLOSE, ROUND_OPEN, SQUARE_CLOSE, SQUARE_OPEN};
use crate::tree::KindId;

/// A kind of bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    /// Returns the bracket that a byte opens.
    pub(super) fn opened_by(byte: u8) -> Option<Bracket> {
        match byte {
            b'(' => Some(Bracket::Round),
            b'[' => Some(Bracket::Square),
            b'{' => Some(Bracket::Curly),
            _ => None,
        }
    }

    /// Returns the bracket that a byte closes.
    pub(super) fn closed_by(byte: u8) -> Option<Bracket> {
        match byte {
            b')' => Some(Bracket::Round),
            b']' => Some(Bracket::Square),
            b'}' => Some(Bracket::Curly),
            _ => None,
        }
    }

    /// Returns the kinds of the opening and the closing byte.
    pub(super) fn kinds(self) -> (KindId, KindId) {
        match self {
            Bracket::Round => (ROUND_OPEN, ROUND_CLOSE),
            Bracket::Square => (SQUARE_OPEN, SQUARE_CLOSE),
            Bracket::Curly => (CURLY_OPEN, CURLY_CLOSE),
        }
    }
}

/// How many brackets of each kind are open, to recognize an unmatched closing bracket in O(1).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenBrackets([usize; 3]);

impl OpenBrackets {
    pub(super) fn push(&mut self, bracket: Bracket) {
        self.0[bracket as usize] += 1;
    }

    pub(super) fn pop(&mut self, bracket: Bracket) {
        self.0[bracket as usize] -= 1;
    }

    pub(super) fn has(&self, bracket: Bracket) -> bool {
        0 < self.0[bracket as usize]
    }
}
