//! What is known of a language.

use std::fmt;

use super::bodies::Body;
use super::naming::{BindingRules, Names};
use super::source::{Source, UserSource};
use crate::grammar::{Grammar, GrammarError, ParseError};
pub use crate::tree::Spacing;
use crate::tree::Tree;

/// A language: its names, how its files are recognized, and what reads it.
pub struct Language {
    /// The kebab-case name by which users choose it.
    pub name: &'static str,
    /// Other names that users may type.
    pub aliases: &'static [&'static str],
    /// File name extensions, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// How the text begins, for files whose name does not tell.
    pub first_line: &'static [FirstLine],
    /// What texts in this language hold and texts in others that share an extension do not.
    pub marks: &'static [&'static str],
    /// How comments are written.
    pub comments: Comments,
    /// What white space means between tokens.
    pub spacing: Spacing,
    /// Which names are the same.
    pub names: Names,
    /// How definitions and uses are found; `None` where they are only guessed.
    pub bindings: Option<BindingRules>,
    /// What stands in a node that must hold something although its grammar lets it be empty.
    pub filler: Option<Filler>,
    /// How a name that nothing uses any more is written where it has to stand: a parameter, a part
    /// of a pattern; `None` where nobody minds that it stays, or nothing is said without a name.
    pub unused: Option<Unused>,
    /// What may stand in the place of bodies, one set after the other in the order in which they
    /// are worth trying; none where no text type-checks in the place of any body.
    pub bodies: &'static [&'static [Body]],
    /// What makes a tree of a text.
    pub reader: Reader,
}

/// How the first line of a text tells its language. White space in front and a byte order mark are
/// skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// The text begins so.
    Starts(&'static str),
    /// `#!` and an interpreter of this name, with or without a version: `python`, `/usr/bin/env
    /// python3`.
    Interpreter(&'static str),
}

/// What stands in nodes that must not be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filler {
    /// The kind of the nodes.
    pub holder: &'static str,
    /// The shortest thing that may stand in one.
    pub text: &'static str,
}

/// How a name that has to stand is written when nothing uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// As `_`, any number of times.
    Wildcard,
    /// As itself behind `_`.
    Underscore,
    /// Not at all.
    Nothing,
}

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comments {
    /// What starts a comment that ends with its line.
    pub line: &'static [&'static str],
    /// What starts and what ends a comment of any length.
    pub block: &'static [(&'static str, &'static str)],
}

impl Comments {
    /// The language has none.
    pub const NONE: Comments = Comments { line: &[], block: &[] };
    /// `// line` and `/* block */`.
    pub const C: Comments = Comments { line: &["//"], block: &[("/*", "*/")] };
    /// `# line`.
    pub const HASH: Comments = Comments { line: &["#"], block: &[] };
    /// `; line`.
    pub const SEMICOLON: Comments = Comments { line: &[";"], block: &[] };
    /// `<!-- block -->`.
    pub const XML: Comments = Comments { line: &[], block: &[("<!--", "-->")] };
}

/// What makes a tree of a text.
#[derive(Clone)]
pub enum Reader {
    /// A tree-sitter grammar.
    Grammar(Source),
    /// A grammar that was loaded at run time.
    User(UserSource),
    /// A reader of our own; it refuses only texts of 4 GiB and more.
    Own(fn(&[u8]) -> Option<Tree>),
}

impl Language {
    /// Returns the grammar, or says `None` where the reader is our own. Only the first call costs
    /// O(kinds).
    ///
    /// # Errors
    /// When this version of tree-sitter does not understand the grammar.
    pub fn grammar(&self) -> Result<Option<Grammar>, GrammarError> {
        match &self.reader {
            Reader::Grammar(source) => source.grammar(self.name).map(Some),
            Reader::User(source) => Ok(Some(source.grammar.clone())),
            Reader::Own(_) => Ok(None),
        }
    }

    /// Makes the tree of a text, which need not follow the grammar and need not be UTF-8.
    ///
    /// # Errors
    /// When the grammar cannot be used, or as [`Grammar::parse`].
    pub fn parse(&self, text: &[u8]) -> Result<Tree, ParseError> {
        match &self.reader {
            Reader::Grammar(source) => source.grammar(self.name)?.parse(text),
            Reader::User(source) => source.grammar.parse(text),
            Reader::Own(read) => read(text).ok_or(ParseError::TooLarge { bytes: text.len() }),
        }
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
