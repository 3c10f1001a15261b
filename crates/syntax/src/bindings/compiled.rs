//! The bindings queries of the languages, compiled once.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::query::{Query, QueryError};
use super::roles::{Roles, RolesError};
use crate::languages::{BindingRules, Language};
use crate::tree::Tree;

/// A query, and the roles of its captures.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) query: Query,
    pub(super) roles: Roles,
}

/// Why a bindings query is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindingsError {
    /// It does not compile for the language.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// It uses captures or settings that do not exist.
    #[error(transparent)]
    Roles(#[from] RolesError),
}

/// By the language's name; `None` if its query does not fit its trees.
static COMPILED: LazyLock<Mutex<HashMap<&'static str, Option<&'static Compiled>>>> =
    LazyLock::new(Mutex::default);

impl Compiled {
    /// Returns the compiled query of a language; `None` if the language has no query, the tree is
    /// of another language, or the query does not fit the tree's kinds. Only the first call for a
    /// language costs O(kinds · query).
    pub(super) fn of(language: &Language, tree: &Tree) -> Option<&'static Compiled> {
        let rules = language.bindings.as_ref()?;
        // A panic elsewhere leaves the map consistent: queries are only ever added.
        let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
        let compiled = *known.entry(language.name).or_insert_with(|| {
            Compiled::new(rules, tree).ok().map(|compiled| &*Box::leak(Box::new(compiled)))
        });
        compiled.filter(|compiled| compiled.query.is_for(tree))
    }

    /// Compiles a query.
    ///
    /// # Errors
    /// When the query does not fit the kinds of the tree.
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
