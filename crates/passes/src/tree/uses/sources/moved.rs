//! Bodies of functions in the place of their calls.

use dwindle_syntax::{NodeId, Tree};

use super::function::{Body, Ending, has_brackets, is_block, is_return};
use super::kind::kind_has;
use super::left::Left;
use super::texts::{Replaced, Text, label};
use crate::tree::uses::step::Put;

/// A place where a body is put: the name that is used, the node that goes with it, the arguments
/// that take the place of parameters, and what the object takes the place of.
pub(super) struct Place {
    pub(super) name: NodeId,
    pub(super) node: NodeId,
    pub(super) arguments: Vec<(NodeId, NodeId)>,
    pub(super) own: Vec<Replaced>,
}

/// Returns the replacement of a call or a name by a body, and its number of tokens. `None` if there
/// is no place for the body.
pub(super) fn moved(left: &Left<'_>, body: &Body, place: &Place) -> Option<(Put, u32)> {
    let Left { subject, cut, uses, .. } = left;
    let mut text = Text::of(subject, cut, uses.bindings(), (&place.arguments, &place.own));
    let node = match *body {
        Body::Value(value) => {
            text.add_in_place(value, place.node);
            if let Some(label) = label(subject.tree(), place.name) {
                text.begin_with(&label);
            }
            place.node
        }
        Body::Statements { .. } => add_statements(left, &mut text, body, place.node)?,
    };
    let n_tokens = text.n_tokens();
    Some(((node, text.into_bytes().into()), n_tokens))
}

/// Adds what replaces a call by several statements: they alone, if its value is not used; a block,
/// where that is an expression; or they, and then the statement around the call with the result in
/// its place. Returns the node that is replaced.
fn add_statements(left: &Left<'_>, text: &mut Text<'_>, body: &Body, call: NodeId) -> Option<NodeId> {
    let Body::Statements { block, first, last, returns, result } = *body else { return None };
    let (subject, tree) = (left.subject, left.subject.tree());
    let from = tree.token_range(first).start;
    let until = |node: NodeId| from..tree.token_range(node).end;
    let fits = |node: NodeId| {
        let facts = subject.file.facts.as_ref();
        has_brackets(tree, block)
            && facts.is_some_and(|facts| facts.may_replace(tree, node, tree.kind(block)))
    };
    if let Some(whole) = statement(tree, call, returns) {
        reindent(text, tree, block, first, whole)?;
        let lost = result.filter(|_| !returns && !is_last(tree, whole));
        text.add(until(lost.map_or(last, |ending| ending.before)));
        return Some(whole);
    }
    let Some(Ending { before, value }) = result else {
        let whole = around_alone(tree, call).find(|&node| fits(node) && !returns)?;
        text.add_text(b"{ ", 1);
        text.add(until(last));
        text.add_text(b" }", 1);
        return Some(whole);
    };
    let is_body = tree.field_name(call) == Some("body");
    // In C, too, the grammar allows blocks as arguments.
    if (is_body || tree.kind_name(block) == "block") && fits(call) {
        text.add_text(b"{ ", 1);
        // What is the body of a function may return.
        if is_body {
            text.add(until(last));
        } else {
            text.add(until(before));
            text.add_text(b"\n", 0);
            text.add(tree.token_range(value));
        }
        text.add_text(b" }", 1);
        return Some(call);
    }
    let whole = statement_around(tree, call)?;
    reindent(text, tree, block, first, whole)?;
    text.add(until(before));
    match indent(tree, whole) {
        None if !has_brackets(tree, block) => text.add_text(b"; ", 1),
        indent => text.add_text(&[b"\n", indent.unwrap_or_default()].concat(), 0),
    }
    let (around, own) = (tree.token_range(whole), tree.token_range(call));
    text.end_lines();
    text.add(around.start..own.start);
    if around.start < own.start {
        text.add_gap(own.start);
    }
    text.add_in_place(value, call);
    if own.end < around.end {
        text.add_gap(own.end);
        text.add(own.end..around.end);
    }
    Some(whole)
}

