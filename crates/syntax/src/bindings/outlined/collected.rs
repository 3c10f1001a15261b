//! Definitions and uses of an outline.

use std::collections::HashSet;

use super::heads::Sort;
use super::lines::{Around, Line, Lines, has_body};
use super::members::Members;
use super::parameters::parameters;
use super::visible::Visible;
use super::words::{Word, ignores_case, meaning};
use crate::bindings::collect::{Collected, qualified};
use crate::bindings::guess::{MEMBER, NAME};
use crate::bindings::named::FoundDefinition;
use crate::bindings::nesting::innermost;
use crate::bindings::roles::{ScopeClasses, Traits};
use crate::languages::Names;
use crate::own::is_comment;
use crate::tree::{NodeId, Tree};

/// Returns when two names of an outline are equal. O(tokens).
pub(in crate::bindings) fn names(tree: &Tree) -> Names {
    let words = tree.tokens().iter().map(|&token| tree.text_of(token));
    if ignores_case(words) { Names::AnyCase } else { Names::Exact }
}

/// Guesses what the lines of an outline define and use. O(tokens · depth).
pub(in crate::bindings) fn collected(tree: &Tree, names: Names) -> Collected {
    Lines::of(tree, names).collected()
}

impl Lines<'_> {
    fn collected(&self) -> Collected {
        let mut collected = Collected::default();
        collected.scopes.push((self.tree.root(), ScopeClasses::default()));
        let declared: HashSet<Vec<u8>> = self
            .lines
            .iter()
            .filter(|line| line.head.sort != Sort::Assignment)
            .flat_map(|line| &line.head.names)
            .map(|&name| self.plain(name))
            .collect();
        let mut assigned: HashSet<(Option<NodeId>, Vec<u8>)> = HashSet::new();
        for (line, owner) in self.lines.iter().zip(&self.owners) {
            if line.node != self.tree.root() && self.is_element(line.node) {
                collected.statements.push(line.node);
            }
            let around = self.around(line.node);
            if line.head.sort == Sort::Function {
                collected.scopes.push((line.node, ScopeClasses::default()));
                let parameters = parameters(self.tree, line.node);
                collected.definitions.extend(
                    parameters
                        .into_iter()
                        .map(|name| FoundDefinition::new(name, NAME, name, None, None, Traits::default())),
                );
            }
            for &name in &line.head.names {
                let is_assigned = line.head.sort == Sort::Assignment;
                let plain = if is_assigned { self.plain(name) } else { Vec::new() };
                if is_assigned && (declared.contains(&plain) || !assigned.insert((around.function, plain))) {
                    continue;
                }
                let definition = self.definition(line, name, around);
                if let Some(owner) = owner.as_ref().filter(|_| definition.traits.member) {
                    let key = (name, definition.namespace);
                    collected.spelled.insert(key, qualified(owner, &self.plain(name)));
                }
                collected.definitions.push(definition);
            }
        }
        let defined: HashSet<Vec<u8>> =
            collected.definitions.iter().map(|found| self.plain(found.name)).collect();
        self.add_uses(&mut collected, &defined);
        collected.normalize(self.tree);
        collected
    }

    fn definition(&self, line: &Line, name: NodeId, around: Around) -> FoundDefinition {
        let whole = self.is_element(line.node).then_some(line.node);
        let body = has_body(self.tree, line.node);
        if around.function.is_some() {
            return FoundDefinition::new(
                name,
                NAME,
                line.node,
                whole,
                None,
                Traits { body, ..Traits::default() },
            );
        }
        let is_of_type = around.holder.is_some() || line.head.path.is_some();
        let member = is_of_type && line.head.sort != Sort::Import;
        let traits = Traits { member, body, scope: Some(ScopeClasses::default()), ..Traits::default() };
        FoundDefinition::new(name, if member { MEMBER } else { NAME }, line.node, whole, None, traits)
    }

    /// Adds all words that name what is defined somewhere.
    fn add_uses(&self, collected: &mut Collected, defined: &HashSet<Vec<u8>>) {
        let tree = self.tree;
        let members = Members::of(self);
        let Visible { names, locals, globals } = Visible::of(self, &collected.definitions);
        let tokens = tree.tokens();
        let ranges: Vec<_> = self.lines.iter().map(|line| tree.subtree(line.node)).collect();
        let around = innermost(&ranges, tokens.iter().map(|token| token.0));
        let comments: Vec<bool> = self.lines.iter().map(|line| is_comment(tree.text_of(line.node))).collect();
        let text_at = |at: Option<usize>| {
            at.and_then(|at| tokens.get(at)).map_or(&b""[..], |&token| tree.text_of(token))
        };
        for ((at, &token), line) in tokens.iter().enumerate().zip(around) {
            let line = line.map(|line| line as usize);
            let is_word = tree.kind_name(token) == "word" && meaning(tree.text_of(token)) == Word::Name;
            if !is_word || line.is_some_and(|line| comments[line]) || names.contains(&token) {
                continue;
            }
            let name = self.plain(token);
            let before = text_at(at.checked_sub(1));
            // `end f` repeats a name, and `f =>` is one of a parameter.
            let names_parameter = text_at(Some(at + 1)) == b"=" && text_at(Some(at + 2)) == b">";
            if !defined.contains(&name) || before.eq_ignore_ascii_case(b"end") || names_parameter {
                continue;
            }
            let receiver = (before == b".").then(|| text_at(at.checked_sub(2)));
            let is_own = receiver.is_none_or(|receiver| meaning(receiver) == Word::Other);
            let functions = line.into_iter().flat_map(|line| self.functions(line));
            let is_local = || functions.clone().any(|function| locals.contains(&(function, name.clone())));
            let owner = || line.and_then(|line| self.owners[line].as_deref());
            let of = match receiver {
                None if is_local() => None,
                _ if is_own => owner()
                    .and_then(|owner| members.own(owner, &name))
                    .or_else(|| members.of_other(b"", &name).filter(|_| !globals.contains(&name))),
                Some(receiver) => members.of_other(&self.names.plain(receiver), &name),
                None => None,
            };
            let (namespace, other) = if of.is_some() || !is_own { (MEMBER, NAME) } else { (NAME, MEMBER) };
            if let Some(owner) = of {
                collected.spelled.insert((token, namespace), qualified(&owner, &name));
            }
            collected.add_use(token, namespace, Traits { fallback: Some(other), ..Traits::default() });
        }
    }
}
