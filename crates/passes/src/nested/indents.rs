//! Removes lines together with the more indented lines below them.

use dwindle_reduce::{CandidateSearch, Document};

use crate::entry::Entry;
use crate::flat::lines;
use crate::options::PassOptions;
use crate::stage::stretches::{Round, Stretch, search};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "indents",
    summary: "removes lines together with the lines below them that are indented further",
    manual: "\
Each line with all more indented lines below it is a unit; blank lines belong to the unit above \
them. The least indented lines are tried first, then the lines within the remaining blocks, and so \
on. A block is removed in one trial where the pass lines would leave a header without a body. For \
Python, YAML and everything else whose layout shows its structure. A tab counts as one space.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    search(ENTRY.name, options, document, indented_blocks)
}

/// Returns the blocks of a text, level by level. O(bytes).
fn indented_blocks(file: u32, text: &[u8]) -> Vec<Round> {
    let n_bytes = text.len() as u32;
    let cuts = lines::cut(text, n_bytes);
    let mut rounds: Vec<Round> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for line in 0..cuts.len() {
        let bytes = cuts.bytes(&(line..line + 1));
        let Some(indent) = text[bytes.clone()].iter().position(|byte| !byte.is_ascii_whitespace()) else {
            continue;
        };
        let (start, end) = (bytes.start as u32, bytes.end as u32);
        while let Some((_, level)) = open.pop_if(|(around, _)| indent <= *around) {
            if let Some(block) = rounds[level].last_mut() {
                block.bytes.end = start;
            }
        }
        let level = open.len();
        open.push((indent, level));
        if rounds.len() <= level {
            rounds.push(Round::new());
        }
        rounds[level].push(Stretch::new(file, start..end));
    }
    for (_, level) in open {
        if let Some(block) = rounds[level].last_mut() {
            block.bytes.end = n_bytes;
        }
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let rounds = indented_blocks(0, text.as_bytes());
        let texts = |round: &Round| -> Vec<String> {
            let bytes = round.iter().map(|Stretch { bytes, .. }| bytes.start as usize..bytes.end as usize);
            bytes.map(|bytes| text[bytes].to_owned()).collect()
        };
        assert_eq!(rounds.iter().map(texts).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_block_is_a_line_and_what_is_indented_further() {
        check("a:\n  b\n  c\nd\n", &[&["a:\n  b\n  c\n", "d\n"], &["  b\n", "  c\n"]]);
    }

    #[test]
    fn blank_lines_belong_to_what_stands_above() {
        check("a\n\n  b\n\nc", &[&["a\n\n  b\n\n", "c"], &["  b\n\n"]]);
    }

    #[test]
    fn a_line_indented_less_than_the_first_one_starts_a_block_of_its_own() {
        check("    a\n  b\n c\n", &[&["    a\n", "  b\n", " c\n"]]);
    }
}
