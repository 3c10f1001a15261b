//! Removes paragraphs.

use dwindle_reduce::{CandidateSearch, Document};

use crate::entry::Entry;
use crate::flat::lines;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, search_with_budget, up_to_the_next};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "paragraphs",
    summary: "removes paragraphs: lines up to a blank one",
    manual: "\
A paragraph is a run of lines without a blank line, with the blank lines after it. Entries of \
message catalogues, stanzas, sections, records and definitions are paragraphs in many kinds of \
text, and half of one is often useless. First each paragraph is tried with the more indented ones \
after it, then alone. A file with fewer than four paragraphs is left to the other passes. If \
paragraphs depend on each other, each of the two lists is given up after 16 misses in a row.",
    begin,
};

/// Budget of misses in a row, after which paragraphs are assumed not to be useful units.
const MOST_MISSES: u32 = 16;

/// Texts with fewer paragraphs are left alone.
const FEWEST: usize = 4;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_with_budget(MOST_MISSES, ENTRY.name, options, document, paragraphs)
}

/// Returns the paragraphs, each with the more indented ones below it, and then all paragraphs
/// alone; blank lines at the start belong to none. O(bytes).
fn paragraphs(file: u32, text: &[u8]) -> Vec<Stage> {
    let n_bytes = text.len() as u32;
    let lines = lines::starts(text, n_bytes);
    let (mut outer, mut all): (Vec<u32>, Vec<u32>) = Default::default();
    let (mut outer_indent, mut after_blank) = (usize::MAX, true);
    for line in 0..lines.len() {
        let bytes = lines.bytes(&(line..line + 1));
        let indent = text[bytes.clone()].iter().position(|byte| !byte.is_ascii_whitespace());
        if let Some(indent) = indent
            && after_blank
        {
            all.push(bytes.start as u32);
            if indent <= outer_indent {
                outer.push(bytes.start as u32);
                outer_indent = indent;
            }
        }
        after_blank = indent.is_none();
    }
    let stage = |starts: &[u32]| match starts.len() < FEWEST {
        true => Stage::new(),
        false => up_to_the_next(file, starts, n_bytes),
    };
    if outer.len() < all.len() { vec![stage(&outer), stage(&all)] } else { vec![stage(&outer)] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, options, reduce, reduce_text};

    fn check(before: &str, needed: &[&str], after: &str) {
        assert_eq!(reduce_text(&ENTRY.pass(&options()), before, needed), after);
    }

    #[test]
    fn a_paragraph_goes_with_the_blank_lines_behind_it() {
        check("\na\nb\n\n\nc\n \nd\n\ne", &["c", "e"], "\nc\n \ne");
    }

    #[test]
    fn paragraphs_that_are_indented_further_go_with_the_one_above_and_alone() {
        let text = "f:\n  a\n\n  b\n\ng:\n  c\n\nh\n\ni\n";
        let [outer, all] = &paragraphs(0, text.as_bytes())[..] else { panic!("two stages") };
        let texts = |stage: &Stage| -> Vec<&str> {
            let bytes = stage.iter().map(|stretch| stretch.bytes.start as usize..stretch.bytes.end as usize);
            bytes.map(|bytes| &text[bytes]).collect()
        };
        assert_eq!(texts(outer), ["f:\n  a\n\n  b\n\n", "g:\n  c\n\n", "h\n\n", "i\n"]);
        assert_eq!(texts(all), ["f:\n  a\n\n", "  b\n\n", "g:\n  c\n\n", "h\n\n", "i\n"]);
        check(text, &["b"], "  b\n\n");
    }

    #[test]
    fn a_text_with_few_paragraphs_is_left_to_other_passes() {
        check("a\n\nb\n\nc\n", &[], "a\n\nb\n\nc\n");
    }

    #[test]
    fn where_paragraphs_need_each_other_that_is_soon_known() {
        let document = Document::single("a", "x\n\n".repeat(1000));
        let (_, answers) = reduce(&ENTRY.pass(&best_options()), &document, |left| left == &document);
        assert!(answers.len() <= MOST_MISSES as usize, "{}", answers.len());
    }
}
