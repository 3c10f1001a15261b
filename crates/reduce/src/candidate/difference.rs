//! What one candidate changes in another one of the same base.

use std::borrow::Cow;
use std::ops::Range;

use super::edits::Edit;

/// The replacement of a byte range of what a candidate made of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    /// The replaced bytes.
    pub range: Range<usize>,
    /// Their replacement.
    pub text: Cow<'a, [u8]>,
}

/// Returns the edits that turn `old(base)` into `new(base)`. Both are sorted edits of one file.
/// O(edits + bytes between edits that touch).
pub fn difference<'a>(base: &[u8], old: &[Edit], new: &'a [Edit]) -> Vec<Change<'a>> {
    let mut changes = Vec::new();
    let (mut old, mut new) =
        (Edits { rest: old, n_come: 0, n_gone: 0 }, Edits { rest: new, n_come: 0, n_gone: 0 });
    loop {
        let start = match (old.rest.first(), new.rest.first()) {
            (Some(a), Some(b)) if a.range == b.range && a.text == b.text => {
                old.take();
                new.take();
                continue;
            }
            (Some(a), Some(b)) => a.range.start.min(b.range.start),
            (Some(one), None) | (None, Some(one)) => one.range.start,
            (None, None) => return changes,
        };
        let (old_start, first_new) = (old.behind(start), new.rest);
        // Where edits overlap or touch, all of them count as one.
        let mut end = start;
        while let Some(reached) = old.take_at(end).or_else(|| new.take_at(end)) {
            end = end.max(reached);
        }
        let edits = &first_new[..first_new.len() - new.rest.len()];
        changes.push(Change { range: old_start..old.behind(end), text: render(base, start..end, edits) });
    }
}

/// The remaining edits, and how many bytes those before them inserted and removed.
struct Edits<'a> {
    rest: &'a [Edit],
    n_come: usize,
    n_gone: usize,
}

impl<'a> Edits<'a> {
    fn take(&mut self) -> Option<&'a Edit> {
        let (edit, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.n_come += edit.text().len();
        self.n_gone += edit.range.len();
        Some(edit)
    }

    /// Takes the next edit if it starts at or before a position. Returns its end.
    fn take_at(&mut self, place: usize) -> Option<usize> {
        let is_there = self.rest.first().is_some_and(|edit| edit.range.start <= place);
        if is_there { self.take().map(|edit| edit.range.end) } else { None }
    }

    /// Returns the position of a byte of the base after the edits taken so far.
    fn behind(&self, place: usize) -> usize {
        place + self.n_come - self.n_gone
    }
}

/// Returns the result of edits that lie within a range.
fn render<'a>(base: &[u8], range: Range<usize>, edits: &'a [Edit]) -> Cow<'a, [u8]> {
    if let [edit] = edits
        && edit.range == range
    {
        return Cow::Borrowed(edit.text());
    }
    let mut text = Vec::new();
    let mut at = range.start;
    for edit in edits {
        text.extend_from_slice(&base[at..edit.range.start]);
        text.extend_from_slice(edit.text());
        at = edit.range.end;
    }
    text.extend_from_slice(&base[at..range.end]);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_edits(n_bytes: usize) -> impl Strategy<Value = Vec<Edit>> {
        let text = proptest::collection::vec(b'a'..b'd', 0..3);
        proptest::collection::vec((0..=n_bytes, 0usize..5, text), 0..12).prop_map(move |mut edits| {
            edits.sort_by_key(|edit| edit.0);
            let mut kept: Vec<Edit> = Vec::new();
            for (start, len, text) in edits {
                let behind =
                    kept.last().map_or(0, |last| last.range.end + usize::from(last.range.is_empty()));
                if behind <= start {
                    kept.push(Edit::replace(0, start..(start + len).min(n_bytes), &text));
                }
            }
            kept
        })
    }

    fn apply(base: &[u8], changes: &[Change<'_>]) -> Vec<u8> {
        let mut text = base.to_vec();
        for change in changes.iter().rev() {
            text.splice(change.range.clone(), change.text.iter().copied());
        }
        text
    }

    proptest! {
        #[test]
        fn the_difference_makes_the_new_of_the_old(
            base in proptest::collection::vec(b'x'..=b'z', 40), shared in any_edits(40),
            keep in proptest::collection::vec(any::<bool>(), 12), other in any_edits(40)
        ) {
            let some = |wanted: bool| -> Vec<Edit> {
                let kept = shared.iter().zip(&keep).filter(|(_, keep)| **keep == wanted);
                kept.map(|(edit, _)| edit.clone()).collect()
            };
            for (old, new) in [(&shared, &other), (&shared, &some(true)), (&some(false), &shared), (&shared, &shared)] {
                let rendered = render(&base, 0..base.len(), old).into_owned();
                let changes = difference(&base, old, new);
                prop_assert!(changes.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
                prop_assert_eq!(apply(&rendered, &changes), render(&base, 0..base.len(), new).into_owned());
            }
            prop_assert!(difference(&base, &shared, &shared).is_empty());
        }
    }
}
