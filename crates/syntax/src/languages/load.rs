//! Grammars that were loaded, so that each is checked once.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::language::Source;
use crate::grammar::{Grammar, GrammarError};

static LOADED: LazyLock<Mutex<HashMap<&'static str, Grammar>>> = LazyLock::new(Mutex::default);

/// Returns the grammar of the language with this name.
pub(super) fn grammar(name: &'static str, source: &Source) -> Result<Grammar, GrammarError> {
    // A panic elsewhere leaves the map whole: grammars are only ever added.
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(grammar) = loaded.get(name) {
        return Ok(grammar.clone());
    }
    let grammar = Grammar::new(name, (source.load)())?.refusing_unsafe(source.is_safe);
    loaded.insert(name, grammar.clone());
    Ok(grammar)
}
