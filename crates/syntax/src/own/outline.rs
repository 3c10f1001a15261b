//! A reader for any text with brackets or indentation.

use super::brackets::{Bracket, OpenBrackets};
use super::follow::{Head, continued, head};
use super::kinds::{self, BLOCK, GROUP, LINE, PUNCTUATION, STRING, TEXT, WORD, flagged, node};
use crate::tree::{Flags, Tree, TreeBuilder, is_space};

/// Parses a text by its brackets and its indentation. O(bytes), without recursion.
///
/// A pair of brackets with its contents is a *group*. Lines with the same indentation are a
/// *block*; a block of deeper lines belongs to the line before it, and so do lines that begin with
/// a word such as `begin`, `else` or `end`. Indentation starts again within
/// each group. Tokens are words, strings that end on their line, and all other single bytes. An
/// unmatched closing bracket is an error token; an unmatched opening bracket gets a missing token.
/// Returns `None` for texts of 4 GiB or more.
pub fn read_outline(text: &[u8]) -> Option<Tree> {
    let mut builder = TreeBuilder::new(text.into(), kinds::kinds())?;
    builder.open(node(TEXT), 0);
    let mut reader = Reader { text, builder, open: Vec::new(), brackets: OpenBrackets::default() };
    let (mut at, mut line_start) = (0, Some(0));
    while at < text.len() {
        if text[at] == b'\n' {
            line_start = Some(at + 1);
        }
        if is_space(text[at]) {
            at += 1;
            continue;
        }
        if let Some(start) = line_start.take()
            && Bracket::closed_by(text[at]).is_none()
        {
            let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |len| at + len);
            reader.begin_line(indentation(&text[start..at]), at, text[at..end].trim_ascii_end());
        }
        at = reader.read(at);
    }
    while reader.close_innermost() {}
    Some(reader.builder.finish())
}

/// What is open besides the root.
#[derive(Clone, Copy)]
enum Frame {
    Group(Bracket),
    Block { indentation: usize },
    Line(Head),
}

struct Reader<'text> {
    text: &'text [u8],
    builder: TreeBuilder,
    open: Vec<Frame>,
    brackets: OpenBrackets,
}

