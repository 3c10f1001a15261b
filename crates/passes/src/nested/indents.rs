//! Removes lines together with the more indented lines below them.

use dwindle_reduce::{CandidateSearch, Document};

use super::forest::levels;
use crate::entry::Entry;
use crate::flat::lines;
use crate::options::PassOptions;
use crate::stage::stretches::{Stage, Stretch, search};

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
fn indented_blocks(file: u32, text: &[u8]) -> Vec<Stage> {
    let n_bytes = text.len() as u32;
    let lines = lines::starts(text, n_bytes);
    let mut blocks: Vec<Stretch> = Vec::new();
    // The indentation and the index of each block that has not ended.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for line in 0..lines.len() {
        let bytes = lines.bytes(&(line..line + 1));
        let Some(indent) = text[bytes.clone()].iter().position(|byte| !byte.is_ascii_whitespace()) else {
            continue;
        };
        let start = bytes.start as u32;
        while let Some((_, ended)) = open.pop_if(|(around, _)| indent <= *around) {
            blocks[ended].bytes.end = start;
        }
        open.push((indent, blocks.len()));
        blocks.push(Stretch::new(file, start..n_bytes));
    }
    levels(blocks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let stages = indented_blocks(0, text.as_bytes());
        let texts = |stage: &Stage| -> Vec<String> {
            let bytes = stage.iter().map(|Stretch { bytes, .. }| bytes.start as usize..bytes.end as usize);
            bytes.map(|bytes| text[bytes].to_owned()).collect()
        };
        assert_eq!(stages.iter().map(texts).collect::<Vec<_>>(), expected);
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

    /// Returns the blocks by their definition: for each line its indentation and start. A block
    /// ends before the next line that is not indented further, and its level is the number of
    /// blocks around it.
    fn by_definition(text: &str) -> Vec<Vec<(u32, u32)>> {
        let mut lines: Vec<(usize, u32)> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            lines.extend(line.find(|c: char| !c.is_ascii_whitespace()).map(|indent| (indent, start)));
            start += line.len() as u32;
        }
        let end = |at: usize| {
            let next = lines[at + 1..].iter().find(|(indent, _)| *indent <= lines[at].0);
            next.map_or(text.len() as u32, |(_, start)| *start)
        };
        let mut stages = Vec::new();
        for (at, (_, start)) in lines.iter().enumerate() {
            let level = (0..at).filter(|&around| *start < end(around)).count();
            stages.resize(stages.len().max(level + 1), Vec::new());
            stages[level].push((*start, end(at)));
        }
        stages
    }

    proptest! {
        #[test]
        fn blocks_are_what_their_definition_says(text in "([ \t]{0,3}[ab]{0,2}\n?){0,20}") {
            let stages = indented_blocks(0, text.as_bytes());
            let bytes = |stage: &Stage| stage.iter().map(|block| (block.bytes.start, block.bytes.end)).collect();
            prop_assert_eq!(stages.iter().map(bytes).collect::<Vec<Vec<_>>>(), by_definition(&text));
        }
    }
}
