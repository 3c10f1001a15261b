//! What names are in a language, as far as its query does not tell.

use crate::languages::{Language, Names, Start, Undefined};

#[derive(Clone, Copy, Debug)]
pub(super) struct NameRules {
    pub(super) names: Names,
    pub(super) undefined: Undefined,
    pub(super) start: Start,
}

impl NameRules {
    /// Those that the language's entry tells.
    pub(super) fn of(language: &Language) -> NameRules {
        let guessed = NameRules::guessed(language);
        language.bindings.as_ref().map_or(guessed, |rules| NameRules {
            undefined: rules.undefined,
            start: rules.start,
            ..guessed
        })
    }

    /// Those of a language without a query.
    pub(super) fn guessed(language: &Language) -> NameRules {
        NameRules { names: language.names, undefined: Undefined::Refused, start: Start::Text }
    }
}
