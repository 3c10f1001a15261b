//! Finds the bindings of a text, by its language's query or by a guess.

use std::sync::Arc;

use super::collect::collect;
use super::compiled::Compiled;
use super::found::Bindings;
use super::guess::{NAMESPACES, guess};
use super::name_rules::NameRules;
use super::resolve::resolve;
use crate::languages::Language;
use crate::tree::Tree;

impl Bindings {
    /// Finds the bindings of a tree; `None` if its language has no query, or the tree is not one of
    /// that language. O(nodes + names · log names).
    pub fn of(language: &Language, tree: &Tree) -> Option<Bindings> {
        let compiled = Compiled::of(language, tree)?;
        let rules = NameRules::of(language);
        let collected = collect(compiled, tree);
        let namespaces = compiled.roles.namespaces();
        let inner = resolve(collected, namespaces, rules, tree);
        Some(Bindings { inner: Arc::new(inner) })
    }

    /// Guesses the bindings of a tree by names alone, in whatever language: good enough for
    /// proposals, and not for refusing any. O(nodes · depth of patterns).
    pub fn guessed(language: &Language, tree: &Tree) -> Bindings {
        let namespaces: Vec<String> = NAMESPACES.iter().map(|&name| name.to_owned()).collect();
        let rules = NameRules::guessed(language);
        let inner = resolve(guess(tree), &namespaces, rules, tree);
        Bindings { inner: Arc::new(inner) }
    }
}
