//! The meaning of white space between tokens.

/// The meaning of white space in a language, and which tokens must not be adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// White space only separates tokens; line ends may end a statement.
    Free {
        /// Bytes that continue a word, besides letters, digits, `_` and non-ASCII bytes.
        word_bytes: &'static [u8],
    },
    /// White space is ordinary text: never added, never removed.
    Exact,
}

/// Bytes that may form one operator together.
const OPERATOR_BYTES: &[u8] = b"!#$%&*+-./:<=>?@\\^|~";

impl Spacing {
    /// Whether a token that ends with `left` and one that starts with `right` might be read as
    /// other tokens if they were adjacent. When in doubt, true.
    pub fn fuses(self, left: u8, right: u8) -> bool {
        let Spacing::Free { word_bytes } = self else { return false };
        if is_blank(left) || is_blank(right) {
            return false;
        }
        let is_word = |byte: u8| {
            byte.is_ascii_alphanumeric() || 0x80 <= byte || byte == b'_' || word_bytes.contains(&byte)
        };
        let is_operator = |byte: u8| OPERATOR_BYTES.contains(&byte);
        let is_quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
        let is_sigil = |byte: u8| matches!(byte, b'#' | b'@' | b'$' | b'\\');
        let is_number_part = |byte: u8| byte == b'.' || byte.is_ascii_digit();
        (is_word(left) && is_word(right))
            || (is_operator(left) && is_operator(right))
            // A prefix or suffix of a string: `L"x"`, `"x"_s`; a doubled quote: `"a""b"`.
            || (is_word(left) && is_quote(right))
            || (is_quote(left) && is_word(right))
            || (is_quote(left) && left == right)
            || (is_sigil(left) && (is_word(right) || is_quote(right)))
            || (is_word(left) && is_sigil(right))
            || (is_number_part(left) && is_number_part(right))
    }
}

fn is_blank(byte: u8) -> bool {
    super::tokens::is_space(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_would_become_one_fuse() {
        let c = Spacing::Free { word_bytes: b"" };
        let check = |pair: &[u8; 2], expected: bool| {
            assert_eq!(c.fuses(pair[0], pair[1]), expected, "{}", pair.escape_ascii());
        };
        for pair in
            [b"ab", b"a1", b"++", b"->", b"<<", b"a\"", b"\"a", b"\"\"", b"#d", b"1.", b".5", b"/*", b"::"]
        {
            check(pair, true);
        }
        for pair in [b"a(", b")a", b"a+", b"+1", b"()", b"a;", b"\"'", b"a\n", b"\na", b"-(", b"a,", b"a."] {
            check(pair, false);
        }
    }

    #[test]
    fn a_language_may_have_more_word_bytes() {
        let lisp = Spacing::Free { word_bytes: b"+-" };
        assert!(lisp.fuses(b'a', b'-') && !lisp.fuses(b'(', b'-'));
        assert!(!Spacing::Exact.fuses(b'a', b'b'));
    }
}
