//! Bodies of functions in the place of their calls.

use dwindle_syntax::{NodeId, Tree};

use super::function::{Body, Ending, has_brackets, is_block};
use super::left::Left;
use super::texts::{Text, label, needs_brackets};
use crate::tree::uses::step::Put;

/// A place where a body is put: the name that is used, the node that goes with it, and the
/// arguments that take the place of parameters.
pub(super) struct Place {
    pub(super) name: NodeId,
    pub(super) node: NodeId,
    pub(super) arguments: Vec<(NodeId, NodeId)>,
}

/// Returns the replacement of a call or a name by a body, and its number of tokens: an expression;
/// the statements, if the value is not used; a block, where that is an expression; or the
/// statements, and then the statement around the call with the result in its place. `None` if there
/// is no place for them.
pub(super) fn moved(left: &Left<'_>, body: &Body, place: &Place) -> Option<(Put, u32)> {
    let Left { subject, cut, uses, .. } = left;
    let tree = subject.tree();
    let mut text = Text::of(subject, cut, uses.bindings(), &place.arguments);
    let node = match *body {
        Body::Value(value) => {
            text.add(tree.token_range(value));
            if needs_brackets(tree, value, place.node) {
                text.bracket();
            }
            if let Some(label) = label(tree, place.name) {
                text.begin_with(&label);
            }
            place.node
        }
        Body::Statements { block, first, last, returns, result } => {
            let from = tree.token_range(first).start;
            let until = |node: NodeId| from..tree.token_range(node).end;
            let fits = |node: NodeId| {
                let facts = subject.file.facts.as_ref();
                has_brackets(tree, block)
                    && facts.is_some_and(|facts| facts.may_replace(tree, node, tree.kind(block)))
            };
            let is_body = tree.field_name(place.node) == Some("body");
            // In C, too, the grammar allows blocks as arguments.
            let may_be_block = || (is_body || tree.kind_name(block) == "block") && fits(place.node);
            match (statement(tree, place.node, returns), result) {
                (Some(whole), result) => {
                    reindent(&mut text, tree, block, first, whole)?;
                    let is_lost = !returns && result.is_some() && !is_last(tree, whole);
                    let end = result.filter(|_| is_lost).map_or(last, |ending| ending.before);
                    text.add(until(end));
                    whole
                }
                (None, Some(Ending { before, value })) if may_be_block() => {
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
                    place.node
                }
                (None, Some(Ending { before, value })) => {
                    let whole = statement_around(tree, place.node)?;
                    reindent(&mut text, tree, block, first, whole)?;
                    text.add(until(before));
                    match indent(tree, whole) {
                        None if !has_brackets(tree, block) => text.add_text(b"; ", 1),
                        indent => text.add_text(&[b"\n", indent.unwrap_or_default()].concat(), 0),
                    }
                    let (around, call) = (tree.token_range(whole), tree.token_range(place.node));
                    text.end_lines();
                    text.add(around.start..call.start);
                    if around.start < call.start {
                        text.add_gap(call.start);
                    }
                    text.add_in_place(value, place.node);
                    if call.end < around.end {
                        text.add_gap(call.end);
                        text.add(call.end..around.end);
                    }
                    whole
                }
                (None, None) => {
                    let whole = around_alone(tree, place.node).find(|&node| fits(node) && !returns)?;
                    text.add_text(b"{ ", 1);
                    text.add(until(last));
                    text.add_text(b" }", 1);
                    whole
                }
            }
        }
    };
    let n_tokens = text.n_tokens();
    Some(((node, text.into_bytes().into()), n_tokens))
}

/// Gives the lines of a body the indentation of its new place, where lines end statements; `None`
/// if that is unknown.
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
    let kind = tree.kind_name(above);
    let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
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
        let kind = tree.kind_name(node);
        let is_other =
            ["function", "lambda", "closure", "arrow", "func_literal", "comprehension", "generator"]
                .iter()
                .any(|word| kind.contains(word));
        is_other && !kind.contains("call") || LONGEST_AROUND < tree.n_tokens(node)
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
    let is_returned = tree.kind_name(place).starts_with("return");
    (is_returned || !returns || is_last(tree, place)).then_some(place)
}

/// Whether a statement is the last one of its function.
fn is_last(tree: &Tree, place: NodeId) -> bool {
    let Some(block) = tree.parent(place) else { return false };
    let mut after = tree.children(block).filter(|&child| tree.is_named(child) && !tree.is_extra(child));
    let is_function = |above: NodeId| {
        ["function", "method", "func", "lambda"].iter().any(|word| tree.kind_name(above).contains(word))
    };
    let is_body = tree.field_name(block) == Some("body") && tree.parent(block).is_some_and(is_function);
    is_body && after.by_ref().last() == Some(place)
}
