//! A lexer for most languages.

use std::iter::FusedIterator;
use std::ops::Range;

use dwindle_reduce::cost::{ByteClass, class_of, is_word_byte};

/// The granularity of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grain {
    /// Words, numbers, strings and operators of several characters are one token each.
    Tokens,
    /// Words and single other bytes: the tokens counted by a document's cost.
    Words,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A run of letters, digits, `_` and bytes above 127 that does not start with a digit.
    Word,
    /// A number, including its fraction and exponent.
    Number,
    /// A quoted string that ends on its line, including its quotes.
    String,
    /// Anything else that is not white space.
    Operator,
}

/// A token of a text; it never contains a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// Operators of several characters, longest first.
const OPERATORS: [&[u8]; 47] = [
    b">>>=", b"<<=", b">>=", b">>>", b"===", b"!==", b"**=", b"->*", b"<=>", b"...", b"..=", b"<->", b"&&=",
    b"||=", b"??=", b"&&", b"||", b"==", b"!=", b"<=", b">=", b"<<", b">>", b"++", b"--", b"+=", b"-=",
    b"*=", b"/=", b"%=", b"^=", b"|=", b"&=", b"->", b"=>", b"::", b":=", b"##", b"..", b"?.", b"??", b"//",
    b"/*", b"*/", b"**", b"=~", b"|>",
];

/// The second bytes of these operators.
const OPERATOR_TAILS: &[u8] = b"#&*+-./:<=>?|~";

/// The quotes of strings.
const QUOTES: &[u8] = b"\"'`";

/// Whether a byte is white space between tokens.
pub(crate) fn is_space(byte: u8) -> bool {
    class_of(byte) == ByteClass::Space
}

/// Returns the tokens of any bytes in order. One pass over the bytes.
///
/// Every token is made of whole tokens of [`Cost`](dwindle_reduce::Cost), so that removing one
/// makes a document simpler.
pub fn lex(text: &[u8], grain: Grain) -> Tokens<'_> {
    Tokens { text, at: 0, grain, unclosed_until: [0; QUOTES.len()] }
}

/// The iterator over the tokens of a text.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    grain: Grain,
    /// By quote: the end of a line on which no string is closed.
    unclosed_until: [usize; QUOTES.len()],
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.iter().position(|&byte| !is_space(byte))?;
        let byte = self.text[start];
        let (kind, end) = if is_word_byte(byte) {
            let end = self.skip_word(start);
            match byte.is_ascii_digit() {
                true if self.grain == Grain::Tokens => (Kind::Number, self.number_end(start, end)),
                true => (Kind::Number, end),
                false => (Kind::Word, end),
            }
        } else if self.grain == Grain::Words {
            (Kind::Operator, start + 1)
        } else if let Some(end) = self.string_end(start) {
            (Kind::String, end)
        } else {
            (Kind::Operator, self.operator_end(start))
        };
        self.at = end;
        Some(Token { kind, range: start..end })
    }
}

impl FusedIterator for Tokens<'_> {}

