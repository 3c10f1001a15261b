//! Finding the bindings of a text, by the query of its language or heuristically.

use std::sync::Arc;

use super::collect::collect;
use super::compiled::Compiled;
use super::found::Bindings;
use super::guess::{NAMESPACES, guess, statements};
use super::name_rules::NameRules;
use super::outlined;
use super::owners::tell_apart;
use super::resolve::resolve;
use super::scopes::Scopes;
use crate::languages::{Fallback, Language};
use crate::tree::Tree;

impl Bindings {
    /// Returns the bindings of a tree; `None` if its language has no query or the tree is of
    /// another language. O(nodes + names · log names).
    pub fn of(language: &Language, tree: &Tree) -> Option<Bindings> {
        let compiled = Compiled::of(language, tree)?;
        let rules = NameRules::of(language);
        let mut collected = collect(compiled, tree);
        if !compiled.roles.knows_statements() {
            collected.statements = statements(tree);
        }
        let scopes = Scopes::of(&collected, tree);
        tell_apart(tree, &mut collected, &scopes);
        let namespaces = compiled.roles.namespaces();
        let inner = resolve(collected, &scopes, namespaces, rules, tree);
        Some(Bindings { inner: Arc::new(inner) })
    }

    /// Guesses the bindings of a tree in any language, from names and kinds alone. Good enough to
    /// propose edits, not to refuse any. O(nodes · depth of patterns).
    pub fn guessed(language: &Language, tree: &Tree) -> Bindings {
        let namespaces: Vec<String> = NAMESPACES.iter().map(|&name| name.to_owned()).collect();
        let mut rules = NameRules::guessed(language);
        let collected = if language.fallback() == Some(Fallback::Outline) {
            rules.names = outlined::names(tree);
            outlined::collected(tree, rules.names)
        } else {
            guess(tree)
        };
        let scopes = Scopes::of(&collected, tree);
        let inner = resolve(collected, &scopes, &namespaces, rules, tree);
        Bindings { inner: Arc::new(inner) }
    }
}
