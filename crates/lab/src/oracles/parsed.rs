//! Whether a text still parses.

use dwindle_reduce::File;
use dwindle_syntax::{Language, ParseError, Tree, languages};

/// Why an oracle cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// There is no grammar for the input.
    #[error("no grammar fits the input")]
    NoLanguage,
    /// The input cannot be parsed at all.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The published version is not a part of the input.
    #[error("the published version is not a subsequence of the input")]
    NotAPart,
    /// There are not enough statements.
    #[error("the input has {found} statements, and {wanted} are wanted")]
    TooFewStatements {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
}

/// Parses texts and takes those that have no more syntax errors than the original: old dialects
/// have a few.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    language: &'static Language,
    n_errors: usize,
}

impl Parser {
    /// Makes a parser for what the name and the content of a file say.
    ///
    /// # Errors
    /// When the language is not known or the file cannot be parsed.
    pub fn new(original: &File) -> Result<Parser, OracleError> {
        let language = languages::detect(original.path(), original.bytes()).ok_or(OracleError::NoLanguage)?;
        let n_errors = count_errors(&language.parse(original.bytes())?);
        Ok(Parser { language, n_errors })
    }

    /// Parses a text, if it parses well enough.
    pub fn parse(&self, text: &[u8]) -> Option<Tree> {
        self.language.parse(text).ok().filter(|tree| count_errors(tree) <= self.n_errors)
    }

    /// Parses a text, if it parses without any error.
    pub fn parse_whole(&self, text: &[u8]) -> Option<Tree> {
        self.language.parse(text).ok().filter(|tree| !tree.has_error(tree.root()))
    }
}

fn count_errors(tree: &Tree) -> usize {
    if !tree.has_error(tree.root()) {
        return 0;
    }
    tree.preorder(tree.root()).filter(|&node| tree.is_error(node) || tree.is_missing(node)).count()
}
