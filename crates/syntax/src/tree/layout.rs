//! The indentation of lines that lose what they were indented for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::arena::Tree;
use super::cut::Splice;

/// Lines that move out.
pub(super) struct Unwrapped {
    /// The first token that moves.
    from: u32,
    /// The indentation of what was around it: lines down to the first one that is indented no
    /// further move.
    around: usize,
    /// By how much they move.
    by: usize,
}

impl Tree {
    /// Returns what moves out when the tokens in front of it go that it was indented for: `if a:`
    /// in front of the lines below it. Nothing where they do not begin a line, or what follows is
    /// not indented further.
    pub(super) fn unwrapped(&self, gone: &Range<u32>) -> Option<Unwrapped> {
        let around =
            if gone.start == 0 { self.indentation(0).or(Some(0)) } else { self.indentation(gone.start) };
        let (around, within) = (around?, self.indentation(gone.end)?);
        let by = within.checked_sub(around).filter(|&by| 0 < by)?;
        Some(Unwrapped { from: gone.end, around, by })
    }

    /// Adds splices that take the indentation from lines that move out. O(tokens of these lines ·
    /// log splices).
    pub(super) fn move_out(&self, splices: &mut Vec<Splice<'_>>, unwrapped: &[Unwrapped]) {
        let mut moved: BTreeMap<u32, usize> = BTreeMap::new();
        for Unwrapped { from, around, by } in unwrapped {
            for token_idx in *from..self.tokens.len() as u32 {
                match self.indentation(token_idx) {
                    None => {}
                    Some(indentation) if indentation <= *around => break,
                    Some(_) => *moved.entry(token_idx).or_default() += by,
                }
            }
        }
        let mut added: Vec<Splice<'_>> = Vec::new();
        for (token_idx, by) in moved {
            let end = self.gap(token_idx).end;
            let range = end - by.min(self.indentation(token_idx).unwrap_or(0))..end;
            let after = splices.partition_point(|splice| splice.range.end <= range.start);
            // What another splice touches has the indentation that this splice gives it.
            let is_free = splices.get(after).is_none_or(|splice| range.end <= splice.range.start);
            if is_free && !range.is_empty() {
                added.push(Splice { range, text: Cow::Borrowed(b"") });
            }
        }
        if !added.is_empty() {
            splices.append(&mut added);
            splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
        }
    }

    /// Returns how far a token is indented that begins a line.
    fn indentation(&self, token_idx: u32) -> Option<usize> {
        let gap = &self.text[self.gap(token_idx)];
        let line_end = gap.iter().rposition(|&byte| byte == b'\n')?;
        Some(gap.len() - line_end - 1)
    }
}
