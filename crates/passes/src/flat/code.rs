//! The tokens of a text outside of comments.

use std::ops::Range;

use memchr::memmem;

use super::lexer::{Grain, Kind, Tokens, lex};

/// A token outside of comments, and its position on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeToken {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
    /// The width of the white space or comment before it, if it is the first token of its line.
    pub(crate) indent: Option<usize>,
}

/// Returns the tokens of a text that are not in comments, as far as comments can be recognized
/// without a grammar.
///
/// A comment runs from `//`, `# `, `-- ` or `; ` (`;` only at the start of a line) to the end of
/// the line, or from `/*` to `*/`. One pass over the bytes.
pub(crate) fn code(text: &[u8]) -> Code<'_> {
    Code {
        text,
        tokens: lex(text, Grain::Tokens),
        at: 0,
        line_start: 0,
        new_line: true,
        all_closed: true,
        comments: Vec::new(),
    }
}

/// Returns the comments of a text, as far as they can be recognized without a grammar.
pub(crate) fn comments_of(text: &[u8]) -> Vec<Range<usize>> {
    let mut code = code(text);
    while code.next().is_some() {}
    code.comments
}

/// The iterator over the tokens outside of comments.
pub(crate) struct Code<'a> {
    text: &'a [u8],
    tokens: Tokens<'a>,
    /// How far line ends have been searched.
    at: usize,
    line_start: usize,
    /// Whether no token of this line has been returned yet.
    new_line: bool,
    /// Whether a `*/` may still follow.
    all_closed: bool,
    /// The comments so far.
    comments: Vec<Range<usize>>,
}

impl Iterator for Code<'_> {
    type Item = CodeToken;

    fn next(&mut self) -> Option<CodeToken> {
        loop {
            let token = self.tokens.next()?;
            let Range { start, end } = token.range;
            let between = &self.text[self.at..start];
            if let Some(line_end) = between.iter().rposition(|&byte| byte == b'\n') {
                self.line_start = self.at + line_end + 1;
                self.new_line = true;
            }
            // A token contains no line end.
            self.at = end;
            if let Some(comment_end) = self.comment_end(&token.range) {
                self.comments.push(start..comment_end);
                self.tokens.skip_to(comment_end);
                continue;
            }
            let indent = self.new_line.then_some(start - self.line_start);
            self.new_line = false;
            return Some(CodeToken { kind: token.kind, range: start..end, indent });
        }
    }
}

impl Code<'_> {
    fn comment_end(&mut self, token: &Range<usize>) -> Option<usize> {
        let behind = self.text.get(token.end).copied().unwrap_or(b'\n');
        let opens_line_comment = match &self.text[token.clone()] {
            b"//" => true,
            b"#" => matches!(behind, b' ' | b'\t' | b'\n' | b'#' | b'!'),
            b"--" => matches!(behind, b' ' | b'\n'),
            b";" => self.new_line && matches!(behind, b' ' | b'\n' | b';'),
            b"/*" if self.all_closed => {
                let n_inside = memmem::find(&self.text[token.end..], b"*/");
                self.all_closed = n_inside.is_some();
                return n_inside.map(|n_inside| token.end + n_inside + 2);
            }
            _ => false,
        };
        opens_line_comment.then(|| {
            let line_end = memchr::memchr(b'\n', &self.text[token.end..]);
            line_end.map_or(self.text.len(), |line_end| token.end + line_end)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let tokens: Vec<&str> = code(text.as_bytes()).map(|token| &text[token.range]).collect();
        assert_eq!(tokens, expected);
    }

    #[test]
    fn comments_are_left_out() {
        check("a // don't (\nb", &["a", "b"]);
        check("a /* ( \n */ b /* never closed", &["a", "b", "/*", "never", "closed"]);
        check("# x (\n#include y\n", &["#", "include", "y"]);
        check("; lisp (\n(x) -- sql (\n;; lisp", &["(", "x", ")"]);
    }

    #[test]
    fn the_first_token_of_a_line_knows_its_indentation() {
        let indents: Vec<Option<usize>> =
            code(b"a b\n  /* c */ d\n\n\te").map(|token| token.indent).collect();
        assert_eq!(indents, [Some(0), None, Some(10), Some(1)]);
    }
}
