//! Errors of grammars and parsers.

use thiserror::Error;

/// Why a grammar cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GrammarError {
    /// The grammar was generated for another version of tree-sitter.
    #[error("the grammar {grammar} has ABI version {found}, but versions {oldest} to {newest} are supported")]
    Abi {
        /// The grammar's name.
        grammar: String,
        /// Its version.
        found: usize,
        /// The oldest supported version.
        oldest: usize,
        /// The newest supported version.
        newest: usize,
    },
    /// tree-sitter refuses the grammar for another reason.
    #[error("tree-sitter does not take the grammar {grammar}: {reason}")]
    Refused {
        /// The grammar's name.
        grammar: String,
        /// tree-sitter's message.
        reason: String,
    },
}

/// Why a text has no tree. A text that does not follow its grammar is not an error: its tree has
/// error nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The grammar cannot be used.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// The text is too large: offsets have 32 bits.
    #[error("{bytes} bytes are more than a tree can hold")]
    TooLarge {
        /// The size of the text.
        bytes: usize,
    },
    /// The grammar's scanner would abort the process.
    #[error("the scanner of the grammar {grammar} does not take the text")]
    Unsafe {
        /// The grammar's name.
        grammar: String,
    },
    /// The beginning of the text is nothing but errors: it is probably in another language.
    #[error("the text is too far from the grammar {grammar}")]
    TooFar {
        /// The grammar's name.
        grammar: String,
    },
    /// The parser did more work than any text of the language should need.
    #[error(
        "it takes too long to parse {bytes} bytes by the grammar {grammar}: the parser gave up at byte {at}"
    )]
    GaveUp {
        /// The grammar's name.
        grammar: String,
        /// The offset that the parser had reached.
        at: usize,
        /// The size of the text.
        bytes: usize,
    },
}
