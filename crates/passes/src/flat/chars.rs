//! Removes characters.

use dwindle_reduce::{CandidateSearch, Document, EmptyList, List};

use super::spans::{Spans, UnitStarts};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "chars",
    summary: "removes characters",
    manual: "\
Each Unicode scalar value of UTF-8 text is a unit, and so is each byte that is not part of one; \
nothing is inserted, so words may merge. White space is removed, too. The finest pass for text: it \
takes at least one trial for every remaining character.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let spans = Spans::of(document, options.scope, starts);
    let list = List::uniform(spans.len());
    spans.search(ENTRY.name, document, &list, &options.method(EmptyList::First))
}

fn starts(bytes: &[u8], n_bytes: u32) -> UnitStarts {
    if bytes.is_ascii() {
        return UnitStarts::Bytes(n_bytes);
    }
    let mut starts = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        starts.extend(chunk.valid().char_indices().map(|(place, _)| at + place as u32));
        at += chunk.valid().len() as u32;
        let n_invalid = chunk.invalid().len() as u32;
        starts.extend(at..at + n_invalid);
        at += n_invalid;
    }
    UnitStarts::new(n_bytes, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(bytes: &[u8]) -> Vec<&[u8]> {
        let starts = starts(bytes, bytes.len() as u32);
        (0..starts.len()).map(|unit| &bytes[starts.bytes(&(unit..unit + 1))]).collect()
    }

    #[test]
    fn scalar_values_are_units() {
        assert_eq!(units("aé∀🦀".as_bytes()), ["a", "é", "∀", "🦀"].map(str::as_bytes));
    }

    #[test]
    fn invalid_bytes_are_units_of_their_own() {
        assert_eq!(units(b"\xe2\x88x\xff"), [&b"\xe2"[..], b"\x88", b"x", b"\xff"]);
    }

    #[test]
    fn ascii_text_stores_no_starts() {
        assert!(matches!(starts(b"plain", 5), UnitStarts::Bytes(5)));
    }
}
