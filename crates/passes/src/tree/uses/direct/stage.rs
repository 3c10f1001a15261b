//! The statements that a program starts with, one after the other.

use std::collections::HashSet;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId};
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::{NodeId, Tree};

use super::entry::{Start, of_function, used_in, with_body};
use crate::tree::uses::sources::{call, kind_has};

/// How many functions are entered that are all that is called.
const DEEPEST: usize = 3;

/// The statements that a program starts with.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// Without one at the end that only returns something.
    pub(super) statements: Vec<NodeId>,
    /// That one.
    ending: Option<NodeId>,
    /// The function that they are in, of which nothing is replaced yet. `None` for top-level
    /// statements.
    function: Option<Start>,
}

impl Stage {
    /// Returns the statements of the entry point or, without one, those at the top level. If they
    /// only call a function of the text without arguments, those of that function. `None` if the
    /// text is no program. O(nodes).
    pub(super) fn of(bindings: &Bindings, rules: Option<&DirectCall>) -> Option<Stage> {
        let tree = bindings.tree();
        let mut stage = match of_function(bindings) {
            Some(function) => Stage::in_function(bindings, function)?,
            None => Stage { statements: at_top(tree, rules?), ending: None, function: None },
        };
        for _ in 0..DEEPEST {
            let mut runs = stage.statements.iter().filter(|&&node| !only_defines(tree, node));
            let (Some(&only), None) = (runs.next(), runs.next()) else { break };
            let function = called(bindings, only).and_then(|found| Start::of_body(tree, found));
            let Some(function) = function else { break };
            let outer = stage.function.iter();
            let callers = outer.flat_map(|outer| outer.callers.iter().copied().chain(outer.entity)).collect();
            let Some(inner) = Stage::in_function(bindings, Start { callers, ..function }) else { break };
            stage = inner;
        }
        (!stage.statements.is_empty()).then_some(stage)
    }

    fn in_function(bindings: &Bindings, function: Start) -> Option<Stage> {
        let tree = bindings.tree();
        let mut statements = outermost(bindings, function.place);
        let &last = statements.last()?;
        let tokens = tree.tokens_of(last);
        let returns = tokens.first().is_some_and(|&token| tree.text_of(token) == b"return");
        // In Rust, a value at the end is what a function returns.
        let is_value = function.result.is_some()
            && !tree.kind_name(last).ends_with("_statement")
            && tree.text().get(tree.range(last).end - 1) != Some(&b';');
        let calls_own = used_in(bindings, last).any(|entity| with_body(bindings, entity).is_some());
        // What fails may be what gives the result.
        let is_ending = returns && !calls_own || is_value;
        let ending = if is_ending { statements.pop() } else { None };
        Some(Stage { statements, ending, function: Some(function) })
    }

    /// Returns where a call stands that takes the place of a statement and of those behind it.
    pub(super) fn start(&self, at: usize) -> Start {
        let (place, others) = (self.statements[at], self.statements[at + 1..].to_vec());
        let before = self.statements[..at].to_vec();
        let function = self.function.clone().unwrap_or_else(|| Start::at(place));
        Start { place, others, before, ending: self.ending, is_body: false, ..function }
    }
}

/// Divides statements into those that stay, those of which only a call stays as nothing needs what
/// they define, and those that do nothing else. `wanted` are the entities that are needed.
pub(super) fn divided(
    bindings: &Bindings,
    statements: Vec<NodeId>,
    wanted: &HashSet<EntityId>,
) -> [Vec<NodeId>; 3] {
    let tree = bindings.tree();
    let is_needed = |node: &NodeId| {
        let defined = bindings.definitions_within(tree.subtree(*node));
        brings_names(tree, *node)
            || defined.is_empty()
            || defined.iter().any(|found| wanted.contains(&found.entity))
    };
    let (stay, others): (Vec<NodeId>, Vec<NodeId>) = statements.into_iter().partition(is_needed);
    let calls = |node: &NodeId| {
        bindings.uses_within(tree.subtree(*node)).iter().any(|used| call(tree, used.node).is_some())
    };
    let (idle, rest): (Vec<NodeId>, Vec<NodeId>) = others.into_iter().partition(calls);
    [stay, idle, rest]
}

/// Whether a statement makes names visible, as `using namespace std;` does.
pub(super) fn brings_names(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["using", "import"])
}

/// Returns the outermost statements within a node.
fn outermost(bindings: &Bindings, within: NodeId) -> Vec<NodeId> {
    let (tree, all) = (bindings.tree(), bindings.statements());
    let range = tree.subtree(within);
    let first = all.partition_point(|node| node.0 <= range.start);
    let mut found: Vec<NodeId> = Vec::new();
    for &node in all[first..].iter().take_while(|node| node.0 < range.end) {
        let is_inside = found.last().is_some_and(|&last| tree.is_within(node, last));
        if !is_inside && !tree.is_extra(node) {
            found.push(node);
        }
    }
    found
}

/// The kinds of statements that define variables.
const VARIABLES: [&str; 3] = ["lexical_declaration", "variable_declaration", "assignment"];

/// Whether a top-level statement does nothing but define variables.
fn only_defines(tree: &Tree, node: NodeId) -> bool {
    let is_one = |node: NodeId| VARIABLES.contains(&tree.kind_name(node));
    is_one(node) || tree.kind_name(node) == "expression_statement" && tree.children(node).any(is_one)
}

/// Returns the top-level statements that do something, or define a variable.
fn at_top(tree: &Tree, rules: &DirectCall) -> Vec<NodeId> {
    let runs = |&node: &NodeId| {
        rules.statements.contains(&tree.kind_name(node)) || VARIABLES.contains(&tree.kind_name(node))
    };
    if rules.statements.is_empty() {
        return Vec::new();
    }
    tree.children(tree.root()).filter(runs).collect()
}

/// Returns the function of the text that is all that a statement calls.
fn called(bindings: &Bindings, statement: NodeId) -> Option<&Definition> {
    let tree = bindings.tree();
    let uses = bindings.uses_within(tree.subtree(statement)).iter();
    let mut own = uses.filter_map(|used| Some((with_body(bindings, used.entity?)?, used.node)));
    let (Some((found, node)), None) = (own.next(), own.next()) else { return None };
    let takes_nothing = call(tree, node).is_some_and(|call| call.arguments.is_empty());
    takes_nothing.then_some(found)
}
