//! Calls that stay of statements whose values nothing uses any more.

use std::collections::BTreeSet;

use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::{NodeId, Tree};

use super::rest::Rest;
use crate::tree::token_edits::Change;

/// Statements with more tokens are removed as a whole.
const LONGEST: u32 = 256;
/// Where more goes along, no calls stay.
const MOST_GOING: usize = 64;

/// Returns the changes that leave only a call of each statement that is `going` along, and calls
/// something: `f();` of `let a = f();`, and of `b = b + f();`. Those that go are in order, and none
/// is within another. A statement whose names such a call needs stays as it is. O(names in what
/// goes · log names).
pub(super) fn kept_calls(rest: &Rest<'_>, going: &[NodeId]) -> Vec<Change> {
    if MOST_GOING < going.len() {
        return Vec::new();
    }
    // What a value is made of comes before it.
    let mut needed: BTreeSet<EntityId> = BTreeSet::new();
    let mut kept: Vec<Kept> = Vec::new();
    for &node in going.iter().rev() {
        let statement = Statement::of(rest, node);
        if statement.names.iter().any(|name| needed.contains(name)) {
            needed.extend(used_in(rest, statement.node));
        } else if let Some(call) = statement.call(rest, going) {
            needed.extend(used_in(rest, call));
            kept.push(Kept { statement, call });
        }
    }
    kept.retain(|kept| !kept.statement.names.iter().any(|name| needed.contains(name)));
    kept.iter().flat_map(|kept| kept.changes(rest)).collect()
}

/// Returns the entities that are used in what is left of a node.
fn used_in(rest: &Rest<'_>, node: NodeId) -> impl Iterator<Item = EntityId> {
    uses_in(rest, node).map(|(_, entity)| entity)
}

/// Returns the uses of entities in what is left of a node.
fn uses_in(rest: &Rest<'_>, node: NodeId) -> impl Iterator<Item = (NodeId, EntityId)> {
    let inside = rest.uses.bindings().uses_within(rest.subject.tree().subtree(node)).iter();
    inside.filter(|found| rest.has(found.node)).filter_map(|found| Some((found.node, found.entity?)))
}

/// Something that goes along.
struct Statement {
    node: NodeId,
    /// What it defines or assigns to.
    names: Vec<EntityId>,
}

impl Statement {
    fn of(rest: &Rest<'_>, node: NodeId) -> Statement {
        let (tree, bindings) = (rest.subject.tree(), rest.uses.bindings());
        let is_wrapper = |&above: &NodeId| tree.kind_name(above).contains("expression_statement");
        let node = tree.parent(node).filter(is_wrapper).unwrap_or(node);
        let is_sign = |&&token: &&NodeId| matches!(tree.text_of(token), b"=" | b"+=" | b"-=" | b"*=" | b"|=");
        let sign = tree.tokens_of(node).iter().find(is_sign);
        let targets = uses_in(rest, node).take_while(|(place, _)| sign.is_some_and(|sign| place < sign));
        let own = bindings.definitions_within(tree.subtree(node)).iter().map(|found| found.entity);
        Statement { node, names: own.chain(targets.map(|(_, entity)| entity)).collect() }
    }

    /// Returns the largest call in a statement that does without what goes with it.
    fn call(&self, rest: &Rest<'_>, going: &[NodeId]) -> Option<NodeId> {
        let tree = rest.subject.tree();
        if LONGEST < tree.n_tokens(self.node) || !is_held(tree, self.node) {
            return None;
        }
        // What is assigned to may be needed for other reasons, as `self` is.
        let goes = |&entity: &EntityId| {
            let bindings = rest.uses.bindings();
            let mut names =
                bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id).name);
            names.all(|name| is_within_any(tree, name, going))
        };
        let names: Vec<EntityId> = self.names.iter().copied().filter(goes).collect();
        largest(rest, self.node, &names)
    }
}

