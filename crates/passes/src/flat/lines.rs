//! Removes lines.

use dwindle_reduce::cost::count_tokens;
use dwindle_reduce::{CandidateSearch, Document, EmptyList, List};

use super::spans::{Spans, UnitStarts};
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "lines",
    summary: "removes lines",
    manual: "\
Each line is a unit, including its line end; its weight is its number of tokens. Line ends are \
kept as they are: \\n, \\r\\n, or \\r alone in a file without \\n. A last line without a line end \
stays without one. The lines of all files form one list, so that one trial may remove lines from \
several files.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let mut weights = Vec::new();
    let spans = Spans::of(document, options.scope, |bytes, n_bytes| {
        let starts = starts(bytes, n_bytes);
        weights.extend((0..starts.len()).map(|line| {
            let n_tokens = count_tokens(&bytes[starts.bytes(&(line..line + 1))]);
            u32::try_from(n_tokens).unwrap_or(u32::MAX)
        }));
        starts
    });
    let list = if weights.iter().all(|&weight| weight <= 1) {
        List::uniform(spans.len())
    } else {
        List::weighted(weights)
    };
    spans.search(ENTRY.name, document, &list, &options.method(EmptyList::First))
}

/// Splits a text into lines; each ends with its line end.
pub(crate) fn starts(bytes: &[u8], n_bytes: u32) -> UnitStarts {
    let line_end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
    let ends = (1u32..n_bytes).zip(bytes).filter(|(_, byte)| **byte == line_end).map(|(after, _)| after);
    UnitStarts::new(n_bytes, std::iter::once(0).chain(ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    fn check(before: &str, needed: &[&str], after: &str) {
        let lines = ENTRY.pass(&options());
        assert_eq!(reduce_text(&lines, before, needed), after);
    }

    #[test]
    fn needed_lines_stay_as_they_are() {
        check("a\nb\nc\nd\n", &["b", "d"], "b\nd\n");
    }

    #[test]
    fn windows_line_ends_stay() {
        check("a\r\nb\r\nc\r\n", &["b"], "b\r\n");
    }

    #[test]
    fn a_missing_last_line_end_is_not_invented() {
        check("a\nb\nc", &["a", "c"], "a\nc");
        check("a\nb\nc", &["a"], "a\n");
    }

    #[test]
    fn a_file_with_carriage_returns_only_has_lines() {
        check("a\rb\rc\r", &["b"], "b\r");
    }

    #[test]
    fn nothing_is_needed_of_a_file_that_may_be_empty() {
        check("a\nb\n", &[], "");
    }
}
