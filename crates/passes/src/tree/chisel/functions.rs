//! The statements of functions as lists.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

/// The statements of a text, list by list: those of the largest function first, and of each function the outermost ones
/// first. Statements outside of functions come last.
pub(super) struct Functions {
    lists: Vec<Vec<NodeId>>,
}

impl Functions {
    pub(super) fn of(tree: &Tree, bindings: &Bindings) -> Functions {
        let functions = outermost(
            tree,
            bindings
                .definitions()
                .iter()
                .filter(|definition| definition.has_body)
                .filter_map(|found| found.whole),
        );
        let function_around = |node: NodeId| {
            let at = functions.partition_point(|function| *function <= node).checked_sub(1)?;
            tree.is_within(node, functions[at]).then_some(functions[at])
        };
        let mut by_function: BTreeMap<Option<NodeId>, Vec<Vec<NodeId>>> = BTreeMap::new();
        // The statements around, with their functions and how deep they stand in them.
        let mut around: Vec<(NodeId, Option<NodeId>, usize)> = Vec::new();
        for &statement in bindings.statements() {
            while around.last().is_some_and(|&(last, ..)| !tree.is_within(statement, last)) {
                around.pop();
            }
            let function = function_around(statement);
            let above = around.last().filter(|(_, above, _)| *above == function);
            let depth = above.map_or(0, |(.., depth)| depth + 1);
            // What stands in no function and in no other statement is a global declaration.
            if function.is_some() || !around.is_empty() {
                let levels = by_function.entry(function).or_default();
                levels.resize(levels.len().max(depth + 1), Vec::new());
                levels[depth].push(statement);
            }
            around.push((statement, function, depth));
        }
        let mut functions: Vec<_> = by_function.into_iter().collect();
        functions.sort_by_key(|(function, _)| {
            (function.is_none(), Reverse(function.map_or(0, |function| tree.n_tokens(function))))
        });
        let lists = functions.into_iter().flat_map(|(_, levels)| levels).filter(|list| !list.is_empty());
        Functions { lists: lists.collect() }
    }

    pub(super) fn lists(&self) -> &[Vec<NodeId>] {
        &self.lists
    }
}

/// Gives those nodes that lie in none of the others, in order.
fn outermost(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = nodes.collect();
    nodes.sort_unstable();
    let mut kept: Vec<NodeId> = Vec::new();
    for node in nodes {
        if kept.last().is_none_or(|&last| !tree.is_within(node, last)) {
            kept.push(node);
        }
    }
    kept
}
