//! Names in a language: when they are equal, and what an undefined one means.

use super::direct::DirectCall;
use super::made::Made;

/// When two names are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// If they have the same letters.
    Exact,
    /// Ignoring case and any quotes.
    AnyCase,
    /// Ignoring bars around them.
    InBars,
    /// As `Exact`; a path, quoted or not, is represented by its last part.
    Paths,
    /// As `Exact`; a path with dots is represented by its last part.
    Dotted,
    /// As `Exact`; a symbol `:a` names `a`.
    Symbols,
    /// Attributes `xmlns:p` and names `p:name` name the prefix `p`; `"#a"` in quotes names the id
    /// `a`.
    Xml,
}

/// What happens if a use has lost its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Compilers reject the text.
    Refused,
    /// Only the statement with the use fails.
    StatementFails,
    /// The text is valid; it may fail when the use is reached.
    MayRun,
}

/// Where a program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In definitions that are roots, like `main`. If there are none, every definition with a body
    /// may be called from elsewhere.
    Roots,
    /// At the first line: code outside of definitions is needed, and so are definitions that are
    /// roots.
    Text,
}

/// How the definitions and uses of a language are found, and what they mean.
#[derive(Clone, Copy, Debug)]
pub struct BindingRules {
    /// The parts of the query, in tree-sitter's query language.
    pub queries: &'static [&'static str],
    /// What happens if a use has lost its definition.
    pub undefined: Undefined,
    /// What is needed even if nothing uses it.
    pub start: Start,
    /// Whether large programs are reduced by definitions and uses before they are by syntax, which
    /// finds the line that a bug in a parser depends on without knowing names.
    pub uses_before_syntax: bool,
    /// Types that need no definition, for type parameters.
    pub plain_types: &'static [&'static str],
    /// Values of types, the likeliest first.
    pub made: &'static [Made],
    /// How a program calls one function at once; `None` if that is unknown.
    pub direct: Option<DirectCall>,
}
