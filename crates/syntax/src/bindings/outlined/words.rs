//! Words that mean the same in most languages.

/// What stands before a definition and says how it may be used.
const MODIFIERS: &[&str] = &[
    "abstract",
    "async",
    "auto",
    "constexpr",
    "deprecated",
    "export",
    "exported",
    "extern",
    "final",
    "generic",
    "global",
    "immutable",
    "inline",
    "internal",
    "lazy",
    "local",
    "mutable",
    "my",
    "not",
    "nothrow",
    "open",
    "our",
    "overriding",
    "override",
    "partial",
    "private",
    "protected",
    "pub",
    "public",
    "pure",
    "readonly",
    "rec",
    "sealed",
    "shared",
    "static",
    "transient",
    "unsafe",
    "virtual",
    "volatile",
];

/// What stands before the name of a function.
const FUNCTIONS: &[&str] = &[
    "constructor",
    "def",
    "defp",
    "destructor",
    "fn",
    "fun",
    "func",
    "function",
    "lemma",
    "macro",
    "method",
    "operator",
    "predicate",
    "proc",
    "procedure",
    "proctype",
    "rule",
    "sub",
    "subroutine",
    "theorem",
];

/// What stands before the name of something that has members.
const TYPES: &[&str] = &[
    "actor",
    "class",
    "contract",
    "enum",
    "extension",
    "functor",
    "impl",
    "instance",
    "interface",
    "mixin",
    "object",
    "protocol",
    "record",
    "signature",
    "struct",
    "structure",
    "trait",
    "union",
];

/// What stands before the name of something that only holds definitions.
const HOLDERS: &[&str] = &["body", "library", "module", "namespace", "package", "program", "task", "unit"];

/// What stands before the name of anything else.
const VALUES: &[&str] = &[
    "alias",
    "const",
    "constant",
    "datatype",
    "exception",
    "field",
    "input",
    "let",
    "newtype",
    "property",
    "scalar",
    "signal",
    "subtype",
    "type",
    "typedef",
    "val",
    "var",
    "variable",
];

/// What stands before the names of other files.
const IMPORTS: &[&str] = &["from", "import", "include", "open", "require", "use", "uses", "using", "with"];

/// What begins a statement that defines nothing.
const STATEMENTS: &[&str] = &[
    "and",
    "assert",
    "await",
    "begin",
    "break",
    "call",
    "case",
    "catch",
    "continue",
    "debug",
    "default",
    "delete",
    "do",
    "echo",
    "elif",
    "else",
    "elsif",
    "end",
    "except",
    "exit",
    "finally",
    "for",
    "foreach",
    "goto",
    "if",
    "implementation",
    "in",
    "inherited",
    "loop",
    "match",
    "new",
    "null",
    "or",
    "pragma",
    "print",
    "puts",
    "raise",
    "repeat",
    "return",
    "scope",
    "select",
    "set",
    "switch",
    "synchronized",
    "then",
    "throw",
    "try",
    "unless",
    "until",
    "version",
    "when",
    "while",
    "yield",
];

/// Other words that are no names.
const OTHERS: &[&str] =
    &["as", "is", "of", "out", "to", "array", "self", "this", "super", "nil", "true", "false"];

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Modifier,
    Function,
    Type,
    Holder,
    Value,
    Import,
    Statement,
    Other,
    /// It may be a name.
    Name,
}

/// Returns the meaning of a word, in any case. O(words).
pub(super) fn meaning(word: &[u8]) -> Word {
    let is = |list: &[&str]| list.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()));
    match () {
        () if word.first().is_none_or(u8::is_ascii_digit) => Word::Other,
        () if is(MODIFIERS) => Word::Modifier,
        () if is(FUNCTIONS) => Word::Function,
        () if is(TYPES) => Word::Type,
        () if is(HOLDERS) => Word::Holder,
        () if is(VALUES) => Word::Value,
        () if is(IMPORTS) => Word::Import,
        () if is(STATEMENTS) => Word::Statement,
        () if is(OTHERS) => Word::Other,
        () => Word::Name,
    }
}

/// Whether words are written in any case: some of these words are, in one text.
pub(super) fn ignores_case<'a>(words: impl Iterator<Item = &'a [u8]>) -> bool {
    const FREQUENT: [&str; 8] = ["begin", "end", "function", "if", "procedure", "then", "type", "var"];
    let mut seen = [[false; 2]; FREQUENT.len()];
    for word in words {
        let known = FREQUENT.iter().position(|known| word.eq_ignore_ascii_case(known.as_bytes()));
        if let Some(known) = known {
            seen[known][usize::from(word.iter().any(u8::is_ascii_uppercase))] = true;
        }
    }
    1 < seen.iter().filter(|spellings| spellings.iter().all(|&seen| seen)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_matters_unless_frequent_words_are_written_in_several() {
        let ignores = |text: &str| ignores_case(text.split(' ').map(str::as_bytes));
        assert!(ignores("Begin x End begin y end"));
        assert!(!ignores("begin Begin x end"), "it may be a name");
        assert!(!ignores("begin x end If"));
    }
}
