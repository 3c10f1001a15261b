//! The queries of languages, compiled once.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::query::{Query, QueryError};
use super::roles::{Roles, RolesError};
use crate::languages::{BindingRules, Language};
use crate::tree::Tree;

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

/// By the name of the language; `None` where its query does not fit its trees.
static COMPILED: LazyLock<Mutex<HashMap<&'static str, Option<&'static Compiled>>>> =
    LazyLock::new(Mutex::default);

impl Compiled {
    /// Returns the query of a language, compiled for the kinds of a tree; `None` where it has none,
    /// the tree is not of this language, or the query does not fit it. Only the first call for a
    /// language costs O(kinds · query).
    pub(super) fn of(language: &Language, tree: &Tree) -> Option<&'static Compiled> {
        let rules = language.bindings.as_ref()?;
        // A panic elsewhere leaves the map whole: queries are only ever added.
        let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = *known.entry(language.name).or_insert_with(|| {
            Compiled::new(rules, tree).ok().map(|compiled| &*Box::leak(Box::new(compiled)))
        });
        compiled.filter(|compiled| compiled.query.is_for(tree))
    }

    /// Compiles a query.
    ///
    /// # Errors
    /// When it does not fit the kinds of the tree.
    fn new(rules: &BindingRules, tree: &Tree) -> Result<Compiled, BindingsError> {
        let query = Query::new(&rules.queries.join("\n"), tree.kinds())?;
        let roles = Roles::of(&query)?;
        Ok(Compiled { query, roles })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::LANGUAGES;

    #[test]
    fn every_query_fits_its_language() {
        for language in LANGUAGES {
            let Some(rules) = &language.bindings else { continue };
            let compiled = Compiled::new(rules, &language.parse(b"").unwrap());
            assert!(compiled.is_ok(), "{language:?}: {compiled:?}");
        }
    }
}
