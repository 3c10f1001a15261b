//! Where grammars come from.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::grammar::{Grammar, GrammarError};

/// Where a grammar comes from, for tools that read its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// The crate.
    pub name: &'static str,
    /// The folder in the crate that holds `grammar.json` and `node-types.json`.
    pub folder: &'static str,
}

/// A grammar of this build and what comes with it.
#[derive(Clone, Copy)]
pub struct Source {
    /// Returns the grammar.
    pub load: fn() -> tree_sitter::Language,
    /// The grammar's `node-types.json`.
    pub node_types: &'static str,
    /// The grammar's rules, made by `cargo xtask languages` of its `grammar.json`.
    pub rules: &'static [u8],
    /// The query for scopes, definitions and references, where the crate has one.
    pub locals: Option<&'static str>,
    /// Where the grammar comes from.
    pub package: Package,
    /// Whether the grammar's scanner survives a text, where it ends the program when a limit is
    /// passed.
    pub is_safe: Option<fn(&[u8]) -> bool>,
}

/// Grammars that were loaded, so that each is checked once.
static LOADED: LazyLock<Mutex<HashMap<&'static str, Grammar>>> = LazyLock::new(Mutex::default);

impl Source {
    /// Returns the grammar, which is that of the language with this name. It is checked only once.
    pub(super) fn grammar(&self, name: &'static str) -> Result<Grammar, GrammarError> {
        // A panic elsewhere leaves the map whole: grammars are only ever added.
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(grammar) = loaded.get(name) {
            return Ok(grammar.clone());
        }
        let grammar = Grammar::new(name, (self.load)())?.refusing_unsafe(self.is_safe);
        loaded.insert(name, grammar.clone());
        Ok(grammar)
    }
}

/// A grammar that a user brought.
#[derive(Clone, Debug)]
pub struct UserSource {
    /// The grammar.
    pub grammar: Grammar,
    /// Its `grammar.json`, if it came with its sources.
    pub json: Option<String>,
}
