//! Texts of tokens that a grammar's own scanner reads: `grammar.json` does not say what they look like.

/// Gives a shortest text of an external token, where one is known.
pub(super) fn external_text(grammar: &str, token: &str) -> Option<&'static str> {
    let known = |(g, t, _): &&(&str, &str, &str)| *g == grammar && *t == token;
    TEXTS.iter().find(known).map(|(_, _, text)| *text)
}

const TEXTS: &[(&str, &str, &str)] =
    &[("python", "_newline", "\n"), ("python", "string_start", "\""), ("python", "string_end", "\"")];