impl Tokens<'_> {
    /// Continues at a later position.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = self.at.max(at);
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    fn is_word(&self, at: usize) -> bool {
        self.byte(at).is_some_and(is_word_byte)
    }

    fn is_digit(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|byte| byte.is_ascii_digit())
    }

    fn operator_end(&self, start: usize) -> usize {
        let may_go_on = |byte| class_of(byte) == ByteClass::Symbol && OPERATOR_TAILS.contains(&byte);
        if !self.byte(start + 1).is_some_and(may_go_on) {
            return start + 1;
        }
        let operator = OPERATORS.iter().find(|operator| self.text[start..].starts_with(operator));
        start + operator.map_or(1, |operator| operator.len())
    }

    fn skip_word(&self, start: usize) -> usize {
        let n_word = self.text[start..].iter().position(|&byte| !is_word_byte(byte));
        n_word.map_or(self.text.len(), |n_word| start + n_word)
    }

    /// Extends a number by fractions (`.5`) and signed exponents (`e-3`, `p+4`).
    fn number_end(&self, start: usize, first_end: usize) -> usize {
        let is_hex = matches!(self.byte(start + 1), Some(b'x' | b'X'));
        let mut end = first_end;
        loop {
            let exponent = match self.text[end - 1] {
                b'e' | b'E' => !is_hex,
                b'p' | b'P' => is_hex,
                _ => false,
            };
            let goes_on = match self.byte(end) {
                Some(b'.') => self.is_digit(end + 1),
                Some(b'+' | b'-') => exponent && self.is_digit(end + 1),
                _ => false,
            };
            if !goes_on {
                return end;
            }
            end = self.skip_word(end + 1);
        }
    }

    /// Returns the end of the string that starts here, if one does and ends on the same line.
    fn string_end(&mut self, start: usize) -> Option<usize> {
        let quote = self.text[start];
        let quote_idx = QUOTES.iter().position(|&other| other == quote)?;
        if start < self.unclosed_until[quote_idx] || (quote == b'\'' && self.is_apostrophe(start)) {
            return None;
        }
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                Some(b'\\') if self.byte(at + 1).is_some_and(|byte| byte != b'\n' && byte != b'\r') => {
                    at += 2;
                }
                Some(byte) if byte == quote => break,
                Some(b'\n' | b'\r') | None => {
                    self.unclosed_until[quote_idx] = at;
                    return None;
                }
                Some(_) => at += 1,
            }
        }
        // A quote before a word is something else, such as the second lifetime in `<'a, 'b>`.
        (quote != b'\'' || !self.is_word(at + 1)).then_some(at + 1)
    }

    /// Whether a single quote is within or after a word, as in `don't`; string prefixes such as
    /// `rb'…'` are short.
    fn is_apostrophe(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev().take(3);
        2 < before.take_while(|byte| is_word_byte(**byte)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_reduce::cost::count_tokens;
    use proptest::prelude::*;

    fn tokens(text: &str, grain: Grain) -> Vec<&str> {
        lex(text.as_bytes(), grain).map(|token| &text[token.range]).collect()
    }

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(tokens(text, Grain::Tokens), expected);
    }

    #[test]
    fn words_numbers_and_operators_are_tokens() {
        check("x_1 <<= -2.5e-3+0xFFp+2;", &["x_1", "<<=", "-", "2.5e-3", "+", "0xFFp+2", ";"]);
        check("a[0..10] 0xe+1", &["a", "[", "0", "..", "10", "]", "0xe", "+", "1"]);
    }

    #[test]
    fn every_listed_operator_is_one_token() {
        for operator in OPERATORS {
            let text = std::str::from_utf8(operator).unwrap();
            check(text, &[text]);
        }
    }

    #[test]
    fn strings_end_on_their_line() {
        check(r#"f("a \" b", 'c')"#, &["f", "(", r#""a \" b""#, ",", "'c'", ")"]);
        check("\"open\n'x\\", &["\"", "open", "'", "x", "\\"]);
    }

    #[test]
    fn apostrophes_and_lifetimes_open_no_strings() {
        check("they don't say 'this'", &["they", "don", "'", "t", "say", "'this'"]);
        check("<'a, 'b>(&'a str)", &["<", "'", "a", ",", "'", "b", ">", "(", "&", "'", "a", "str", ")"]);
        check("b'x' rb'y'", &["b", "'x'", "rb", "'y'"]);
    }

    #[test]
    fn the_fine_grain_is_that_of_the_cost() {
        assert_eq!(tokens("a == \"b c\"", Grain::Words), ["a", "=", "=", "\"", "b", "c", "\""]);
    }

    #[test]
    fn unclosed_quotes_on_one_line_take_linear_time() {
        let text = "\"\\".repeat(500_000);
        assert_eq!(lex(text.as_bytes(), Grain::Tokens).count(), 1_000_000);
    }

    proptest! {
        #[test]
        fn tokens_of_any_bytes_are_whole_tokens_of_the_cost(
            text in proptest::collection::vec(proptest::sample::select(&b"ab01e.xp+-*=<>\"'`\\/ \n\r\t\x0b\0\xff("[..]), 0..60)
        ) {
            for grain in [Grain::Tokens, Grain::Words] {
                let mut at = 0;
                let mut n_tokens = 0;
                for token in lex(&text, grain) {
                    prop_assert!(text[at..token.range.start].iter().all(|&byte| is_space(byte)));
                    prop_assert!(!token.range.is_empty());
                    n_tokens += count_tokens(&text[token.range.clone()]);
                    at = token.range.end;
                }
                prop_assert!(text[at..].iter().all(|&byte| is_space(byte)));
                prop_assert_eq!(n_tokens, count_tokens(&text));
            }
        }
    }
}
