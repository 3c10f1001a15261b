//! Writing tokens one after the other.

/// A text with what may stand next to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Whether no white space may stand in front.
    pub(super) immediate: bool,
}

impl Piece {
    /// Adds a piece behind this one; with a space between them where they would be read as one
    /// token, if the grammar has spaces.
    pub(super) fn push(&mut self, next: &Piece, spaces: bool) {
        if next.text.is_empty() {
            return;
        }
        if self.text.is_empty() {
            self.immediate = next.immediate;
        } else if spaces && is_directive(&next.text) && !self.text.ends_with('\n') {
            self.text.push('\n');
        } else if spaces
            && !next.immediate
            && would_merge(self.text.chars().next_back(), next.text.chars().next())
        {
            self.text.push(' ');
        }
        self.text.push_str(&next.text);
    }
}

fn would_merge(last: Option<char>, first: Option<char>) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let is_operator = |c: char| "+-*/%&|^=<>!?:.~@#\\".contains(c);
    last.zip(first).is_some_and(|(last, first)| {
        (is_word(last) && is_word(first))
            || (is_operator(last) && is_operator(first))
            || (last.is_ascii_digit() && first == '.')
    })
}

/// Whether a token is a preprocessor's: it must stand at the start of a line.
fn is_directive(token: &str) -> bool {
    token.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}
