//! The languages with bindings, and their queries.

use std::sync::OnceLock;

use super::names::Names;
use super::query::{Query, QueryError};
use super::roles::{Roles, RolesError};
use crate::tree::Tree;

/// The query of one language.
#[derive(Debug)]
pub struct QuerySource {
    /// The name of the language.
    pub language: &'static str,
    /// The text of the query.
    pub text: &'static str,
    /// Which names are the same.
    pub names: Names,
    /// What comes of a use that lost its definition.
    pub undefined: Undefined,
    /// What is needed although nothing uses it.
    pub start: Start,
    compiled: &'static OnceLock<Option<Compiled>>,
}

/// What names are in a language, as far as its query does not tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameRules {
    pub(super) names: Names,
    pub(super) undefined: Undefined,
    pub(super) start: Start,
}

impl NameRules {
    /// Those of a language without a query.
    pub(super) fn guessed(language: &str) -> NameRules {
        let ignores_case =
            matches!(language, "fortran" | "vhdl" | "ada" | "pascal" | "cobol" | "lisp" | "cmake");
        let names = if ignores_case { Names::AnyCase } else { Names::Exact };
        NameRules { names, undefined: Undefined::Refused, start: Start::Text }
    }
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
    /// In definitions that are roots, such as `main`; where there is none, every definition with a body may be called from
    /// elsewhere.
    Roots,
    /// At its first line: what no definition holds is what is needed, and definitions that are roots.
    Text,
}

/// A query and what its captures mean.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) query: Query,
    pub(super) roles: Roles,
}

/// Why a query is not one for bindings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingsError {
    /// It is not a query for the language.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// Its captures or settings have no meaning here.
    #[error(transparent)]
    Roles(#[from] RolesError),
}

impl QuerySource {
    /// Finds the query of a language.
    pub fn of(language: &str) -> Option<&'static QuerySource> {
        QUERIES.iter().find(|source| source.language == language)
    }

    pub(super) fn rules(&self) -> NameRules {
        NameRules { names: self.names, undefined: self.undefined, start: self.start }
    }

    /// Returns the compiled query for the kinds of a tree; `None` where the tree is not of this language, or the query
    /// does not fit it. Only the first call costs O(kinds · query).
    pub(super) fn compiled(&self, tree: &Tree) -> Option<&Compiled> {
        let compiled = self.compiled.get_or_init(|| self.compile(tree).ok()).as_ref();
        compiled.filter(|compiled| compiled.query.is_for(tree))
    }

    /// Compiles the query.
    ///
    /// # Errors
    /// When it does not fit the kinds of the tree.
    pub(super) fn compile(&self, tree: &Tree) -> Result<Compiled, BindingsError> {
        let query = Query::new(self.text, tree.kinds())?;
        let roles = Roles::of(&query)?;
        Ok(Compiled { query, roles })
    }
}

macro_rules! query {
    ($language:literal, $names:ident, $undefined:ident, $start:ident $(, $more:literal)*) => {{
        static COMPILED: OnceLock<Option<Compiled>> = OnceLock::new();
        QuerySource {
            language: $language,
            text: concat!(
                $(include_str!(concat!("queries/", $more, ".scm")), "\n",)*
                include_str!(concat!("queries/", $language, ".scm"))
            ),
            names: Names::$names,
            undefined: Undefined::$undefined,
            start: Start::$start,
            compiled: &COMPILED,
        }
    }};
}

/// Every language with bindings.
pub static QUERIES: &[QuerySource] = &[
    #[cfg(feature = "c")]
    query!("c", Exact, Refused, Roots),
    #[cfg(feature = "go")]
    query!("go", Paths, Refused, Roots),
    #[cfg(feature = "cpp")]
    query!("cpp", Exact, Refused, Roots),
    #[cfg(feature = "rust")]
    query!("rust", Exact, Refused, Roots),
    #[cfg(feature = "java")]
    query!("java", Exact, Refused, Roots),
    #[cfg(feature = "wgsl")]
    query!("wgsl", Exact, Refused, Roots),
    #[cfg(feature = "javascript")]
    query!("javascript", Exact, MayRun, Text, "ecmascript"),
    #[cfg(feature = "typescript")]
    query!("typescript", Exact, MayRun, Text, "ecmascript"),
    #[cfg(feature = "typescript")]
    query!("tsx", Exact, MayRun, Text, "ecmascript", "typescript"),
    #[cfg(feature = "python")]
    query!("python", Exact, MayRun, Text),
    query!("smt-lib", InBars, Refused, Text),
    #[cfg(feature = "sql")]
    query!("sql", AnyCase, StatementFails, Text),
    #[cfg(feature = "xml")]
    query!("xml", Xml, StatementFails, Text),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::by_name;

    #[test]
    fn every_query_fits_its_language() {
        for source in QUERIES {
            let language = by_name(source.language).unwrap();
            let compiled = source.compile(&language.parse(b"").unwrap());
            assert!(compiled.is_ok(), "{}: {compiled:?}", source.language);
        }
    }
}
