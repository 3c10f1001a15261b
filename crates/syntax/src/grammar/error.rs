//! What can go wrong with a grammar.

use thiserror::Error;

/// A grammar cannot be used at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GrammarError {
    /// The grammar was generated for another version of tree-sitter.
    #[error(
        "the grammar {grammar} has ABI version {found}, but versions {oldest} to {newest} are understood"
    )]
    Abi {
        /// The grammar's name.
        grammar: String,
        /// Its version.
        found: usize,
        /// The oldest version that is understood.
        oldest: usize,
        /// The newest version that is understood.
        newest: usize,
    },
    /// tree-sitter refuses the grammar for another reason.
    #[error("tree-sitter does not take the grammar {grammar}: {reason}")]
    Refused {
        /// The grammar's name.
        grammar: String,
        /// What tree-sitter says.
        reason: String,
    },
}

/// A text has no tree. A text that does not follow its grammar is not an error: it has error nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The grammar cannot be used.
    #[error(transparent)]
    Grammar(#[from] GrammarError),
    /// Offsets are 32 bits.
    #[error("{bytes} bytes are more than a tree can hold")]
    TooLarge {
        /// The size of the text.
        bytes: usize,
    },
    /// The grammar's scanner would end the program.
    #[error("the scanner of the grammar {grammar} does not take the text")]
    Unsafe {
        /// The grammar's name.
        grammar: String,
    },
    /// The text is of another kind: its beginning is nothing but errors.
    #[error("the text is too far from the grammar {grammar}")]
    TooFar {
        /// The grammar's name.
        grammar: String,
    },
    /// The parser did more work than any text that looks like the language needs.
    #[error(
        "it takes too long to parse {bytes} bytes by the grammar {grammar}: the parser gave up at byte {at}"
    )]
    GaveUp {
        /// The grammar's name.
        grammar: String,
        /// Where the parser was.
        at: usize,
        /// The size of the text.
        bytes: usize,
    },
}
