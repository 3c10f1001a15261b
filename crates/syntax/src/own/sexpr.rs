//! A reader for s-expressions: SMT-LIB, the Lisps, WebAssembly text.

use super::brackets::{Bracket, OpenBrackets};
use super::kinds::{self, COMMENT, LIST, NUMBER, PREFIX, PREFIXED, STRING, SYMBOL, TEXT, flagged, node};
use crate::tree::{Flags, Tree, TreeBuilder, is_space};

/// The differences between languages of s-expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `""` is a quote within a string; `|` quotes symbols; only round brackets.
    SmtLib,
    /// `\"` is a quote within a string; three kinds of brackets; `'`, `` ` ``, `,` and `#` before
    /// data; `#| |#` comments.
    Lisp,
    /// As Lisp, without prefixes; `(; ;)` comments.
    Wasm,
}

/// Parses a text of s-expressions. O(bytes), without recursion.
///
/// An unmatched closing bracket is an error token; an unmatched opening bracket gets a missing
/// token where the list around it ends. Returns `None` for texts of 4 GiB or more.
pub fn read_sexpr(text: &[u8], dialect: Dialect) -> Option<Tree> {
    let mut builder = TreeBuilder::new(text.into(), kinds::kinds())?;
    builder.open(node(TEXT), 0);
    let mut reader = Reader { text, dialect, builder, open: Vec::new(), brackets: OpenBrackets::default() };
    let mut at = 0;
    while at < text.len() {
        at = if is_space(text[at]) { at + 1 } else { reader.read(at) };
    }
    while reader.close_innermost() {}
    Some(reader.builder.finish())
}

/// What is open besides the root.
#[derive(Clone, Copy)]
enum Frame {
    List(Bracket),
    /// A prefix that waits for its datum.
    Prefixed,
}

struct Reader<'text> {
    text: &'text [u8],
    dialect: Dialect,
    builder: TreeBuilder,
    open: Vec<Frame>,
    brackets: OpenBrackets,
}

