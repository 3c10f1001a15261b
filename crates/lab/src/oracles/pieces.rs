//! Parses a C program piece by piece, each piece only once.
//!
//! Candidates of one reduction share most of their text, and parsing all of it would dominate the
//! cost of a trial. A top-level declaration of C does not change how another one is parsed, so
//! results can be cached per piece. If a piece does not parse alone, the whole text must be parsed.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use dwindle_syntax::Tree;
use memchr::memmem;

use super::parsed::Parser;

/// A cache of what was found in pieces, by their text. It lives as long as the oracle.
#[derive(Debug)]
pub struct Pieces<F> {
    parser: Parser,
    known: Mutex<HashMap<Box<[u8]>, Option<F>>>,
}

/// The result of [`Pieces::look`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All pieces were shown, and each parses.
    Whole,
    /// The caller has seen enough.
    Enough,
    /// A piece does not parse alone.
    Unclear,
}

impl<F> Pieces<F> {
    /// Creates an empty cache.
    pub fn new(parser: Parser) -> Pieces<F> {
        Pieces { parser, known: Mutex::new(HashMap::new()) }
    }

    /// Calls `see` with what was found in each piece of a text, in order, until it breaks. `read`
    /// computes that from the tree of a new piece. O(bytes), plus parsing new pieces.
    ///
    /// # Panics
    /// When `read` has panicked before.
    pub fn look(
        &self,
        text: &[u8],
        mut read: impl FnMut(&Tree) -> F,
        mut see: impl FnMut(&F) -> ControlFlow<()>,
    ) -> Seen {
        let mut known = self.known.lock().expect("what reads a piece does not panic");
        for range in split(text) {
            let piece = text[range].trim_ascii();
            if !known.contains_key(piece) {
                let tree = self.parser.parse_whole(piece);
                known.insert(piece.into(), tree.map(|tree| read(&tree)));
            }
            match &known[piece] {
                None => return Seen::Unclear,
                Some(found) if see(found).is_break() => return Seen::Enough,
                Some(_) => {}
            }
        }
        Seen::Whole
    }
}

/// Splits a C program after each `;` and each function body outside of all brackets. The pieces add
/// up to the whole text.
///
/// Strings, characters, comments and preprocessor lines are skipped. If brackets do not match, the
/// pieces are arbitrary and will not parse.
pub fn split(text: &[u8]) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut start, mut at, mut depth, mut in_body) = (0, 0, 0usize, false);
    while let Some(skipped) = text[at..].iter().position(|&byte| IS_MARK[usize::from(byte)]) {
        at += skipped;
        let mut is_end = false;
        match text[at] {
            b'"' | b'\'' => at = quoted(text, at) - 1,
            b'/' if text[at..].starts_with(b"/*") => at = found(text, at + 2, b"*/") - 1,
            b'/' if text[at..].starts_with(b"//") => at = line(text, at) - 1,
            b'#' if is_line_start(text, at) => at = line(text, at) - 1,
            b'{' | b'(' | b'[' => {
                in_body |= depth == 0 && text[at] == b'{' && text[..at].trim_ascii_end().ends_with(b")");
                depth += 1;
            }
            mark @ (b'}' | b')' | b']') => {
                depth = depth.saturating_sub(1);
                is_end = depth == 0 && in_body && mark == b'}';
            }
            mark => is_end = depth == 0 && mark == b';',
        }
        at += 1;
        if is_end {
            pieces.push(start..at);
            (start, in_body) = (at, false);
        }
    }
    if !text[start..].trim_ascii().is_empty() {
        pieces.push(start..text.len());
    }
    pieces
}

/// Bytes at which something may begin or end.
const IS_MARK: [bool; 256] = {
    let (marks, mut is_mark, mut idx) = (b"\"'/#{}()[];", [false; 256], 0);
    while idx < marks.len() {
        is_mark[marks[idx] as usize] = true;
        idx += 1;
    }
    is_mark
};

fn is_line_start(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().take_while(|byte| byte.is_ascii_whitespace());
    text[..at].trim_ascii_end().is_empty() || before.into_iter().any(|byte| *byte == b'\n')
}

/// Returns the end of a quoted text, which ends with its line at the latest.
fn quoted(text: &[u8], at: usize) -> usize {
    let mut next = at + 1;
    while let Some(&byte) = text.get(next) {
        next += 1;
        match byte {
            b'\\' => next += 1,
            b'\n' => break,
            _ if byte == text[at] => break,
            _ => {}
        }
    }
    next.min(text.len())
}

/// Returns the position after the next `mark`, or the end of the text.
fn found(text: &[u8], from: usize, mark: &[u8]) -> usize {
    let place = memmem::find(&text[from..], mark);
    place.map_or(text.len(), |place| from + place + mark.len())
}

/// Returns the end of a line, including continuation lines.
fn line(text: &[u8], at: usize) -> usize {
    let mut next = at;
    loop {
        next = found(text, next, b"\n");
        if next == text.len() || !text[at..next].ends_with(b"\\\n") {
            return next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        split(text.as_bytes()).into_iter().map(|range| text[range].trim()).collect()
    }

    #[test]
    fn pieces_end_with_declarations_and_bodies() {
        let text = "int a = (1, 2); struct S { int x; } s; int t[] = {1, 2};\nint f(void) { if (a) { a; } } enum {A};";
        assert_eq!(
            pieces(text),
            [
                "int a = (1, 2);",
                "struct S { int x; } s;",
                "int t[] = {1, 2};",
                "int f(void) { if (a) { a; } }",
                "enum {A};"
            ]
        );
    }

    #[test]
    fn brackets_that_are_text_do_not_count() {
        let text =
            "char *s = \"}\\\";\"; // {;\nchar c = ';'; /* ;} */ int x;\n#define OPEN { \\\n ;\n int y;";
        assert_eq!(
            pieces(text),
            [
                "char *s = \"}\\\";\";",
                "// {;\nchar c = ';';",
                "/* ;} */ int x;",
                "#define OPEN { \\\n ;\n int y;"
            ]
        );
    }

    #[test]
    fn pieces_are_the_whole_text() {
        for text in ["", " ", ";", "}}; {", "int a; int", "a\"b;\nc;", "/* ", "#x\\\n", "'\\"] {
            let all: Vec<Range<usize>> = split(text.as_bytes());
            let mut at = 0;
            for range in &all {
                assert_eq!(range.start, at, "{text}");
                at = range.end;
            }
            assert!(text[at..].trim().is_empty(), "{text}");
        }
    }

    #[test]
    fn a_piece_is_read_once() {
        let file = dwindle_reduce::File::new("a.c", b"int a;".to_vec());
        let pieces = Pieces::new(Parser::new(&file).unwrap());
        let mut n_read = 0;
        let mut look = |text: &str, enough: usize| {
            let mut n_seen = 0;
            let read = |_: &Tree| n_read += 1;
            pieces.look(text.as_bytes(), read, |()| {
                n_seen += 1;
                if n_seen == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        };
        assert_eq!(look("int a; int b; int a;", 9), Seen::Whole);
        assert_eq!(look("int b; int a; int = ;", 2), Seen::Enough);
        assert_eq!(look("int b; int a; int = ;", 9), Seen::Unclear);
        assert_eq!(n_read, 2, "`int a;` and `int b;`");
    }
}
