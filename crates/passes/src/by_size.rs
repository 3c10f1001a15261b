//! Passes for large documents only, or for small ones.

use std::ops::RangeInclusive;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};

/// Runs another pass on documents of certain sizes, and leaves others alone.
pub(crate) struct BySize {
    pass: Arc<dyn Pass>,
    n_tokens: RangeInclusive<u64>,
}

impl BySize {
    /// Makes a pass for documents with at most so many tokens.
    pub(crate) fn small(pass: Arc<dyn Pass>, at_most: u64) -> BySize {
        BySize { pass, n_tokens: 0..=at_most }
    }

    /// Makes a pass for documents with more tokens.
    pub(crate) fn large(pass: Arc<dyn Pass>, more_than: u64) -> BySize {
        BySize { pass, n_tokens: more_than + 1..=u64::MAX }
    }
}

impl Pass for BySize {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        if self.n_tokens.contains(&document.cost().tokens) { self.pass.begin(document) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::testing::options;

    fn begins(of: impl FnOnce(Arc<dyn Pass>, u64) -> BySize, text: &str) -> bool {
        let lines = (Entry::named("lines").unwrap().make)(&options());
        of(lines, 4).begin(&Document::single("a.txt", text)).is_some()
    }

    #[test]
    fn documents_are_taken_up_by_their_size() {
        let (four, five) = ("a\nb\nc\nd\n", "a\nb\nc\nd\ne\n");
        assert_eq!([begins(BySize::small, four), begins(BySize::small, five)], [true, false]);
        assert_eq!([begins(BySize::large, four), begins(BySize::large, five)], [false, true]);
    }
}
