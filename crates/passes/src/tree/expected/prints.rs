//! Statements that print something: a place for texts that no single literal has the words of.

use std::cmp::Reverse;
use std::collections::HashMap;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

/// What the names of functions and statements that print contain.
const PRINTS: [&str; 3] = ["print", "write", "put_line"];
/// Other such names.
const OTHERS: [&str; 5] = ["puts", "echo", "cout", "log", "say"];
/// The most places.
const MOST_PRINTS: usize = 2;
/// How many tokens before a literal may name what prints it, in its statement or, where statements
/// are not known, anywhere.
const MOST_BEFORE: [u32; 2] = [8, 4];
/// How many nodes around a literal are looked at.
const MOST_AROUND: usize = 128;

/// Returns those of some printed literals that are nearest to where the program begins: in `main`
/// or outside of functions rather than in other functions, then in the fewest statements, then the
/// first ones. O(literals + definitions).
pub(super) fn prints(tree: &Tree, bindings: &Bindings, printed: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let definitions = bindings.definitions().iter().filter(|found| found.has_body);
    let functions: HashMap<NodeId, NodeId> =
        definitions.filter_map(|found| Some((found.node?, found.name))).collect();
    let mut found: Vec<(Reverse<bool>, usize, NodeId)> = Vec::new();
    for literal in printed {
        let around = || tree.ancestors(literal).take(MOST_AROUND);
        let in_function = around().find_map(|node| function_name(tree, &functions, node));
        let is_first = in_function.is_none_or(|name| name.eq_ignore_ascii_case(b"main"));
        let depth = around().filter(|&node| bindings.is_statement(node)).count();
        found.push((Reverse(is_first), depth, literal));
    }
    found.sort_unstable();
    found.truncate(MOST_PRINTS);
    found.into_iter().map(|(.., literal)| literal).collect()
}

/// Returns the name of the function that a node defines, if it does.
fn function_name<'a>(tree: &'a Tree, functions: &HashMap<NodeId, NodeId>, node: NodeId) -> Option<&'a [u8]> {
    let kind = tree.kind_name(node);
    if !["func", "method", "def", "sub"].iter().any(|word| kind.contains(word)) {
        return None;
    }
    functions.get(&node).map(|&name| tree.text_of(name))
}

/// Returns the innermost statement around a literal.
pub(super) fn statement(tree: &Tree, bindings: &Bindings, literal: NodeId) -> Option<NodeId> {
    tree.ancestors(literal).take(MOST_AROUND).find(|&node| bindings.is_statement(node))
}

/// Whether something shortly before a literal has the name of what prints.
pub(super) fn is_printed(tree: &Tree, bindings: &Bindings, literal: NodeId) -> bool {
    let at = tree.token_range(literal).start;
    let first = match statement(tree, bindings, literal) {
        Some(statement) => tree.token_range(statement).start.max(at.saturating_sub(MOST_BEFORE[0])),
        None => at.saturating_sub(MOST_BEFORE[1]),
    };
    tree.tokens()[first as usize..at as usize].iter().any(|&token| {
        let name = String::from_utf8_lossy(tree.text_of(token)).to_lowercase();
        let is_name = name.starts_with(|char: char| char.is_alphabetic());
        is_name && (PRINTS.iter().any(|word| name.contains(word)) || OTHERS.contains(&&*name))
    })
}
