//! The key and cost of a candidate, computed from its base without rendering.

use super::edits::{Edit, Edits};
use crate::cost::{count_tokens, starts_token};
use crate::document::{Document, File, Fingerprint, Measure, file_key, is_uniform};

/// Measures the result of `edits` on `base`, in O(edits · log bytes + inserted bytes), independent
/// of the number of files.
pub(super) fn measure(base: &Document, edits: &Edits) -> Measure {
    let mut sum = base.measure();
    for run in edits.removed_files().runs() {
        sum = sum - base.measure_of(run.start as usize..run.end as usize);
    }
    for of_file in edits.as_slice().chunk_by(|a, b| a.file == b.file) {
        let file_idx = of_file[0].file;
        if !edits.removed_files().contains(file_idx) {
            let file = &base.files()[file_idx as usize];
            let meter = Meter::changed(file, of_file);
            let cost = file.cost_of(meter.n_tokens, meter.fingerprint.len);
            sum = sum - file.measure() + Measure { key: file_key(file, meter.fingerprint), cost };
        }
    }
    sum
}

/// Measures a text to which stretches are appended.
#[derive(Default)]
struct Meter {
    fingerprint: Fingerprint,
    n_tokens: u64,
    last: Option<u8>,
}

impl Meter {
    fn changed(file: &File, edits: &[Edit]) -> Meter {
        let mut meter = Meter::default();
        let mut at = 0;
        for edit in edits {
            meter.keep(file, at, edit.range.start);
            meter.insert(edit.text());
            at = edit.range.end;
        }
        meter.keep(file, at, file.bytes().len());
        meter
    }

    fn keep(&mut self, file: &File, start: usize, end: usize) {
        if start == end {
            return;
        }
        let bytes = file.bytes();
        let stretch = file.prefix().stretch(bytes, start, end);
        let before_there = start.checked_sub(1).map(|before| bytes[before]);
        let rejoined = self.rejoined(stretch.n_tokens, before_there, bytes[start]);
        self.append(stretch.fingerprint, rejoined, bytes[end - 1]);
    }

    fn insert(&mut self, text: &[u8]) {
        let Some((&first, &last)) = text.first().zip(text.last()) else { return };
        let n_tokens = match is_uniform(text) {
            true => {
                let n_more = u64::from(starts_token(Some(first), first)) * (text.len() as u64 - 1);
                u64::from(starts_token(None, first)) + n_more
            }
            false => count_tokens(text),
        };
        self.append(Fingerprint::of(text), self.rejoined(n_tokens, None, first), last);
    }

    /// Corrects the token count of a text that was counted after the byte `before_there` and now
    /// follows another one.
    fn rejoined(&self, n_tokens: u64, before_there: Option<u8>, first: u8) -> u64 {
        n_tokens + u64::from(starts_token(self.last, first)) - u64::from(starts_token(before_there, first))
    }

    fn append(&mut self, fingerprint: Fingerprint, n_tokens: u64, last: u8) {
        self.fingerprint.append(fingerprint);
        self.n_tokens += n_tokens;
        self.last = Some(last);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::candidate::Candidate;
    use crate::cost::Cost;
    use crate::units::Units;
    use proptest::prelude::*;

    const ALPHABET: &[u8] = b"ab_1 \n(+\0\xc3";

    fn any_text() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(proptest::sample::select(ALPHABET), 0..80)
    }

    fn any_edits(n_bytes: usize) -> impl Strategy<Value = Vec<(usize, usize, Vec<u8>)>> {
        let text = proptest::collection::vec(proptest::sample::select(ALPHABET), 0..4);
        proptest::collection::vec((0..=n_bytes, 0usize..9, text), 0..8)
    }

    fn apart(n_bytes: usize, edits: Vec<(usize, usize, Vec<u8>)>) -> Vec<Edit> {
        let mut edits = edits;
        edits.sort_by_key(|edit| edit.0);
        let mut free = 0;
        let mut kept = Vec::new();
        for (start, len, text) in edits {
            if free <= start {
                let end = (start + len).min(n_bytes);
                kept.push(Edit::replace(0, start..end, &text));
                free = end + 1;
            }
        }
        kept
    }

    proptest! {
        #[test]
        fn measuring_agrees_with_rendering(
            (text, edits) in any_text().prop_flat_map(|text| { let n = text.len(); (Just(text), any_edits(n)) })
        ) {
            let edits = apart(text.len(), edits);
            for path in ["a", "a.gz"] {
                let document = Document::single(path, text.clone());
                let candidate = Candidate::new("test", &document, Edits::new(edits.clone()));
                prop_assert_eq!(candidate.key(), candidate.render().key());
                prop_assert_eq!(candidate.cost(), candidate.render().cost());
            }
        }
    }

