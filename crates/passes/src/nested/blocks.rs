//! Removes statements, elements and other nested items, whole blocks first.

use dwindle_reduce::{CandidateSearch, Document};

use super::items::items;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::search;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "blocks",
    summary: "removes statements, definitions, elements and arguments, whole blocks first",
    manual: "\
Splits a text into nested items without a grammar: the contents of (), [] and {} (and the text \
itself) are split after semicolons and closing braces, at commas, or where a line is not indented \
further than the item before, whichever fits best. An item includes its header, its block and the \
line ends of the lines it fills; an element is removed with one of its commas. The outermost items \
are tried first, then those within the remaining ones, and so on. Brackets in strings and comments \
are ignored, and unbalanced brackets do no harm.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search(ENTRY.name, options, document, items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce_text};

    fn check(before: &str, needed: &[&str], after: &str) {
        assert_eq!(reduce_text(&ENTRY.pass(&options()), before, needed), after);
    }

    #[test]
    fn commas_stay_between_elements() {
        check("[1, 2, 3, 4]", &["2", "4"], "[2, 4]");
        check("[1, 2, 3, 4]", &["1"], "[1]");
        check("f(\n  a,\n  b,\n);", &["b"], "f(\n  b,\n);");
    }

    #[test]
    fn statements_go_with_their_blocks() {
        check("f() {\n  a;\n}\ng() {\n  b;\n  c;\n}\n", &["g()", "c"], "g() {\n  c;\n}\n");
    }
}
