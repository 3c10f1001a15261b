//! The statements of functions, as lists.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::{NodeId, Tree};

use crate::tree::token_edits::outermost;

/// The statements of a text, function by function. A function comes after those that use it; if
/// several can be next, the largest is. Statements outside of functions come last.
pub(super) struct Functions {
    functions: Vec<Statements>,
}

/// The statements of one function by nesting level, the outermost first; no level is empty.
pub(super) type Statements = Vec<Vec<NodeId>>;

impl Functions {
    pub(super) fn of(tree: &Tree, bindings: &Bindings) -> Functions {
        let with_bodies = bindings.definitions().iter().filter(|definition| definition.has_body);
        let functions = outermost(tree, with_bodies.filter_map(|found| found.node).collect(), |&node| node);
        let function_around = |node: NodeId| {
            let at = functions.partition_point(|function| *function <= node).checked_sub(1)?;
            tree.is_within(node, functions[at]).then_some(functions[at])
        };
        let mut by_function: BTreeMap<Option<NodeId>, Statements> = BTreeMap::new();
        // The enclosing statements, with their functions and nesting levels.
        let mut around: Vec<(NodeId, Option<NodeId>, usize)> = Vec::new();
        for &statement in bindings.statements() {
            while around.last().is_some_and(|&(last, ..)| !tree.is_within(statement, last)) {
                around.pop();
            }
            let function = function_around(statement);
            let above = around.last().filter(|(_, above, _)| *above == function);
            let depth = above.map_or(0, |(.., depth)| depth + 1);
            // A statement in no function and no other statement is a global declaration.
            if function.is_some() || !around.is_empty() {
                let levels = by_function.entry(function).or_default();
                levels.resize(levels.len().max(depth + 1), Vec::new());
                levels[depth].push(statement);
            }
            around.push((statement, function, depth));
        }
        by_function.values_mut().for_each(|levels| levels.retain(|level| !level.is_empty()));
        let outside = by_function.remove(&None);
        let in_order = users_first(tree, bindings, &functions).into_iter();
        let inside = in_order.filter_map(|function| by_function.remove(&Some(functions[function])));
        Functions { functions: inside.chain(outside).collect() }
    }

    pub(super) fn get(&self, index: usize) -> Option<&Statements> {
        self.functions.get(index)
    }

    /// Returns the bodies of functions that are a single statement, such as a block.
    pub(super) fn bodies(&self) -> impl Iterator<Item = NodeId> {
        self.functions.iter().filter_map(|levels| match levels.first()?[..] {
            [body] => Some(body),
            _ => None,
        })
    }
}

/// Orders functions so that each comes after those that use it; in a cycle, the largest one comes
/// first. O(functions · log functions + uses).
fn users_first(tree: &Tree, bindings: &Bindings, functions: &[NodeId]) -> Vec<usize> {
    let function_around = |node: NodeId| {
        let at = functions.partition_point(|function| *function <= node).checked_sub(1)?;
        tree.is_within(node, functions[at]).then_some(at)
    };
    let mut defined: HashMap<EntityId, usize> = HashMap::new();
    for definition in bindings.definitions().iter().filter(|definition| definition.has_body) {
        let at = definition.node.and_then(|whole| functions.binary_search(&whole).ok());
        defined.extend(at.map(|at| (definition.entity, at)));
    }
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for bound in bindings.uses() {
        let used = bound.entity.and_then(|entity| defined.get(&entity));
        if let (Some(&used), Some(user)) = (used, function_around(bound.node))
            && used != user
        {
            edges.push((user, used));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    let mut n_users = vec![0usize; functions.len()];
    edges.iter().for_each(|&(_, used)| n_users[used] += 1);
    let priority = |function: usize| (tree.n_tokens(functions[function]), Reverse(function));
    // Sorted by: whether no user is left, the size, the function. Outdated entries are skipped.
    let mut waiting: BinaryHeap<_> =
        (0..functions.len()).map(|function| (n_users[function] == 0, priority(function))).collect();
    let mut is_done = vec![false; functions.len()];
    let mut order = Vec::with_capacity(functions.len());
    while let Some((_, (_, Reverse(function)))) = waiting.pop() {
        if std::mem::replace(&mut is_done[function], true) {
            continue;
        }
        order.push(function);
        let first = edges.partition_point(|&(user, _)| user < function);
        for &(_, used) in edges[first..].iter().take_while(|(user, _)| *user == function) {
            n_users[used] -= 1;
            if n_users[used] == 0 && !is_done[used] {
                waiting.push((true, priority(used)));
            }
        }
    }
    order
}
