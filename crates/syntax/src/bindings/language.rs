//! The languages with bindings, and their queries.

use std::borrow::Cow;
use std::sync::OnceLock;

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
    compiled: &'static OnceLock<Option<Compiled>>,
}

/// Which names are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Those written with the same letters.
    Exact,
    /// Those that differ in case only, in any quotes.
    AnyCase,
    /// Those that differ in the bars around them only.
    InBars,
}

impl Names {
    /// Gives the form that all ways to write a name share.
    pub(super) fn plain<'a>(self, name: &'a [u8]) -> Cow<'a, [u8]> {
        let inner = |quotes: &[u8]| match name {
            [first, inner @ .., last] if first == last && quotes.contains(first) => inner,
            name => name,
        };
        match self {
            Names::Exact => Cow::Borrowed(name),
            Names::AnyCase => Cow::Owned(inner(b"\"`").to_ascii_lowercase()),
            Names::InBars => Cow::Borrowed(inner(b"|")),
        }
    }
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

    /// Gives the compiled query for the kinds of a tree; `None` where the tree is not of this language, or the query
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
    ($language:literal, $names:ident $(, $more:literal)?) => {{
        static COMPILED: OnceLock<Option<Compiled>> = OnceLock::new();
        QuerySource {
            language: $language,
            text: concat!(
                $(include_str!(concat!("queries/", $more, ".scm")), "\n",)?
                include_str!(concat!("queries/", $language, ".scm"))
            ),
            names: Names::$names,
            compiled: &COMPILED,
        }
    }};
}

/// Every language with bindings.
pub static QUERIES: &[QuerySource] = &[
    #[cfg(feature = "c")]
    query!("c", Exact),
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
