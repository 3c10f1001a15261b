//! External tokens, which a grammar's own scanner reads: `grammar.json` does not describe their
//! text.

/// What is known about an external token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum External {
    /// Its shortest text.
    Text(&'static str),
    /// A condition that no edit can create, like the line end or closing tag after a statement
    /// without a semicolon. It is treated as a token with text of its own.
    Condition,
}

/// Returns what is known about an external token, if anything.
pub(super) fn external(grammar: &str, token: &str) -> Option<External> {
    let known = |(g, t, _): &&(&str, &str, External)| *g == grammar && *t == token;
    KNOWN.iter().find(known).map(|(_, _, external)| *external)
}

const KNOWN: &[(&str, &str, External)] = &[
    ("php", "_automatic_semicolon", External::Condition),
    ("python", "_newline", External::Text("\n")),
    ("python", "string_end", External::Text("\"")),
    ("python", "string_start", External::Text("\"")),
];
