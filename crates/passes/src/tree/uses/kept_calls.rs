//! Calls that stay of statements whose values nothing uses any more.

use std::ops::Range;

use dwindle_syntax::bindings::{DefinitionId, UseId};
use dwindle_syntax::uses::{CompanionKind, Uses};
use dwindle_syntax::{NodeId, Tree};

use super::rest::Rest;
use super::sources::names_in;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// How many times statements are looked for that lose their names.
const MOST_ROUNDS: usize = 4;
/// Statements with more tokens are removed as a whole.
const LONGEST: u32 = 256;

/// Returns the changes that leave only a call of each statement that would be removed along, and
/// calls something: `f();` of `let a = f();`, and of `b = b + f();`.
pub(super) fn kept_calls(
    uses: &Uses,
    (before, now): (&TokenEdits, &TokenEdits),
    subject: &Subject,
    along: CompanionKind,
) -> Vec<Change> {
    let tree = subject.tree();
    let gone = |cut: &TokenEdits| -> Vec<Range<usize>> { cut.gone_bytes(tree).collect() };
    let was_gone = gone(before);
    let mut together = now.clone();
    let mut changes = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let going = uses.companion(&was_gone, &gone(&together), along);
        let rest = Rest { subject, uses, cut: &together };
        let new: Vec<Change> = going.iter().flat_map(|&node| all_but_call(&rest, node, &going)).collect();
        if new.is_empty() {
            break;
        }
        together = subject.apply(&together, new.iter());
        changes.extend(new);
    }
    changes
}

/// Returns the changes that leave only a call of a statement; none if it has no call that does
/// without what is `going`.
fn all_but_call(rest: &Rest<'_>, statement: NodeId, going: &[NodeId]) -> Vec<Change> {
    let tree = rest.subject.tree();
    let above =
        tree.parent(statement).filter(|&above| tree.kind_name(above).contains("expression_statement"));
    let statement = above.unwrap_or(statement);
    let is_short = tree.n_tokens(statement) <= LONGEST;
    let may_shrink = Some(statement).filter(|&node| is_short && is_held(tree, node));
    let Some(call) = may_shrink.and_then(|node| largest(rest, node, (node, going))) else {
        return Vec::new();
    };
    let (all, keep) = (tree.token_range(statement), tree.token_range(call));
    let is_end = |at: u32| tree.text_of(tree.tokens()[at as usize]) == b";";
    let end = all.end.checked_sub(1).filter(|&at| is_end(at) && keep.end <= at);
    let goes = |at: &u32| !keep.contains(at) && Some(*at) != end && 0 < rest.cut.n_alive(*at..*at + 1);
    all.filter(goes).map(|at| Change::Delete(tree.tokens()[at as usize])).collect()
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

/// Returns the largest expression within a node that calls something and does without what goes
/// with the statement; `None` if there is none.
fn largest(rest: &Rest<'_>, node: NodeId, goes: (NodeId, &[NodeId])) -> Option<NodeId> {
    let tree = rest.subject.tree();
    let is_candidate = |&child: &NodeId| tree.is_named(child) && has_call(rest, child);
    let mut inside: Vec<NodeId> = tree.children(node).filter(is_candidate).collect();
    inside.sort_by_key(|&child| std::cmp::Reverse(rest.subject.n_alive(child, rest.cut)));
    inside.into_iter().find_map(|child| match holds_other(tree, child) {
        true => None,
        false if is_free(rest, child, goes) => Some(child),
        false => largest(rest, child, goes),
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

/// Whether a node uses nothing that is gone, and nothing that goes with the statement: what that
/// defines or assigns to. What else goes may stay because of the node.
fn is_free(rest: &Rest<'_>, node: NodeId, (statement, going): (NodeId, &[NodeId])) -> bool {
    let (tree, bindings) = (rest.subject.tree(), rest.uses.bindings());
    let is_within = |id: &DefinitionId, nodes: &[NodeId]| {
        nodes.iter().any(|&node| tree.is_within(bindings.definition(*id).name, node))
    };
    let is_sign = |&&token: &&NodeId| matches!(tree.text_of(token), b"=" | b"+=" | b"-=" | b"*=" | b"|=");
    let sign = tree.tokens_of(statement).iter().find(is_sign);
    let is_target = |id: &UseId| {
        let place = bindings.use_at(*id).node;
        tree.is_within(place, statement) && sign.is_some_and(|&sign| place < sign)
    };
    let is_local = |entity| tree.is_within(bindings.entity(entity).scope, node);
    let mut own = bindings.definitions_within(tree.subtree(node)).iter();
    own.all(|found| is_local(found.entity))
        && names_in(bindings, tree.subtree(node)).all(|entity| {
            let definitions = || entity.definitions.iter().filter(|id| !is_within(id, &[node]));
            let is_gone = definitions().all(|&id| !rest.has(bindings.definition(id).name));
            let is_own = || {
                let goes = definitions().all(|id| is_within(id, going));
                goes && (definitions().any(|id| is_within(id, &[statement]))
                    || entity.uses.iter().any(is_target))
            };
            definitions().next().is_none() || !is_gone && !is_own()
        })
}
