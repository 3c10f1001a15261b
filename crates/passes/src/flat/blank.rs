//! Removes redundant white space.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document};

use super::lines;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search_at_once};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "blank",
    summary: "removes blank lines, trailing white space, indentation, and all but one of several blanks",
    manual: "\
Blank lines, white space at the ends of lines, all but the first of several blanks, and \
indentation are removed at once: one trial if nothing depends on white space. Otherwise they are \
removed one kind after the other: first redundant white space; then indentation shrinks to one \
blank per level, which keeps the layout of Python and YAML; then indentation is removed. Line ends \
and single blanks between two words or symbols stay.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search_at_once(ENTRY.name, options, document, stages_of)
}

/// Returns redundant blanks, then indentation beyond its level, then all indentation.
fn stages_of(file: u32, text: &[u8]) -> Vec<Stage> {
    let mut stages = [Stage::new(), Stage::new(), Stage::new()];
    let mut push = |stage: usize, bytes: Range<usize>| {
        if !bytes.is_empty() {
            let bytes = bytes.start as u32..bytes.end as u32;
            stages[stage].push(Stretch::new(file, bytes));
        }
    };
    let lines = lines::starts(text, text.len() as u32);
    let mut around: Vec<usize> = Vec::new();
    for line in 0..lines.len() {
        let Range { start, end } = lines.bytes(&(line..line + 1));
        let bytes = &text[start..end];
        let Some(indent) = bytes.iter().position(|&byte| !is_blank(byte) && !is_line_end(byte)) else {
            push(0, start..end);
            continue;
        };
        while around.pop_if(|other| indent <= *other).is_some() {}
        push(1, start + around.len().min(indent)..start + indent);
        push(2, start..start + indent);
        around.push(indent);

        let n_line_end = bytes.iter().rev().take_while(|&&byte| is_line_end(byte)).count();
        let content = &bytes[..bytes.len() - n_line_end];
        let mut at = start + indent;
        for run in content[indent..].chunk_by(|&a, &b| is_blank(a) == is_blank(b)) {
            if is_blank(run[0]) {
                let is_last = at + run.len() == start + content.len();
                push(0, at + usize::from(!is_last)..at + run.len());
            }
            at += run.len();
        }
    }
    stages.into()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{options, reduce, reduce_text};

    fn check(before: &str, needed: &[&str], after: &str) {
        assert_eq!(reduce_text(&ENTRY.pass(&options()), before, needed), after);
    }

    #[test]
    fn blanks_that_separate_nothing_go() {
        check("\n\n  a  =\tb ;  \n\n    c\n\n", &["a", "b ;", "c"], "a =\tb ;\nc\n");
    }

    #[test]
    fn one_trial_is_enough_where_nothing_depends_on_white_space() {
        let document = Document::single("a", "\n  a;\n      b   c;\n");
        let (rest, answers) = reduce(&ENTRY.pass(&options()), &document, |document| {
            document.files()[0].bytes().iter().filter(|byte| byte.is_ascii_alphabetic()).count() == 3
        });
        assert_eq!(rest.files()[0].bytes(), b"a;\nb c;\n");
        assert_eq!(answers.len(), 1);
    }

    #[test]
    fn line_ends_stay_as_they_are() {
        check("  a \r\n \r\nb\r\n  c  ", &["a", "b", "c"], "a\r\nb\r\nc");
    }

    #[test]
    fn indentation_that_is_needed_shrinks_to_its_level() {
        check("if:\n    if:\n        x\n    y\n", &["\n if", "\n  x", "\n y"], "if:\n if:\n  x\n y\n");
    }
}
