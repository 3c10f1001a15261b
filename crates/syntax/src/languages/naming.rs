//! What a language does with names.

/// Which names are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Those written with the same letters are the same.
    Exact,
    /// Those that differ in case only, in any quotes.
    AnyCase,
    /// Those that differ in the bars around them only.
    InBars,
    /// Exact ones; a path, in quotes or not, is known by its last part.
    Paths,
    /// Attributes `xmlns:p` and names `p:name` are the prefix `p`; `"#a"` in quotes is the id `a`.
    Xml,
}

/// What comes of a text in which a use lost its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// No compiler takes it.
    Refused,
    /// The statement that uses it fails, and no other.
    StatementFails,
    /// It is valid; what it does when it gets there is another matter.
    MayRun,
}

/// Where a text starts to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In definitions that are roots, such as `main`; where there is none, every definition with a
    /// body may be called from elsewhere.
    Roots,
    /// At its first line: what no definition holds is what is needed, and definitions that are
    /// roots.
    Text,
}

/// How the definitions and uses of a language are found, and what they mean.
#[derive(Clone, Copy, Debug)]
pub struct BindingRules {
    /// The query, in parts that follow each other, in tree-sitter's query language.
    pub queries: &'static [&'static str],
    /// What comes of a use that lost its definition.
    pub undefined: Undefined,
    /// What is needed although nothing uses it.
    pub start: Start,
}
