//! Unindenting the lines of a body whose surrounding node is removed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::arena::Tree;
use super::token_edit::Splice;

/// Lines to unindent.
pub(super) struct Unwrapped {
    /// The first token of them.
    from: u32,
    /// The indentation of the removed node: the lines end before the first one that is indented no
    /// further.
    around: usize,
    /// How many columns they move.
    by: usize,
}

impl Tree {
    /// Returns the lines to unindent when `gone`, the tokens before a body, are removed: the lines
    /// below `if a:`. `None` if these tokens do not begin a line, or what follows is not indented
    /// further.
    pub(super) fn unwrapped(&self, gone: &Range<u32>) -> Option<Unwrapped> {
        let around =
            if gone.start == 0 { self.indentation(0).or(Some(0)) } else { self.indentation(gone.start) };
        let (around, within) = (around?, self.indentation(gone.end)?);
        let by = within.checked_sub(around).filter(|&by| 0 < by)?;
        Some(Unwrapped { from: gone.end, around, by })
    }

    /// Adds splices that unindent lines. O(tokens of these lines · log splices).
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
            // If another splice touches the line start, its text has the new indentation already.
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

    /// Returns the indentation of a token, if it begins a line.
    fn indentation(&self, token_idx: u32) -> Option<usize> {
        let gap = &self.text[self.gap(token_idx)];
        let line_end = gap.iter().rposition(|&byte| byte == b'\n')?;
        Some(gap.len() - line_end - 1)
    }
}