impl Reader<'_> {
    /// Opens the line that starts at `at`, in the block of its indentation, unless it continues the
    /// line before it.
    fn begin_line(&mut self, indentation: usize, at: usize, text: &[u8]) {
        loop {
            match self.open.as_mut_slice() {
                [.., Frame::Block { indentation: around }, Frame::Line(last)] => {
                    let around = *around;
                    if around < indentation && *last != Head::Comment {
                        break;
                    }
                    if around == indentation
                        && let Some(next) = continued(*last, text)
                    {
                        *last = next;
                        return;
                    }
                    self.close_innermost();
                }
                [.., Frame::Block { indentation: around }] if *around == indentation => {
                    return self.open(Frame::Line(head(text)), at);
                }
                [.., Frame::Block { indentation: around }] if indentation < *around => {
                    self.close_innermost();
                }
                _ => break,
            }
        }
        self.open(Frame::Block { indentation }, at);
        self.open(Frame::Line(head(text)), at);
    }

    fn open(&mut self, frame: Frame, at: usize) {
        self.builder.open(node(if matches!(frame, Frame::Line(_)) { LINE } else { BLOCK }), at);
        self.open.push(frame);
    }

    /// Reads the token that starts at `at` and returns its end.
    fn read(&mut self, at: usize) -> usize {
        let byte = self.text[at];
        if let Some(bracket) = Bracket::opened_by(byte) {
            self.builder.open(node(GROUP), at);
            self.builder.leaf(node(bracket.kinds().0), at, at + 1);
            self.open.push(Frame::Group(bracket));
            self.brackets.push(bracket);
            return at + 1;
        }
        if let Some(bracket) = Bracket::closed_by(byte) {
            self.close(bracket, at);
            return at + 1;
        }
        if let Some(end) = self.string_end(at) {
            self.builder.leaf(node(STRING), at, end);
            return end;
        }
        let len = self.text[at..].iter().position(|&byte| !is_word(byte)).unwrap_or(self.text.len() - at);
        let end = at + len.max(1);
        self.builder.leaf(node(if len == 0 { PUNCTUATION } else { WORD }), at, end);
        end
    }

    fn close(&mut self, bracket: Bracket, at: usize) {
        if !self.brackets.has(bracket) {
            self.builder.leaf(flagged(bracket.kinds().1, Flags::ERROR), at, at + 1);
            return;
        }
        while !matches!(self.open.last(), Some(Frame::Group(found)) if *found == bracket) {
            self.close_innermost();
        }
        self.open.pop();
        self.brackets.pop(bracket);
        self.builder.leaf(node(bracket.kinds().1), at, at + 1);
        self.builder.close(at + 1);
    }

    /// Closes the innermost frame where its last token ends; the closing bracket of a group is
    /// missing then.
    fn close_innermost(&mut self) -> bool {
        let at = self.builder.reached();
        match self.open.pop() {
            Some(Frame::Group(bracket)) => {
                self.brackets.pop(bracket);
                self.builder.leaf(flagged(bracket.kinds().1, Flags::MISSING), at, at);
            }
            Some(Frame::Block { .. } | Frame::Line(_)) => {}
            None => return false,
        }
        self.builder.close(at);
        true
    }

    /// Returns the end of the string that starts at `at`, if it ends on its line.
    fn string_end(&self, at: usize) -> Option<usize> {
        let quote = self.text[at];
        let after_word = at.checked_sub(1).is_some_and(|before| is_word(self.text[before]));
        // An apostrophe after a word is not a quote: `don't`, `4'b0`.
        if !matches!(quote, b'"' | b'\'' | b'`') || (quote != b'"' && after_word) {
            return None;
        }
        let begins_word = |at: usize| self.text.get(at).is_some_and(|&byte| is_word(byte));
        let mut end = at + 1;
        loop {
            match *self.text.get(end)? {
                b'\n' => return None,
                b'\\' => end += 2,
                // Variables of types: `'a -> 'b`.
                b'\'' if quote == b'\'' && begins_word(at + 1) && begins_word(end + 1) => return None,
                byte if byte == quote => return Some(end + 1),
                _ => end += 1,
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || 0x80 <= byte
}

/// Returns the width of white space at the start of a line, in columns; a tab advances to the next
/// multiple of eight.
fn indentation(space: &[u8]) -> usize {
    space.iter().fold(0, |column, &byte| if byte == b'\t' { column / 8 * 8 + 8 } else { column + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows blocks as `{}`, lines as `<>` and groups as `[]` around their other tokens.
    fn show(tree: &Tree) -> String {
        let (mut shown, mut ends): (String, Vec<(u32, char)>) = (String::new(), Vec::new());
        for node in tree.preorder(tree.root()) {
            while let Some((_, closing)) = ends.pop_if(|(end, _)| *end <= node.0) {
                shown.push(closing);
            }
            let (opening, closing) = match tree.kind_name(node) {
                "block" => ('{', '}'),
                "line" => ('<', '>'),
                "group" => ('[', ']'),
                "(" | ")" | "text" => continue,
                _ => {
                    shown += &String::from_utf8_lossy(tree.text_of(node));
                    continue;
                }
            };
            shown.push(opening);
            ends.push((tree.subtree(node).end, closing));
        }
        shown.extend(ends.iter().rev().map(|(_, closing)| closing));
        shown
    }

    fn check(text: &str, expected: &str) {
        let tree = read_outline(text.as_bytes()).unwrap();
        assert_eq!(show(&tree), expected, "{text}");
    }

    #[test]
    fn deeper_lines_belong_to_the_line_in_front() {
        check("a\n  b\n  c\nd", "{<a{<b><c>}><d>}");
        check("a\n    b\n  c\nd", "{<a{<b>}{<c>}><d>}");
        check("  a\nb\n\tc\n        d", "{<a>}{<b{<c><d>}>}");
    }

    #[test]
    fn indentation_counts_anew_in_a_group() {
        check("a (\n  b\n  c\n) d\ne", "{<a[{<b><c>}]d><e>}");
        check("a (b c) d", "{<a[bc]d>}");
        check("a (b\nc) d\n  e", "{<a[b{<c>}]d{<e>}>}");
    }

    #[test]
    fn bodies_and_ends_belong_to_the_line_in_front() {
        check("f a\n  is\nbegin\n  b\nend f\nc", "{<fa{<is>}begin{<b>}endf><c>}");
        check("if a\n  b\nelse\n  c\nend\nd", "{<ifa{<b>}else{<c>}end><d>}");
        check("-- a\n  b\n  -- c\n    d\ne", "{<--a>{<b><--c>{<d>}}<e>}");
    }

    #[test]
    fn brackets_without_their_partner_are_errors() {
        let tree = read_outline(b"a ] (b\n c").unwrap();
        let errors: Vec<_> = tree.preorder(tree.root()).filter(|&node| tree.is_error(node)).collect();
        let missing: Vec<_> = tree.preorder(tree.root()).filter(|&node| tree.is_missing(node)).collect();
        assert_eq!((errors.len(), missing.len()), (1, 1));
        assert_eq!(tree.text_of(errors[0]), b"]");
    }

    #[test]
    fn strings_end_on_their_line_and_apostrophes_are_no_quotes() {
        let tree = read_outline(br#"don't "a (\" b" 4'b0 'x"#).unwrap();
        let tokens: Vec<_> =
            tree.tokens().iter().map(|&token| String::from_utf8_lossy(tree.text_of(token))).collect();
        assert_eq!(tokens, ["don", "'", "t", r#""a (\" b""#, "4", "'", "b0", "'", "x"]);
        assert_eq!(show(&read_outline(b"f : ('a * 'b -> 'c) -> 'x'").unwrap()), "{<f:['a*'b->'c]->'x'>}");
    }
}
