//! Removes one level of a definition (such as a pointer or an array) together with that level at
//! all uses.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Definition, EntityId};

use super::closures::parameters::{is_function, with_arguments};
use super::hoisting::{Preference, replacements};
use super::node_facts::Removability;
use super::search::{Framework, Task, TreeSearch};
use super::subject::Subject;
use super::token_edits::{Change, TokenEdits, outermost};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "levels",
    summary: "removes a level of a definition together with that level at all its uses",
    manual: "\
For small results, in languages with known definitions and uses. Removes what is around a type, or \
around a name in its definition, together with what is around the name at its uses, and around the \
arguments of a parameter: `int *p; *p = 1;` becomes `int p; p = 1;`, `int a[2][2]; a[0][0];` \
becomes `int a[2]; a[0];`. Given up after six misses in a row.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_MISSES)),
};

/// Files with more entities are left alone.
const MOST_ENTITIES: usize = 200;
/// Budget of misses in a row for the pass.
const MOST_MISSES: u32 = 6;
/// How many levels of a definition are tried.
const MOST_TRIED: usize = 3;
/// A node with more tokens is more than the type or the name in a definition.
const MOST_TOKENS: u32 = 32;
/// How many ancestors of a name are searched for a level.
const MOST_AROUND: usize = 8;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_with_bindings(ENTRY.name, options, document, |_, bindings| {
        let is_small = bindings.entities().len() <= MOST_ENTITIES;
        is_small.then(|| EachEntity { bindings: Arc::new(bindings), at: EntityId(0), n_tried: 0, last: None })
    })
}

/// One entity after the other, each until none of its levels can be removed.
#[derive(Clone)]
struct EachEntity {
    bindings: Arc<Bindings>,
    at: EntityId,
    /// How many ways to remove a level were tried for it without success.
    n_tried: usize,
    /// What was accepted before the last attempt.
    last: Option<TokenEdits>,
}

impl Framework for EachEntity {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        if let Some(before) = self.last.take() {
            self.n_tried = if before == *edits { self.n_tried + 1 } else { 0 };
        }
        while (self.at.0 as usize) < self.bindings.entities().len() {
            if let Some(changes) = ways(subject, &self.bindings, edits, self.at).into_iter().nth(self.n_tried)
            {
                self.last = Some(edits.clone());
                return Some(Task::Batch(changes));
            }
            self.at.0 += 1;
            self.n_tried = 0;
        }
        None
    }
}

/// Returns the ways to remove a level of an entity: each removes another part of its definitions,
/// and a level at all uses.
fn ways(subject: &Subject, bindings: &Bindings, edits: &TokenEdits, entity: EntityId) -> Vec<Vec<Change>> {
    if is_function(subject.tree(), bindings, entity) {
        return Vec::new();
    }
    let found = bindings.entity(entity);
    let uses = found.uses.iter().map(|&id| bindings.use_at(id).node);
    let mut used: Vec<Change> = uses.filter_map(|node| around(subject, edits, node)).collect();
    let definitions: Vec<&Definition> = found.definitions.iter().map(|&id| bindings.definition(id)).collect();
    let Some(first) = definitions.first() else { return Vec::new() };
    // For a parameter: all of its declarations, and its arguments.
    let lists = with_arguments(subject.tree(), bindings, first.name).unwrap_or_default();
    used.extend(arguments(subject, bindings, edits, &lists));
    if used.is_empty() {
        return Vec::new();
    }
    let of_each: Vec<Vec<Change>> =
        definitions.iter().map(|definition| within(subject, edits, definition, &lists)).collect();
    let n_ways = of_each.iter().map(Vec::len).max().unwrap_or(0);
    let way = |at: usize| {
        let defined = of_each.iter().filter_map(|changes| changes.get(at));
        outermost(subject.tree(), defined.chain(&used).cloned().collect(), Change::node)
    };
    (0..n_ways).map(way).collect()
}

/// Returns the change that removes the level around a node: `*p` becomes `p`, `a[0]` becomes `a`.
fn around(subject: &Subject, edits: &TokenEdits, node: NodeId) -> Option<Change> {
    let own = subject.n_alive(node, edits);
    let mut around = subject.tree().ancestors(node).take(MOST_AROUND);
    let place = around.find(|&above| own != 0 && own < subject.n_alive(above, edits))?;
    subject
        .any_fits(&subject.chain(place, edits), &subject.chain(node, edits))
        .then(|| Change::Hoist { node: place, keep: subject.tree().token_range(node) })
}

