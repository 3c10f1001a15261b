//! The facts of a language, decoded from its entry.

use super::known::Facts;
use super::lower::RulesError;
use super::rules::{CodeError, Origin, Rules};
use crate::languages::{Language, Reader, UserSource};

impl Facts {
    /// Returns the facts of a language. `None` if its trees are made by a reader of our own (any
    /// child may be removed, and that reader decides), or for a user's grammar that came without
    /// its sources.
    ///
    /// # Errors
    /// When the grammar cannot be used, or the built-in facts have another format.
    pub fn of(language: &Language) -> Result<Option<Facts>, FactsError> {
        let Some(grammar) = language.grammar()? else { return Ok(None) };
        let rules = match &language.reader {
            Reader::Grammar(source) => Rules::decode(source.rules)?,
            Reader::User(UserSource { json: Some(json), .. }) => Rules::from_json(json, Origin::default())?,
            Reader::User(_) | Reader::Own(_) | Reader::Fallback(..) => return Ok(None),
        };
        Ok(Some(Facts::new(rules, grammar.kinds())))
    }
}

/// Why a language's facts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// Its grammar cannot be used.
    #[error(transparent)]
    Grammar(#[from] crate::grammar::GrammarError),
    /// The built-in facts cannot be decoded.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Its node types or its `grammar.json` cannot be parsed.
    #[error(transparent)]
    Json(#[from] RulesError),
}
