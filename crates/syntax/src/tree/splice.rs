//! Removing and replacing tokens without merging their neighbours.

use std::borrow::Cow;
use std::ops::Range;

use super::arena::Tree;
use super::layout::Unwrapped;
use super::spacing::Spacing;
use super::token_edit::{Splice, TokenEdit};

impl Tree {
    /// Converts edits to replacements of byte ranges, including the white space around them.
    ///
    /// Tokens away from edits keep their spacing. Around an edit, one of the two gaps is kept if
    /// the tokens need it: a line end remains a line end (the gap after the edit is preferred,
    /// since it has the indentation of what follows), two gaps become one, and tokens that would
    /// merge get a space. Adjacent deletions are joined. With [`TokenEdit::unwraps`], the lines of
    /// the body are unindented. The result is sorted and has no overlaps. An edit without tokens
    /// makes a splice only if it has text. O(edits · log edits).
    ///
    /// # Panics
    /// When edits overlap or are out of bounds.
    pub fn splices<'text>(
        &self,
        edits: impl IntoIterator<Item = TokenEdit<'text>>,
        spacing: Spacing,
    ) -> Vec<Splice<'text>> {
        let mut edits: Vec<TokenEdit<'text>> = edits.into_iter().collect();
        let place = |edit: &TokenEdit<'_>| (edit.tokens.start, edit.tokens.end);
        if !edits.is_sorted_by_key(place) {
            edits.sort_by_key(place);
        }
        edits.retain(|edit| !edit.tokens.is_empty() || !edit.text.is_empty());
        let mut splices: Vec<Splice<'text>> = Vec::with_capacity(edits.len());
        let mut rest = edits.into_iter().peekable();
        let mut unwrapped: Vec<Unwrapped> = Vec::new();
        // The end of the last splice, and the token and byte before the current gap.
        let (mut reached, mut before) = (0, None);
        while let Some(mut edit) = rest.next() {
            while let Some(next) = rest.next_if(|next| {
                edit.text.is_empty() && next.text.is_empty() && next.tokens.start <= edit.tokens.end
            }) {
                assert!(edit.tokens.end <= next.tokens.start, "edits must not overlap");
                edit.tokens.end = next.tokens.end;
                edit.unwraps |= next.unwraps;
            }
            let next = rest.peek();
            assert!(next.is_none_or(|next| edit.tokens.end <= next.tokens.start), "edits must not overlap");
            let touching = next.filter(|next| next.tokens.start == edit.tokens.end);
            if edit.unwraps && spacing != Spacing::Exact {
                unwrapped.extend(self.unwrapped(&edit.tokens));
            }
            let mut around = self.surroundings_of(&edit.tokens, reached);
            // If two edits touch, the pair of tokens between them is handled once: by the deletion
            // if one of them is, else by the second.
            if let Some((token, byte)) = before
                && token == edit.tokens.start
            {
                (around.left, around.left_is_new) = (byte, true);
            }
            if let Some(next) = touching {
                let right = next.text.first().copied().filter(|_| edit.text.is_empty());
                (around.right, around.right_is_new) = (right, true);
            }
            let last = edit.text.last().copied();
            let token_end = edit.tokens.end;
            let splice = if edit.text.is_empty() {
                self.deletion(&around, spacing)
            } else {
                self.replacement(&around, edit.text, spacing)
            };
            reached = splice.range.end;
            before = Some((token_end, last));
            splices.push(splice);
        }
        self.move_out(&mut splices, &unwrapped);
        splices
    }

    fn surroundings_of(&self, tokens: &Range<u32>, reached: usize) -> Surroundings {
        let front = self.gap(tokens.start);
        let front = front.start.max(reached)..front.end;
        let back = if tokens.is_empty() { front.end..front.end } else { self.gap(tokens.end) };
        Surroundings {
            left: front.start.checked_sub(1).map(|at| self.text[at]).filter(|_| 0 < tokens.start),
            right: self.tokens.get(tokens.end as usize).map(|&token| self.text[self.range(token).start]),
            left_is_new: false,
            right_is_new: false,
            front,
            back,
        }
    }

    fn deletion<'text>(&self, around: &Surroundings, spacing: Spacing) -> Splice<'text> {
        let Surroundings { front, back, .. } = around;
        let delete = |range: Range<usize>| Splice { range, text: Cow::Borrowed(b"") };
        if spacing == Spacing::Exact {
            return delete(front.end..back.start);
        }
        let has_line_end = |gap: &Range<usize>| self.text[gap.clone()].contains(&b'\n');
        let (keep_front, keep_back) = (front.end..back.end, front.start..back.start);
        let starts_line = around.left.is_none_or(|left| left == b'\n');
        if around.right.is_none() {
            return delete(if around.left.is_none() { front.start..back.end } else { keep_back });
        }
        if starts_line {
            // Only the indentation of what follows matters.
            let indentation = if has_line_end(back) { back } else { front };
            let len =
                self.text[indentation.clone()].rsplit(|&byte| byte == b'\n').next().map_or(0, <[u8]>::len);
            return delete(if indentation == back {
                front.start..back.end - len
            } else if len == front.len() {
                keep_front
            } else {
                return Splice {
                    range: front.start..back.end,
                    text: self.text[front.end - len..front.end].to_vec().into(),
                };
            });
        }
        if has_line_end(back) {
            return delete(keep_back);
        }
        if has_line_end(front) {
            return delete(keep_front);
        }
        let fuses = match (around.left, around.right) {
            (Some(left), Some(right)) => spacing.fuses(left, right),
            _ => false,
        };
        let opens = around.left.is_some_and(|left| matches!(left, b'(' | b'[' | b'{'));
        let closes = around.right.is_some_and(|right| matches!(right, b')' | b']' | b'}' | b',' | b';'));
        match (front.is_empty(), back.is_empty()) {
            (true, true) if fuses => Splice { range: front.start..back.end, text: Cow::Borrowed(b" ") },
            (true, true) => delete(front.start..back.end),
            (true, false) if opens && !fuses => delete(front.start..back.end),
            (false, true) if closes && !fuses => delete(front.start..back.end),
            (false, true) => delete(keep_front),
            (false, false) if front.len() < back.len() => delete(keep_front),
            (_, false) => delete(keep_back),
        }
    }

    fn replacement<'text>(
        &self,
        around: &Surroundings,
        text: Cow<'text, [u8]>,
        spacing: Spacing,
    ) -> Splice<'text> {
        let Surroundings { front, back, .. } = around;
        let range = front.end..back.start;
        let (old_first, old_last) = (self.text.get(range.start), self.text[..range.end].last());
        let (first, last) = (text.first(), text.last());
        let fuses = |left: Option<&u8>, right: Option<&u8>| {
            left.zip(right).is_some_and(|(&left, &right)| spacing.fuses(left, right))
        };
        // Tokens that were adjacent before, such as `>` and `>`, may be adjacent again.
        let same_first = !around.left_is_new && !range.is_empty() && first == old_first;
        let same_last = !around.right_is_new && !range.is_empty() && last == old_last;
        let in_front = front.is_empty() && !same_first && fuses(around.left.as_ref(), first);
        let behind = back.is_empty() && !same_last && fuses(last, around.right.as_ref());
        if !in_front && !behind {
            return Splice { range, text };
        }
        let mut spaced = Vec::with_capacity(text.len() + 2);
        spaced.extend(in_front.then_some(b' '));
        spaced.extend_from_slice(&text);
        spaced.extend(behind.then_some(b' '));
        Splice { range, text: spaced.into() }
    }
}

/// The surroundings of an edit: the gaps on both sides and the bytes beyond them.
struct Surroundings {
    front: Range<usize>,
    back: Range<usize>,
    left: Option<u8>,
    right: Option<u8>,
    left_is_new: bool,
    right_is_new: bool,
}

#[cfg(test)]
mod tests;
