//! A reader for texts that are lists of lines, which are lists of words.

use super::kinds::{COMMENT, HEADER, LINE, NUMBER, TEXT, WORD, kinds, node};
use crate::tree::{Flags, Tree, TreeBuilder};

/// Parses a text as lines of words separated by white space. O(bytes).
///
/// As in DIMACS, a line with `c` as its first word is a comment, and one with `p` is a header;
/// empty lines make no node. Returns `None` for texts of 4 GiB or more.
pub fn read_lines(text: &[u8]) -> Option<Tree> {
    read(text, Marks::Dimacs)
}

/// Parses a text as lines of words separated by white space; empty lines make no node. Returns
/// `None` for texts of 4 GiB or more. O(bytes).
pub fn read_words(text: &[u8]) -> Option<Tree> {
    read(text, Marks::None)
}

/// Whether the first word of a line has a meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    None,
    Dimacs,
}

fn read(text: &[u8], marks: Marks) -> Option<Tree> {
    let mut builder = TreeBuilder::new(text.into(), kinds())?;
    builder.open(node(TEXT), 0);
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        read_line(&mut builder, line, start, marks);
        start += line.len();
    }
    Some(builder.finish())
}

fn read_line(builder: &mut TreeBuilder, line: &[u8], start: usize, marks: Marks) {
    let mut words = words_of(line).peekable();
    let Some(first) = words.peek().cloned() else { return };
    let end = start + line.trim_ascii_end().len();
    match &line[first.clone()] {
        b"c" if marks == Marks::Dimacs => {
            let open = super::kinds::flagged(COMMENT, Flags::EXTRA);
            return builder.leaf(open, start + first.start, end);
        }
        b"p" if marks == Marks::Dimacs => builder.open(node(HEADER), start + first.start),
        _ => builder.open(node(LINE), start + first.start),
    }
    for word in words {
        let digits = line[word.clone()].strip_prefix(b"-").unwrap_or(&line[word.clone()]);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let kind = if is_number { NUMBER } else { WORD };
        builder.leaf(node(kind), start + word.start, start + word.end);
    }
    builder.close(end);
}

fn words_of(line: &[u8]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|byte| !crate::tree::is_space(*byte))?;
        let len =
            line[start..].iter().position(|byte| crate::tree::is_space(*byte)).unwrap_or(line.len() - start);
        at = start + len;
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_has_comments_a_header_and_clauses() {
        let tree = read_lines(b"c hello world\np cnf 2 1\n\n 1 -2 0\n").unwrap();
        let names: Vec<&str> = tree.children(tree.root()).map(|line| tree.kind_name(line)).collect();
        assert_eq!(names, ["comment", "header", "line"]);
        let clause = tree.children(tree.root()).last().unwrap();
        assert_eq!(tree.n_tokens(clause), 3);
        assert_eq!(tree.text_of(clause), b"1 -2 0");
    }
}
