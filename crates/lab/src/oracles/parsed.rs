//! Whether a text still parses.

use dwindle_reduce::File;
use dwindle_syntax::{Language, ParseError, Tree, languages};

/// Why an oracle cannot be created.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// There is no grammar for the input.
    #[error("no grammar fits the input")]
    NoLanguage,
    /// The input cannot be parsed at all.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The published version is not a subsequence of the input.
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

/// Parses texts and accepts those with at most as many syntax errors as the original: old dialects
/// have a few.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    language: &'static Language,
    n_errors: usize,
}

impl Parser {
    /// Creates a parser for the language of a file.
    ///
    /// # Errors
    /// When the language is unknown or the file cannot be parsed.
    pub fn new(original: &File) -> Result<Parser, OracleError> {
        let language = languages::detect(original.path(), original.bytes()).ok_or(OracleError::NoLanguage)?;
        let n_errors = count_errors(&language.parse(original.bytes())?);
        Ok(Parser { language, n_errors })
    }

    /// Returns the tree of a text, if the text is accepted.
    pub fn parse(&self, text: &[u8]) -> Option<Tree> {
        self.language.parse(text).ok().filter(|tree| count_errors(tree) <= self.n_errors)
    }

    /// Returns the tree of a text, if the text has no errors.
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