impl Reader<'_> {
    /// Reads what starts at `at`, which is not white space, and returns its end.
    fn read(&mut self, at: usize) -> usize {
        let byte = self.text[at];
        if let Some(end) = self.comment_end(at) {
            self.builder.leaf(flagged(COMMENT, Flags::EXTRA), at, end);
            return end;
        }
        if let Some(bracket) = Bracket::opened_by(byte).filter(|&bracket| self.is_bracket(bracket)) {
            self.builder.open(node(LIST), at);
            self.builder.leaf(node(bracket.kinds().0), at, at + 1);
            self.open.push(Frame::List(bracket));
            self.brackets.push(bracket);
            return at + 1;
        }
        if let Some(bracket) = Bracket::closed_by(byte).filter(|&bracket| self.is_bracket(bracket)) {
            self.close(bracket, at);
            return at + 1;
        }
        let prefix = self.prefix_len(at);
        if 0 < prefix {
            self.builder.open(node(PREFIXED), at);
            self.builder.leaf(node(PREFIX), at, at + prefix);
            self.open.push(Frame::Prefixed);
            return at + prefix;
        }
        let (kind, end) = match byte {
            b'"' => (STRING, self.string_end(at)),
            b'|' if self.dialect != Dialect::Wasm => (SYMBOL, self.find(at + 1, b"|")),
            _ => self.atom(at),
        };
        self.builder.leaf(node(kind), at, end);
        self.end_datum(end);
        end
    }

    fn is_bracket(&self, bracket: Bracket) -> bool {
        bracket == Bracket::Round || self.dialect == Dialect::Lisp
    }

    /// Closes the list that a bracket belongs to, and everything open within it.
    fn close(&mut self, bracket: Bracket, at: usize) {
        if !self.brackets.has(bracket) {
            self.builder.leaf(flagged(bracket.kinds().1, Flags::ERROR), at, at + 1);
            return;
        }
        while let Some(frame) = self.open.last() {
            if matches!(frame, Frame::List(found) if *found == bracket) {
                break;
            }
            self.close_innermost();
        }
        self.open.pop();
        self.brackets.pop(bracket);
        self.builder.leaf(node(bracket.kinds().1), at, at + 1);
        self.builder.close(at + 1);
        self.end_datum(at + 1);
    }

    /// Closes the innermost list or prefix, whose end is missing.
    fn close_innermost(&mut self) -> bool {
        let at = self.builder.reached();
        match self.open.pop() {
            Some(Frame::List(bracket)) => {
                self.brackets.pop(bracket);
                self.builder.leaf(flagged(bracket.kinds().1, Flags::MISSING), at, at);
            }
            Some(Frame::Prefixed) => self.builder.leaf(flagged(SYMBOL, Flags::MISSING), at, at),
            None => return false,
        }
        self.builder.close(at);
        true
    }

    /// Closes the prefixes whose datum ends here.
    fn end_datum(&mut self, end: usize) {
        while let Some(Frame::Prefixed) = self.open.last() {
            self.open.pop();
            self.builder.close(end);
        }
    }

    fn prefix_len(&self, at: usize) -> usize {
        if self.dialect != Dialect::Lisp {
            return 0;
        }
        match &self.text[at..] {
            [b',', b'@', ..] | [b'#', b'\'' | b'`' | b',' | b';', ..] => 2,
            [b'\'' | b'`' | b',', ..] | [b'#', b'(' | b'[' | b'{' | b'"', ..] => 1,
            _ => 0,
        }
    }

    fn comment_end(&self, at: usize) -> Option<usize> {
        match (self.dialect, &self.text[at..]) {
            (_, [b';', ..]) => {
                let len =
                    self.text[at..].iter().position(|&byte| byte == b'\n').unwrap_or(self.text.len() - at);
                Some(at + self.text[at..at + len].trim_ascii_end().len())
            }
            (Dialect::Lisp, [b'#', b'|', ..]) => Some(self.nested_end(at, b"#|", b"|#")),
            (Dialect::Wasm, [b'(', b';', ..]) => Some(self.nested_end(at, b"(;", b";)")),
            _ => None,
        }
    }

    fn nested_end(&self, start: usize, opens: &[u8; 2], closes: &[u8; 2]) -> usize {
        let (mut at, mut depth) = (start, 0usize);
        while at < self.text.len() {
            let rest = &self.text[at..];
            if rest.starts_with(opens) {
                (at, depth) = (at + 2, depth + 1);
            } else if rest.starts_with(closes) {
                (at, depth) = (at + 2, depth - 1);
                if depth == 0 {
                    return at;
                }
            } else {
                at += 1;
            }
        }
        self.text.len()
    }

    fn string_end(&self, start: usize) -> usize {
        let mut at = start + 1;
        while let Some(&byte) = self.text.get(at) {
            at += 1;
            if byte == b'\\' && self.dialect != Dialect::SmtLib {
                at += 1;
            } else if byte == b'"' {
                if self.dialect == Dialect::SmtLib && self.text.get(at) == Some(&b'"') {
                    at += 1;
                } else {
                    return at;
                }
            }
        }
        self.text.len()
    }

    fn find(&self, from: usize, end: &[u8; 1]) -> usize {
        let rest = self.text.get(from..).unwrap_or_default();
        rest.iter().position(|byte| *byte == end[0]).map_or(self.text.len(), |len| from + len + 1)
    }

    fn atom(&self, start: usize) -> (crate::tree::KindId, usize) {
        let mut at = start;
        // `#\(` is a character literal in Lisp.
        if self.dialect == Dialect::Lisp && self.text[at..].starts_with(b"#\\") && at + 2 < self.text.len() {
            at += 3;
        }
        let ends = |byte: u8| {
            is_space(byte)
                || matches!(byte, b'(' | b')' | b'"' | b';')
                || (self.dialect == Dialect::Lisp
                    && matches!(byte, b'[' | b']' | b'{' | b'}' | b'\'' | b'`' | b','))
        };
        at = at.max(start + 1).min(self.text.len());
        let end = self.text[at..].iter().position(|&byte| ends(byte)).map_or(self.text.len(), |len| at + len);
        let digits = self.text[start..end].strip_prefix(b"-").unwrap_or(&self.text[start..end]);
        let kind = if digits.first().is_some_and(u8::is_ascii_digit) { NUMBER } else { SYMBOL };
        (kind, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dialect: Dialect, text: &str, expected: &str) {
        let tree = read_sexpr(text.as_bytes(), dialect).unwrap();
        let mut shown = String::new();
        for node in tree.preorder(tree.root()).skip(1) {
            let depth = tree.ancestors(node).count() - 1;
            let name = if tree.is_missing(node) {
                "missing"
            } else if tree.is_error(node) {
                "error"
            } else {
                tree.kind_name(node)
            };
            if tree.is_named(node) || tree.has_error(node) && tree.is_leaf(node) {
                shown += &format!("{}{name} ", ".".repeat(depth));
            }
        }
        assert_eq!(shown.trim_end(), expected, "{text}");
    }

    #[test]
    fn smt_lib_is_read() {
        check(
            Dialect::SmtLib,
            "(assert (= x #b01)) ; why",
            "list .symbol .list ..symbol ..symbol ..symbol comment",
        );
        check(Dialect::SmtLib, r#"(echo "a ""b"" ()") |a (b|"#, "list .symbol .string symbol");
        check(Dialect::SmtLib, "(- 12 -3.5)", "list .symbol .number .number");
    }

    #[test]
    fn lisp_is_read() {
        check(
            Dialect::Lisp,
            "'(a `(b ,@c))",
            "prefixed .list ..symbol ..prefixed ...list ....symbol ....prefixed .....symbol",
        );
        check(Dialect::Lisp, r#"#| a #| b |# c |# #\( "a\"(" [x]"#, "comment symbol string list .symbol");
        check(Dialect::Wasm, "(module (; a (; b ;) ;) $f)", "list .symbol .comment .symbol");
    }

    #[test]
    fn brackets_without_their_partner_are_errors() {
        check(Dialect::Lisp, "a ) b", "symbol error symbol");
        check(Dialect::Lisp, "(a [b)", "list .symbol .list ..symbol ..missing");
        check(Dialect::SmtLib, "(a (b", "list .symbol .list ..symbol ..missing .missing");
        check(Dialect::Lisp, "(')", "list .prefixed ..missing");
        check(Dialect::Lisp, "\"abc\\", "string");
    }
}