/// Whether a node lies within one of some nodes, which are in order and not within each other.
pub(super) fn is_within_any(tree: &Tree, node: NodeId, nodes: &[NodeId]) -> bool {
    let behind = nodes.partition_point(|other| other.0 <= node.0);
    behind.checked_sub(1).is_some_and(|last| tree.is_within(node, nodes[last]))
}

/// A statement of which only a call stays.
struct Kept {
    statement: Statement,
    call: NodeId,
}

impl Kept {
    /// Returns the changes that remove everything else.
    fn changes(&self, rest: &Rest<'_>) -> Vec<Change> {
        let tree = rest.subject.tree();
        let (all, keep) = (tree.token_range(self.statement.node), tree.token_range(self.call));
        let is_end = |at: u32| tree.text_of(tree.tokens()[at as usize]) == b";";
        let end = all.end.checked_sub(1).filter(|&at| is_end(at) && keep.end <= at);
        let goes = |at: &u32| !keep.contains(at) && Some(*at) != end && 0 < rest.cut.n_alive(*at..*at + 1);
        all.filter(goes).map(|at| Change::Delete(tree.tokens()[at as usize])).collect()
    }
}

/// Whether a node is one of several statements.
fn is_held(tree: &Tree, node: NodeId) -> bool {
    const HOLDERS: [&str; 9] = [
        "block",
        "compound",
        "body",
        "statements",
        "statement_list",
        "program",
        "module",
        "chunk",
        "source_file",
    ];
    let above = tree.parent(node).map_or("", |above| tree.kind_name(above));
    HOLDERS.iter().any(|word| above.contains(word)) && !above.contains("class")
}

/// Returns the largest expression within a node that calls something, and uses none of some names
/// and nothing that is gone; `None` if there is none.
fn largest(rest: &Rest<'_>, node: NodeId, names: &[EntityId]) -> Option<NodeId> {
    let tree = rest.subject.tree();
    let is_candidate = |&child: &NodeId| tree.is_named(child) && has_call(rest, child);
    let mut inside: Vec<NodeId> = tree.children(node).filter(is_candidate).collect();
    inside.sort_by_key(|&child| std::cmp::Reverse(rest.subject.n_alive(child, rest.cut)));
    inside.into_iter().find_map(|child| match holds_other(tree, child) {
        true => None,
        false if is_free(rest, child, names) => Some(child),
        false => largest(rest, child, names),
    })
}

/// Whether a node is not an expression, or another function.
fn holds_other(tree: &Tree, node: NodeId) -> bool {
    const OTHER: [&str; 12] = [
        "block",
        "body",
        "statement",
        "lambda",
        "closure",
        "function_",
        "arrow",
        "func_",
        "clause",
        "pattern",
        "type",
        "parameter",
    ];
    let kind = tree.kind_name(node);
    OTHER.iter().any(|word| kind.contains(word)) && !is_call(kind)
}

fn is_call(kind: &str) -> bool {
    ["call", "invocation", "application", "apply"].iter().any(|word| kind.contains(word))
}

/// Whether a node holds a call of which something is left.
fn has_call(rest: &Rest<'_>, node: NodeId) -> bool {
    let tree = rest.subject.tree();
    tree.preorder(node).any(|inner| is_call(tree.kind_name(inner)) && rest.has(inner))
}

/// Whether a node uses and defines none of some names, and uses nothing that is gone.
fn is_free(rest: &Rest<'_>, node: NodeId, names: &[EntityId]) -> bool {
    let (tree, bindings) = (rest.subject.tree(), rest.uses.bindings());
    let mut own = bindings.definitions_within(tree.subtree(node)).iter();
    let is_left = |entity: EntityId| {
        let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id).name);
        all.clone().next().is_none() || all.any(|name| rest.has(name))
    };
    own.all(|found| tree.is_within(bindings.entity(found.entity).scope, node))
        && used_in(rest, node).all(|entity| !names.contains(&entity) && is_left(entity))
}