/// Changes the indentation of a body's lines to that of its new place, where lines end statements;
/// `None` if that is unknown.
fn reindent(text: &mut Text<'_>, tree: &Tree, block: NodeId, first: NodeId, place: NodeId) -> Option<()> {
    let is_one_line = !tree.text()[tree.range(first).start..tree.range(block).end].contains(&b'\n');
    if has_brackets(tree, block) || is_one_line {
        return Some(());
    }
    text.indent(indent(tree, first)?, indent(tree, place)?);
    Some(())
}

/// Returns the white space before a node on its line; `None` if something else is there.
fn indent(tree: &Tree, node: NodeId) -> Option<&[u8]> {
    const DEEPEST: usize = 256;
    let start = tree.range(node).start;
    let before = &tree.text()[start.saturating_sub(DEEPEST)..start];
    let line = match before.iter().rposition(|&byte| byte == b'\n') {
        Some(at) => at + 1,
        None if start <= DEEPEST => 0,
        None => return None,
    };
    let indent = &before[line..];
    indent.iter().all(|byte| b" \t".contains(byte)).then_some(indent)
}

/// Whether the node above holds this one as a statement.
fn is_held(tree: &Tree, node: NodeId) -> bool {
    let Some(above) = tree.parent(node) else { return false };
    let has = |words: &[&str]| kind_has(tree, above, words);
    if above == tree.root() {
        return has(&["program", "module", "chunk", "script"]);
    }
    let is_case = has(&["case", "switch_section"]) && !has(&["block"]);
    (is_case && tree.field_name(node) == Some("body"))
        || (is_block(tree, above) && !has(&["class", "switch", "enum", "interface"]))
}

/// Statements with more tokens are not written again.
const LONGEST_AROUND: u32 = 256;

/// Returns the innermost statement around a call, within the same function.
fn statement_around(tree: &Tree, call: NodeId) -> Option<NodeId> {
    let leaves = |node: NodeId| {
        const OTHER: [&str; 7] =
            ["function", "lambda", "closure", "arrow", "func_literal", "comprehension", "generator"];
        let is_other = kind_has(tree, node, &OTHER) && !kind_has(tree, node, &["call"]);
        is_other || LONGEST_AROUND < tree.n_tokens(node)
    };
    let around = std::iter::once(call).chain(tree.ancestors(call));
    let mut around = around.take_while(|&node| node != tree.root() && !leaves(node));
    around.find(|&node| is_held(tree, node))
}

/// Returns a call and what is around it with hardly more than the call: `return`, a semicolon.
fn around_alone(tree: &Tree, call: NodeId) -> impl Iterator<Item = NodeId> {
    let own = tree.token_range(call);
    let is_alone = move |node: &NodeId| {
        let tokens = tree.token_range(*node);
        tokens.len() <= own.len() + 3
            && (tokens.start..own.start)
                .chain(own.end..tokens.end)
                .all(|at| matches!(tree.text_of(tree.tokens()[at as usize]), b";" | b"return" | b"await"))
    };
    let around = std::iter::once(call).chain(tree.ancestors(call));
    around.take_while(move |&node| node != tree.root()).take_while(is_alone)
}

/// Returns the statement that consists of a call. If the body returns, the call must be returned
/// itself, or be the last statement of its function.
pub(super) fn statement(tree: &Tree, call: NodeId, returns: bool) -> Option<NodeId> {
    let place = around_alone(tree, call).find(|&node| is_held(tree, node))?;
    let is_returned = is_return(tree, place);
    (is_returned || !returns || is_last(tree, place)).then_some(place)
}

/// Whether a statement is the last one of its function.
fn is_last(tree: &Tree, place: NodeId) -> bool {
    let Some(block) = tree.parent(place) else { return false };
    let mut after = tree.children(block).filter(|&child| tree.is_named(child) && !tree.is_extra(child));
    let is_function = |above: NodeId| kind_has(tree, above, &["func", "method", "lambda"]);
    let is_body = tree.field_name(block) == Some("body") && tree.parent(block).is_some_and(is_function);
    is_body && after.by_ref().last() == Some(place)
}
