//! The definition of a language.

use std::fmt;

use super::bodies::Body;
use super::naming::{BindingRules, Names};
use super::source::{Source, UserSource};
use crate::grammar::{Grammar, GrammarError, ParseError};
pub use crate::tree::Spacing;
use crate::tree::Tree;

/// A language: its names, how its files are recognized, and how its texts are parsed.
pub struct Language {
    /// The kebab-case name by which users choose it.
    pub name: &'static str,
    /// Other names that users may type.
    pub aliases: &'static [&'static str],
    /// File name extensions, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// How a text begins, for files whose name does not tell the language.
    pub first_line: &'static [FirstLine],
    /// Strings that occur in texts of this language, but not in those of others with the same
    /// extension.
    pub marks: &'static [&'static str],
    /// How comments are written.
    pub comments: Comments,
    /// What lies within each other in its texts.
    pub nesting: Nesting,
    /// The meaning of white space between tokens.
    pub spacing: Spacing,
    /// When two names are equal.
    pub names: Names,
    /// How definitions and uses are found; `None` if they are only guessed.
    pub bindings: Option<BindingRules>,
    /// What to put into nodes that must not be empty although their grammar allows it.
    pub filler: Option<Filler>,
    /// How an unused name is written if it cannot be removed, like a parameter or a part of a
    /// pattern. `None` if unused names cause no warnings, or the name cannot be changed.
    pub unused: Option<Unused>,
    /// Replacements for function bodies: sets to try one after the other. Empty if no text
    /// type-checks in place of any body.
    pub bodies: &'static [&'static [Body]],
    /// What keeps compilers and checkers from reporting what is unused.
    pub quiet: Option<Quiet>,
    /// What parses a text.
    pub reader: Reader,
}

/// Lines that keep compilers and checkers from reporting what is unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The lines, without the last line break.
    pub text: &'static str,
    /// How the line begins behind which they stand; `None` for the first line of a text.
    pub behind: Option<&'static str>,
}

impl Quiet {
    /// Lines at the beginning of a text.
    pub const fn first(text: &'static str) -> Quiet {
        Quiet { text, behind: None }
    }

    /// C and its dialects. GCC has to be told each warning by its name.
    pub const C: Quiet = Quiet::first(
        "#pragma GCC diagnostic ignored \"-Wunused-function\"
#pragma GCC diagnostic ignored \"-Wunused-variable\"
#pragma GCC diagnostic ignored \"-Wunused-parameter\"
#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"",
    );
    /// JavaScript and its dialects.
    pub const ECMASCRIPT: Quiet = Quiet::first("/* eslint-disable no-unused-vars */");
}

/// How the beginning of a text tells its language. White space and a byte order mark before it are
/// skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// The text begins with this.
    Starts(&'static str),
    /// The text begins with `#!` and an interpreter of this name, with or without a version:
    /// `python`, `/usr/bin/env python3`.
    Interpreter(&'static str),
}

/// The contents of nodes that must not be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filler {
    /// The kind of the nodes.
    pub holder: &'static str,
    /// The shortest text allowed in one.
    pub text: &'static str,
}

/// How an unused name is written if it cannot be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// As `_`, any number of times.
    Wildcard,
    /// With `_` before it.
    Underscore,
    /// Left out.
    Nothing,
}

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comments {
    /// The starts of comments that end with their line.
    pub line: &'static [&'static str],
    /// The starts and ends of comments of any length.
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

/// What of a text makes the stack of a parser grow. Brackets do in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// Only brackets.
    Brackets,
    /// Lists of type arguments, too, which may also be comparisons.
    Angles,
    /// Elements, too, except those without an end tag or with an optional one.
    Tags {
        /// The names of these elements, in lower case.
        without_end: &'static [&'static str],
    },
}

/// What is read into texts of unknown languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Brackets and indentation.
    Outline,
    /// Lines of words.
    Lines,
}

/// What parses a text into a tree.
#[derive(Clone)]
pub enum Reader {
    /// A tree-sitter grammar.
    Grammar(Source),
    /// A grammar that was loaded at run time.
    User(UserSource),
    /// A reader of our own, which refuses only texts of 4 GiB or more.
    Own(fn(&[u8]) -> Option<Tree>),
    /// A reader of our own for texts of languages that are not known otherwise.
    Fallback(Fallback, fn(&[u8]) -> Option<Tree>),
}

impl Language {
    /// Returns the grammar; `None` if the reader is our own. Only the first call costs O(kinds).
    ///
    /// # Errors
    /// When this version of tree-sitter does not support the grammar.
    pub fn grammar(&self) -> Result<Option<Grammar>, GrammarError> {
        match &self.reader {
            Reader::Grammar(source) => source.grammar(self.name).map(Some),
            Reader::User(source) => Ok(Some(source.grammar.clone())),
            Reader::Own(_) | Reader::Fallback(..) => Ok(None),
        }
    }

    /// Returns what is read into texts, if nothing else is known of them.
    pub fn fallback(&self) -> Option<Fallback> {
        match self.reader {
            Reader::Fallback(fallback, _) => Some(fallback),
            Reader::Grammar(_) | Reader::User(_) | Reader::Own(_) => None,
        }
    }

    /// Parses a text, which need not follow the grammar and need not be UTF-8.
    ///
    /// # Errors
    /// When the grammar cannot be used, or as [`Grammar::parse`].
    pub fn parse(&self, text: &[u8]) -> Result<Tree, ParseError> {
        match &self.reader {
            Reader::Grammar(source) => source.grammar(self.name)?.parse(text),
            Reader::User(source) => source.grammar.parse(text),
            Reader::Own(read) | Reader::Fallback(_, read) => {
                read(text).ok_or(ParseError::TooLarge { bytes: text.len() })
            }
        }
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
