//! Tokens that a grammar's own scanner reads: `grammar.json` does not say what they look like.

/// What is known of an external token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum External {
    /// This is a shortest text of it.
    Text(&'static str),
    /// It stands for something that an edit cannot bring about, as a line end or a closing tag
    /// behind a statement that has no semicolon. Facts take it for a token with text of its own.
    Circumstance,
}

/// Returns what is known of an external token, if anything is.
pub(super) fn external(grammar: &str, token: &str) -> Option<External> {
    let known = |(g, t, _): &&(&str, &str, External)| *g == grammar && *t == token;
    KNOWN.iter().find(known).map(|(_, _, external)| *external)
}

const KNOWN: &[(&str, &str, External)] = &[
    ("php", "_automatic_semicolon", External::Circumstance),
    ("python", "_newline", External::Text("\n")),
    ("python", "string_end", External::Text("\"")),
    ("python", "string_start", External::Text("\"")),
];
