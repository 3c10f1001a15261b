//! The syntax gate for trials.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dwindle_reduce::candidate::difference;
use dwindle_reduce::{Candidate, Edit, Gate};
use dwindle_syntax::{Splice, SyntaxGate};

/// Refuses candidates in which one file has a new syntax error.
///
/// It parses a candidate as a change of its *anchor*, an accepted candidate of the same base, so
/// that only the cuts made since are parsed. The anchor depends only on what was accepted, so the
/// same candidate after the same history always gets the same answer.
pub(crate) struct NoNewErrors {
    file: u32,
    /// The edits from the base to the anchor.
    edits: Arc<[Edit]>,
    anchor: OnceLock<Anchor>,
    /// The gate that admitted the anchor, until the anchor is parsed.
    before: Mutex<Option<Arc<NoNewErrors>>>,
}

/// The text relative to which a gate parses candidates.
enum Anchor {
    /// Its own anchor.
    Own(Arc<SyntaxGate>),
    /// The anchor of an earlier gate, because its own cannot be parsed.
    Earlier(Arc<NoNewErrors>),
}

/// An accepted candidate becomes the new anchor if it differs from the old one by more cuts or more
/// removed bytes than these: the parser visits all removed bytes each time.
const MOST_NEW_CUTS: usize = 12;
const MOST_NEW_BYTES: usize = 2048;

impl NoNewErrors {
    /// Creates the gate whose anchor is the base itself.
    pub(crate) fn new(file: u32, syntax: Arc<SyntaxGate>) -> NoNewErrors {
        let anchor = OnceLock::from(Anchor::Own(syntax));
        NoNewErrors { file, edits: Arc::default(), anchor, before: Mutex::default() }
    }

    /// Returns the gate to use after a candidate was accepted. Nothing is parsed until it is used.
    pub(crate) fn accept(self: &Arc<NoNewErrors>, candidate: &Candidate) -> Arc<NoNewErrors> {
        let edits = candidate.edits().of_file(self.file);
        let splices = self.splices(candidate);
        let n_gone: usize = splices.iter().map(|splice| splice.range.len()).sum();
        if splices.len() <= MOST_NEW_CUTS && n_gone <= MOST_NEW_BYTES {
            return self.clone();
        }
        let before = Mutex::new(Some(self.clone()));
        Arc::new(NoNewErrors { file: self.file, edits: edits.into(), anchor: OnceLock::new(), before })
    }

    /// Returns the changes from the anchor to a candidate.
    fn splices<'a>(&self, candidate: &'a Candidate) -> Vec<Splice<'a>> {
        let edits = candidate.edits().of_file(self.file);
        splices(candidate.base().files()[self.file as usize].bytes(), &self.edits, edits)
    }

    fn anchor(&self, candidate: &Candidate) -> &Anchor {
        self.anchor.get_or_init(|| {
            let before = self.before.lock().unwrap_or_else(PoisonError::into_inner).take();
            let before = before.expect("an anchor that is not parsed yet has a gate before it");
            let before = before.with_own_anchor(candidate);
            let text = candidate.base().files()[self.file as usize].bytes();
            let changed = match before.anchor(candidate) {
                Anchor::Own(syntax) => syntax.changed(&splices(text, &before.edits, &self.edits)).ok(),
                Anchor::Earlier(_) => None,
            };
            changed.map_or_else(|| Anchor::Earlier(before), |syntax| Anchor::Own(Arc::new(syntax)))
        })
    }

    fn has_no_new_errors(&self, candidate: &Candidate) -> bool {
        match self.anchor(candidate) {
            Anchor::Own(syntax) => syntax.admits(&self.splices(candidate)),
            Anchor::Earlier(before) => before.has_no_new_errors(candidate),
        }
    }

    /// Returns this gate, or the last one before it whose anchor can be parsed.
    fn with_own_anchor(self: Arc<NoNewErrors>, candidate: &Candidate) -> Arc<NoNewErrors> {
        match self.anchor(candidate) {
            Anchor::Own(_) => self,
            Anchor::Earlier(before) => before.clone(),
        }
    }
}

impl Gate for NoNewErrors {
    fn admits(&self, candidate: &Candidate) -> bool {
        #[cfg(test)]
        N_ASKED.set(N_ASKED.get() + 1);
        self.has_no_new_errors(candidate)
    }
}

#[cfg(test)]
thread_local! {
    /// How often a gate was asked about a candidate in this thread.
    pub(crate) static N_ASKED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Returns the changes that turn `old(base)` into `new(base)`.
fn splices<'a>(base: &[u8], old: &[Edit], new: &'a [Edit]) -> Vec<Splice<'a>> {
    let changes = difference(base, old, new).into_iter();
    changes.map(|change| Splice { range: change.range, text: change.text }).collect()
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Document, Edits};
    use dwindle_syntax::grammar::Stop;

    use super::*;
    use crate::testing::options;

    const N_LINES: usize = 3000;

    /// Returns a document of lines such as `int n0007;`.
    fn lines() -> Document {
        let text: String = (0..N_LINES).map(|number| format!("int n{number:04};\n")).collect();
        Document::single("a.c", text)
    }

    fn without(document: &Document, ranges: impl Iterator<Item = std::ops::Range<usize>>) -> Candidate {
        Candidate::new("test", document, Edits::new(ranges.map(|range| Edit::delete(0, range))))
    }

    #[test]
    fn where_an_anchor_cannot_be_parsed_the_one_before_it_counts() {
        let document = lines();
        let first = options().trees.tree(&document, 0).unwrap().gate.unwrap();
        let cuts = || (0..N_LINES).step_by(100).map(|line| 11 * line..11 * (line + 1));
        let accepted = without(&document, cuts());
        assert!(first.admits(&accepted));
        let next = first.accept(&accepted);
        assert!(!Arc::ptr_eq(&first, &next), "so many cuts are a new anchor");
        let stop = Stop::default();
        stop.stop();
        stop.during(|| next.anchor(&accepted));
        assert!(matches!(next.anchor(&accepted), Anchor::Earlier(_)), "no parser was let run");
        let line = 11..22;
        assert!(next.admits(&without(&document, cuts().chain([line.clone()]))));
        assert!(
            !next.admits(&without(&document, cuts().chain(std::iter::once(line.start + 9..line.start + 10)))),
            "no `;`"
        );
        // Later gates parse candidates as changes of the last anchor that could be parsed.
        let last = next.accept(&without(
            &document,
            cuts().chain((1..40).map(|line| 11 * line + 3300..11 * line + 3311)),
        ));
        assert!(last.admits(&accepted));
    }
}
