//! Concatenating tokens.

/// A text, and what may be adjacent to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Whether white space before it is forbidden.
    pub(super) immediate: bool,
}

impl Piece {
    /// Appends a piece, after a space if the two would be read as one token and the grammar has
    /// spaces.
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
    // A `\` may begin a name.
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\\');
    let is_operator = |c: char| "+-*/%&|^=<>!?:.~@#\\".contains(c);
    last.zip(first).is_some_and(|(last, first)| {
        last == '\\'
            || (is_word(last) && is_word(first))
            || (is_operator(last) && is_operator(first))
            || (last.is_ascii_digit() && first == '.')
    })
}

/// Whether a token belongs to the preprocessor: it must be at the start of a line.
fn is_directive(token: &str) -> bool {
    token.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}
