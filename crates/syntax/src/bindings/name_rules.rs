//! The rules for names in a language that are not part of its query.

use crate::languages::{Language, Names, Start, Undefined};

#[derive(Clone, Copy, Debug)]
pub(super) struct NameRules {
    pub(super) names: Names,
    pub(super) undefined: Undefined,
    pub(super) start: Start,
}

impl NameRules {
    /// Returns the rules in the language's entry.
    pub(super) fn of(language: &Language) -> NameRules {
        let guessed = NameRules::guessed(language);
        language.bindings.as_ref().map_or(guessed, |rules| NameRules {
            undefined: rules.undefined,
            start: rules.start,
            ..guessed
        })
    }

    /// Returns the rules for a language without a query.
    pub(super) fn guessed(language: &Language) -> NameRules {
        NameRules { names: language.names, undefined: Undefined::Refused, start: Start::Text }
    }
}
