//! The sources of grammars.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::grammar::{Grammar, GrammarError, Injected};

/// The crate of a grammar, for tools that read its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of the crate.
    pub name: &'static str,
    /// The directory in the crate that holds `grammar.json` and `node-types.json`.
    pub folder: &'static str,
}

/// A grammar that is compiled in, and its data.
#[derive(Clone, Copy)]
pub struct Source {
    /// Returns the grammar.
    pub load: fn() -> tree_sitter::Language,
    /// The grammar's `node-types.json`.
    pub node_types: &'static str,
    /// The grammar's rules, which `cargo xtask languages` makes from its `grammar.json`.
    pub rules: &'static [u8],
    /// The query for scopes, definitions and references, if the crate has one.
    pub locals: Option<&'static str>,
    /// The crate of the grammar.
    pub package: Package,
    /// Whether a text is safe to parse, for grammars whose scanner aborts the process beyond some
    /// limit.
    pub is_safe: Option<fn(&[u8]) -> bool>,
    /// Nodes whose text the grammar leaves as words, though it mostly is code.
    pub injected: &'static [Injected],
}

/// The grammars that have been loaded, so that each is checked once.
static LOADED: LazyLock<Mutex<HashMap<&'static str, Grammar>>> = LazyLock::new(Mutex::default);

impl Source {
    /// Returns the grammar of the language with this name. It is checked only once.
    pub(super) fn grammar(&self, name: &'static str) -> Result<Grammar, GrammarError> {
        // A panic elsewhere leaves the map consistent: grammars are only ever added.
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(grammar) = loaded.get(name) {
            return Ok(grammar.clone());
        }
        let grammar =
            Grammar::new(name, (self.load)())?.refusing_unsafe(self.is_safe).injecting(self.injected);
        loaded.insert(name, grammar.clone());
        Ok(grammar)
    }
}

/// A grammar that the user supplied.
#[derive(Clone, Debug)]
pub struct UserSource {
    /// The grammar.
    pub grammar: Grammar,
    /// Its `grammar.json`, if it came with its sources.
    pub json: Option<String>,
}
