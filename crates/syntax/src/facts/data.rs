//! The facts of a language, from the rules that its entry brings.

use super::known::Facts;
use super::lower::RulesError;
use super::rules::{CodeError, Origin, Rules};
use crate::languages::{Language, Reader, UserSource};

impl Facts {
    /// Returns the facts of a language: from its rules. `None` where a reader of our own makes the
    /// trees (any child may go, and that reader decides), and for a grammar of the user that came
    /// without its sources.
    ///
    /// # Errors
    /// When the grammar cannot be used, or what is built in is not what this version writes.
    pub fn of(language: &Language) -> Result<Option<Facts>, FactsError> {
        let Some(grammar) = language.grammar()? else { return Ok(None) };
        let rules = match &language.reader {
            Reader::Grammar(source) => Rules::decode(source.rules)?,
            Reader::User(UserSource { json: Some(json), .. }) => Rules::from_json(json, Origin::default())?,
            Reader::User(_) | Reader::Own(_) => return Ok(None),
        };
        Ok(Some(Facts::new(rules, grammar.kinds())))
    }
}

/// A language's facts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// Its grammar cannot be used.
    #[error(transparent)]
    Grammar(#[from] crate::grammar::GrammarError),
    /// What is built in cannot be read.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// Its node types or its `grammar.json` cannot be read.
    #[error(transparent)]
    Json(#[from] RulesError),
}
