//! Removes bytes.

use dwindle_reduce::{CandidateSearch, Document, EmptyList, List};

use super::spans::{Spans, UnitStarts};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "bytes",
    summary: "removes bytes",
    manual: "\
Each byte is a unit. Nothing is stored per byte, so that inputs of hundreds of megabytes start at \
once; the list algorithm begins with big parts. The pass for binary inputs: it takes at least one \
trial for every remaining byte.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let spans = Spans::of(document, options.scope, |_, n_bytes| UnitStarts::Bytes(n_bytes));
    let list = List::uniform(spans.len());
    spans.search(ENTRY.name, document, &list, &options.method(EmptyList::First))
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::options::Scope;
    use crate::testing::{options, reduce};

    #[test]
    fn bytes_that_nothing_needs_go() {
        let bytes = ENTRY.pass(&options());
        let document = Document::single("a.bin", b"\0\x01\xff\xfe\0z".to_vec());
        let (rest, _) = reduce(&bytes, &document, |document| {
            document.files()[0].bytes().iter().filter(|byte| **byte == 0).count() == 2
        });
        assert_eq!(rest.files()[0].bytes(), b"\0\0");
    }

    #[test]
    fn a_binary_scope_leaves_text_alone() {
        let bytes = ENTRY.pass(&options().with_scope(Scope::Binary));
        assert!(bytes.begin(&Document::single("a.txt", "text")).is_none());
        assert!(bytes.begin(&Document::single("a.bin", "\0text")).is_some());
    }
}
