//! A pass for large documents only.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};

/// Runs another pass on documents with more than so many tokens, and leaves smaller ones alone.
pub(crate) struct IfLarge {
    pass: Arc<dyn Pass>,
    more_than: u64,
}

impl IfLarge {
    pub(crate) fn new(pass: Arc<dyn Pass>, more_than: u64) -> IfLarge {
        IfLarge { pass, more_than }
    }
}

impl Pass for IfLarge {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        if self.more_than < document.cost().tokens { self.pass.begin(document) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::testing::options;

    #[test]
    fn only_large_documents_are_taken_up() {
        let begins = |text| {
            let lines = (Entry::named("lines").unwrap().make)(&options());
            IfLarge::new(lines, 4).begin(&Document::single("a.txt", text)).is_some()
        };
        assert!(!begins("a\nb\nc\nd\n"));
        assert!(begins("a\nb\nc\nd\ne\n"));
    }
}