    #[test]
    fn deletions_in_removed_files_do_not_count() {
        let removed = || Units::range(0..1);
        let one = Edits::new([Edit::delete(1, 0..1)]).without_files(removed());
        let more = |file| {
            let edits = match file {
                0 => [Edit::delete(0, 2..5), Edit::delete(1, 0..1)],
                _ => [Edit::delete(1, 0..1), Edit::delete(file, 2..5)],
            };
            Edits::new(edits).without_files(removed()).delete_more_than(&one)
        };
        assert_eq!([0, 1].map(more), [false, true]);
    }

    proptest! {
        #[test]
        fn who_deletes_more_is_simpler(
            (text, some, more) in any_text().prop_flat_map(|text| {
                let n = text.len();
                (Just(text), any_edits(n), any_edits(n))
            })
        ) {
            let deleted = |edits: &[(usize, usize, Vec<u8>)]| -> Vec<bool> {
                let is_in = |at: usize| edits.iter().any(|(start, len, _)| (*start..start + len).contains(&at));
                (0..text.len()).map(is_in).collect()
            };
            let edits = |deleted: &[bool]| {
                let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
                for at in (0..deleted.len()).filter(|at| deleted[*at]) {
                    match runs.last_mut() {
                        Some(last) if last.end == at => last.end += 1,
                        _ => runs.push(at..at + 1),
                    }
                }
                Edits::new(runs.into_iter().map(|run| Edit::delete(0, run)))
            };
            let old = deleted(&some);
            let other = deleted(&more);
            let both: Vec<bool> = old.iter().zip(&other).map(|(a, b)| *a || *b).collect();
            let document = Document::single("a", text.clone());
            let cost = |deleted: &[bool]| Candidate::new("test", &document, edits(deleted)).cost();
            for new in [&both, &other] {
                let is_superset = new.iter().zip(&old).all(|(new, old)| *new || !*old);
                prop_assert_eq!(edits(new).delete_more_than(&edits(&old)), is_superset && *new != old);
                prop_assert!(!edits(new).delete_more_than(&edits(&old)) || cost(new) < cost(&old));
            }
        }
    }

    #[test]
    fn long_insertions_are_measured_as_they_are_rendered() {
        let document = Document::single("a", "x".repeat(3000));
        let texts = [b" ".repeat(1000), b"0".repeat(1001), b"+".repeat(1002), b"ab ".repeat(400)];
        for text in texts {
            let candidate = Candidate::new("test", &document, Edits::new([Edit::replace(0, 7..2000, &text)]));
            assert_eq!(candidate.key(), Document::single("a", candidate.render().files()[0].bytes()).key());
            assert_eq!(candidate.cost(), candidate.render().cost());
        }
    }

    #[test]
    fn different_edits_with_the_same_text_share_a_key() {
        let document = Document::single("a", "abab");
        let front = Candidate::new("test", &document, Edits::new([Edit::delete(0, 0..2)]));
        let back = Candidate::new("test", &document, Edits::new([Edit::delete(0, 2..4)]));
        let replaced = Candidate::new("test", &document, Edits::new([Edit::replace(0, 0..4, b"ab")]));
        assert_eq!(front.key(), back.key());
        assert_eq!(front.key(), replaced.key());
        assert_eq!(front.key(), Document::single("a", "ab").key());
        assert_ne!(front.key(), Document::single("b", "ab").key());
    }

    #[test]
    fn removed_files_cost_nothing() {
        let files = ["a", "b", "c"].map(|path| File::new(path, b"x y".to_vec()));
        let document = Document::new(files);
        let edits = Edits::new([Edit::delete(0, 0..3), Edit::delete(2, 1..2)]);
        let candidate = Candidate::new("test", &document, edits.without_files(Units::range(0..1)));
        assert_eq!(candidate.cost(), Cost { tokens: 3, bytes: 5, files: 2 });
        assert_eq!(candidate.render().cost(), candidate.cost());
        assert_eq!(candidate.render().key(), candidate.key());
        assert_eq!(candidate.render().files()[1].bytes(), b"xy");
    }

    #[test]
    fn shortlex_decides_between_equal_costs() {
        let document = Document::single("a", "b c");
        let edit = |text: &[u8]| Edits::new([Edit { file: 0, range: 0..1, text: Some(Arc::from(text)) }]);
        assert!(Candidate::new("test", &document, edit(b"a")).is_simpler(&document));
        assert!(!Candidate::new("test", &document, edit(b"b")).is_simpler(&document));
        assert!(!Candidate::new("test", &document, edit(b"c")).is_simpler(&document));
    }
}