/// Returns the changes that remove a level of each argument in `elements`: of the elements that
/// define nothing.
fn arguments(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    elements: &BTreeSet<NodeId>,
) -> Vec<Change> {
    let is_argument = |node: &NodeId| bindings.definitions_within(subject.tree().subtree(*node)).is_empty();
    let largest = |&node| replacements(subject, node, edits, Preference::Largest).into_iter().next();
    elements.iter().filter(|node| is_argument(node)).filter_map(largest).collect()
}

/// Returns the changes that each remove a level of a definition, from the outside in, and keep its
/// name. The definition may be in one of `elements`.
fn within(
    subject: &Subject,
    edits: &TokenEdits,
    definition: &Definition,
    elements: &BTreeSet<NodeId>,
) -> Vec<Change> {
    let tree = subject.tree();
    let Some(home) = home(subject, definition, elements) else { return Vec::new() };
    let nodes = tree.preorder(home).filter(|&node| {
        let n_alive = subject.n_alive(node, edits);
        node != home && 1 < n_alive && n_alive <= MOST_TOKENS
    });
    let name = tree.token_range(definition.name);
    let keeps_name = |change: &Change| match change {
        Change::Hoist { node, keep } => {
            !tree.is_within(definition.name, *node) || (keep.start <= name.start && name.end <= keep.end)
        }
        Change::Delete(_) | Change::Replace(..) => false,
    };
    let mut seen = BTreeSet::new();
    let changes = nodes.filter_map(|node| {
        let level = replacements(subject, node, edits, Preference::Largest).into_iter().find(keeps_name)?;
        // A node and its single child have the same levels.
        let tokens = tree.token_range(level.node());
        seen.insert((tokens.start, tokens.end)).then_some(level)
    });
    changes.take(MOST_TRIED).collect()
}

/// Returns the node of a definition: all of it, or the parameter, or else the innermost removable
/// node around its name.
fn home(subject: &Subject, definition: &Definition, elements: &BTreeSet<NodeId>) -> Option<NodeId> {
    let (tree, name) = (subject.tree(), definition.name);
    let parameter = || elements.iter().copied().find(|&node| tree.is_within(name, node));
    let may_go = |&node: &NodeId| {
        subject
            .file
            .facts
            .as_ref()
            .is_some_and(|facts| facts.removability(tree, node) == Removability::Removable)
    };
    let around = || tree.ancestors(name).take(MOST_AROUND).find(may_go).or_else(|| tree.parent(name));
    definition.outermost().or_else(parameter).or_else(around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce_file};

    /// Reduces a text; interesting if the two words of each pair occur equally often.
    fn left(path: &str, text: &str, alike: &[(&str, &str)]) -> String {
        let are_alike = |text: &str| {
            alike.iter().all(|(one, other)| text.matches(one).count() == text.matches(other).count())
        };
        reduce_file(&ENTRY.pass(&best_options()), path, text, are_alike).0
    }

    #[test]
    fn what_is_around_a_name_goes_where_it_is_defined_and_used() {
        let text = "int *p;\nvoid f(void) { *p = 1; g(*p); }\n";
        assert_eq!(left("a.c", text, &[("int *p", "g(*p")]), "int p;\nvoid f(void) { p = 1; g(p); }\n");
    }

    #[test]
    fn all_levels_go_one_after_the_other() {
        let text = "fn f(v: array<array<array<i32, 4>, 4>, 4>) { g(v[0][0][0]); }\n";
        assert_eq!(left("a.wgsl", text, &[("array<", "[0]")]), "fn f(v: array<i32, 4>) { g(v[0]); }\n");
    }

    #[test]
    fn arguments_lose_a_level_with_their_parameter() {
        let text = "void f(int *p) { *p = 1; }\nvoid g(int b) { f(&b); }\n";
        let after = "void f(int p) { p = 1; }\nvoid g(int b) { f(b); }\n";
        assert_eq!(left("a.c", text, &[("int *p", "{ *p"), ("int *p", "&b")]), after);
    }

    #[test]
    fn what_has_no_level_at_its_uses_is_left_alone() {
        let text = "int *p;\nint *f(void) { return p; }\n";
        assert_eq!(left("a.c", text, &[]), text);
    }
}
