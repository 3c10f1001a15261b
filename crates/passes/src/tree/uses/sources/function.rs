//! What a name stands for: a value, or a function with its parameters and its body.

use std::ops::Range;

use dwindle_syntax::bindings::{Bindings, Definition};
use dwindle_syntax::{NodeId, Tree};

use super::kind::{is_many, kind_has};
use super::texts::innermost;
use crate::tree::closures::curried::{Equation, equation};
use crate::tree::closures::parameters::{elements, is_list, is_object};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// How many nodes of a definition are searched for its parameters, body or value.
const MOST_LOOKED_AT: usize = 256;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) struct Meaning {
    /// The names of the parameters; `None` for a variable.
    pub(in crate::tree::uses) parameters: Option<Vec<NodeId>>,
    /// Whether the first one is for the object, and not in the list of the others.
    pub(in crate::tree::uses) has_receiver: bool,
    pub(in crate::tree::uses) body: Body,
}

/// What may take the place of a name, or of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) enum Body {
    /// An expression.
    Value(NodeId),
    /// Adjacent statements.
    Statements {
        /// The node that holds them.
        block: NodeId,
        first: NodeId,
        last: NodeId,
        /// Whether one of them returns.
        returns: bool,
        /// The result, if only the last one gives it.
        result: Option<Ending>,
    },
}

/// The last statement of a function that returns nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) struct Ending {
    /// The last statement before it.
    pub(in crate::tree::uses) before: NodeId,
    pub(in crate::tree::uses) value: NodeId,
}

impl Body {
    /// Returns its tokens.
    pub(in crate::tree::uses) fn tokens(&self, tree: &Tree) -> Range<u32> {
        match self {
            Body::Value(node) => tree.token_range(*node),
            Body::Statements { first, last, .. } => {
                tree.token_range(*first).start..tree.token_range(*last).end
            }
        }
    }

    /// Returns its nodes, with those within them.
    pub(in crate::tree::uses) fn nodes(&self, tree: &Tree) -> Range<u32> {
        match self {
            Body::Value(node) => tree.subtree(*node),
            Body::Statements { first, last, .. } => tree.subtree(*first).start..tree.subtree(*last).end,
        }
    }
}

/// Returns the meaning of a definition; `None` if its body is unknown, or a parameter has no name
/// or several.
pub(in crate::tree::uses) fn meaning(
    subject: &Subject,
    cut: &TokenEdits,
    bindings: &Bindings,
    definition: &Definition,
) -> Option<Meaning> {
    let tree = subject.tree();
    let whole = definition.node?;
    let nodes = || tree.preorder(whole).skip(1).take(MOST_LOOKED_AT);
    // The value of a macro is text, not an expression.
    if tree.kind_name(whole).starts_with("preproc_function") {
        return None;
    }
    if let Some(Equation { parameters, value }) = equation(tree, whole) {
        let names = parameters.into_iter().map(|node| alone(tree, bindings, node));
        let names: Vec<NodeId> = names.collect::<Option<_>>()?;
        let value = value.filter(|&value| 0 < subject.n_alive(value, cut))?;
        let parameters = Some(names).filter(|names| !names.is_empty());
        return Some(Meaning { parameters, has_receiver: false, body: Body::Value(value) });
    }
    let is_body =
        |node: NodeId| tree.field_name(node) == Some("body") || tree.kind_name(node) == "function_body";
    let Some(body) = nodes().find(|&node| is_body(node)) else {
        let value = value_of(subject, cut, whole)?;
        return Some(Meaning { parameters: None, has_receiver: false, body: Body::Value(value) });
    };
    let find = |is: &dyn Fn(NodeId) -> bool| {
        let mut before = nodes().take_while(|&node| node < body);
        before.find(|&node| !tree.is_within(body, node) && is(node))
    };
    let receiver = tree.children(whole).find(|&node| tree.field_name(node) == Some("receiver"));
    let list = find(&|node| is_list(tree, node, "parameter") && Some(node) != receiver);
    let single = find(&|node| tree.field_name(node) == Some("parameter"));
    let mut parameters = match (list, single) {
        (Some(list), _) => names(tree, bindings, elements(tree, list))?,
        (None, Some(single)) => names(tree, bindings, vec![single])?,
        // In Ruby, the list may be left out.
        (None, None) if matches!(tree.kind_name(whole), "method" | "singleton_method") => Vec::new(),
        (None, None) => return None,
    };
    // In Go, the object has a list of its own.
    if let Some(list) = receiver {
        parameters.splice(0..0, names(tree, bindings, elements(tree, list))?);
    }
    let body = body_of(subject, cut, body)?;
    Some(Meaning { parameters: Some(parameters), has_receiver: receiver.is_some(), body })
}

/// Returns the initial value of a variable.
fn value_of(subject: &Subject, cut: &TokenEdits, definition: NodeId) -> Option<NodeId> {
    let tree = subject.tree();
    let nodes = tree.preorder(definition).skip(1).take(MOST_LOOKED_AT);
    let is_value =
        |node: &NodeId| matches!(tree.field_name(*node), Some("value" | "right" | "init" | "initializer"));
    let mut values = nodes.filter(|&node| tree.is_named(node)).filter(is_value);
    let Some(value) = values.next() else { return value_behind_sign(subject, cut, definition) };
    let is_only = values.all(|other| tree.is_within(other, value));
    let beside = tree.parent(value).into_iter().flat_map(|above| tree.children(above));
    // In `a, b = f()`, each name has a part of the value.
    let is_target = |node: NodeId| {
        matches!(tree.field_name(node), Some("left" | "pattern")) || tree.kind_name(node) == "variable_list"
    };
    let list = tree.parent(value).filter(|&list| tree.kind_name(list) == "expression_list");
    let beside_list = list.and_then(|list| tree.parent(list)).into_iter();
    let beside = beside.chain(beside_list.flat_map(|above| tree.children(above)));
    let mut targets = beside.filter(|&node| is_target(node));
    let has_parts = |node: NodeId| 1 < tree.children(node).filter(|&child| tree.is_named(child)).count();
    let is_whole = !targets.any(has_parts) && !is_list_of_several(tree, value);
    (is_whole && is_only && 0 < subject.n_alive(value, cut)).then_some(value)
}

/// Returns what names a parameter that stands in no list, or the parameter if it has no name;
/// `None` for patterns with parts, and for parameters with labels.
fn alone(tree: &Tree, bindings: &Bindings, node: NodeId) -> Option<NodeId> {
    let is_labelled = tree.children(node).any(|child| matches!(tree.text_of(child), b"~" | b"?"));
    match bindings.definitions_within(tree.subtree(node)) {
        _ if is_labelled => None,
        [] if tree.n_tokens(node) == 1 || tree.text_of(node) == b"()" => Some(node),
        [only] if tree.n_tokens(node) == 1 => Some(only.name),
        _ => None,
    }
}

/// Returns the initial value of a variable in a grammar without fields: what alone stands behind a
/// sign.
fn value_behind_sign(subject: &Subject, cut: &TokenEdits, definition: NodeId) -> Option<NodeId> {
    let tree = subject.tree();
    let mut nodes = tree.preorder(definition).skip(1).take(MOST_LOOKED_AT);
    let sign = nodes.find(|&node| tree.is_leaf(node) && tree.text_of(node) == b"=")?;
    let is_content = |&child: &NodeId| tree.is_named(child) && !tree.is_extra(child);
    let (before, behind): (Vec<NodeId>, Vec<NodeId>) =
        tree.children(tree.parent(sign)?).filter(is_content).partition(|&child| child < sign);
    let has_parts = before.iter().any(|&node| tree.kind_name(node).starts_with("multi"));
    match behind[..] {
        [value] => (!has_parts && 0 < subject.n_alive(value, cut)).then_some(value),
        _ => None,
    }
}

/// Returns the names of parameters, or the parameter if it has no name, as `_: u8` of Rust; without
/// that for the object of a method, unless it has a name. `None` if one has parts with names of
/// their own, or stands for any number of arguments without a name.
fn names(tree: &Tree, bindings: &Bindings, parameters: Vec<NodeId>) -> Option<Vec<NodeId>> {
    // A function of C without parameters.
    if let [only] = parameters[..]
        && tree.text_of(only) == b"void"
    {
        return Some(Vec::new());
    }
    let mut all: Vec<NodeId> = Vec::new();
    for node in parameters {
        let names = bindings.definitions_within(tree.subtree(node));
        // `a, b int` of Go.
        let are_alike = || names.iter().all(|found| tree.parent(found.name) == Some(node));
        if names.is_empty() && is_object(tree, node) {
            continue;
        }
        if names.is_empty() && kind_has(tree, node, &["parameter"]) && !is_many(tree, node) {
            all.push(node);
            continue;
        }
        if names.is_empty() || (1 < names.len() && !are_alike()) {
            return None;
        }
        all.extend(names.iter().map(|found| found.name));
    }
    Some(all)
}

/// Returns what a body stands for: the only expression that it returns, or its statements.
fn body_of(subject: &Subject, cut: &TokenEdits, body: NodeId) -> Option<Body> {
    let tree = subject.tree();
    let parts = |node: NodeId| -> Vec<NodeId> {
        let is_part = |child: &NodeId| {
            tree.is_named(*child) && !tree.is_extra(*child) && 0 < subject.n_alive(*child, cut)
        };
        tree.children(node).filter(is_part).collect()
    };
    // A body may hold nothing but a block, and a block nothing but a list of statements.
    let mut block = body;
    let mut statements = parts(block);
    if let [only] = statements[..]
        && tree.kind_name(body) == "arrow_expression_clause"
    {
        return Some(Body::Value(only));
    }
    while let [only] = statements[..]
        && is_block(tree, only)
    {
        block = only;
        statements = parts(only);
    }
    if !is_block(tree, block) {
        return Some(Body::Value(body));
    }
    if 1 < statements.len() && is_docstring(tree, statements[0]) {
        statements.remove(0);
    }
    let (first, last) = (*statements.first()?, *statements.last()?);
    let returns = |node: NodeId| is_return(tree, node);
    if let [only] = statements[..] {
        let is_wrapper = |node: NodeId| returns(node) || tree.kind_name(node) == "expression_statement";
        let mut value = only;
        while is_wrapper(value) {
            let [inner] = parts(value)[..] else { return None };
            value = inner;
        }
        if value != only || !tree.kind_name(only).contains("statement") {
            return (!is_list_of_several(tree, value)).then_some(Body::Value(value));
        }
    }
    let (_, others) = statements.split_last()?;
    let returns_within = |statement: NodeId| tree.preorder(statement).any(returns);
    let returns_before = others.iter().any(|&statement| returns_within(statement));
    let value = value_at_end(tree, last, parts).filter(|&value| !is_list_of_several(tree, value));
    let ending = others.last().zip(value).map(|(&before, value)| Ending { before, value });
    let result = ending.filter(|_| !returns_before);
    let returns = returns_before || returns_within(last);
    // The brackets of Go are around a list of statements.
    let block = if has_brackets(tree, body) { body } else { block };
    Some(Body::Statements { block, first, last, returns, result })
}

/// Returns the result of a function's last statement: what it returns, or the expression itself.
fn value_at_end(tree: &Tree, statement: NodeId, parts: impl Fn(NodeId) -> Vec<NodeId>) -> Option<NodeId> {
    let only = |node: NodeId| match parts(node)[..] {
        [only] => Some(only),
        _ => None,
    };
    let mut value = statement;
    if tree.kind_name(value) == "expression_statement" {
        value = only(value)?;
        if !is_return(tree, value) {
            return None;
        }
    }
    if is_return(tree, value) {
        return only(value);
    }
    let is_statement = kind_has(tree, value, &["statement", "declaration", "definition", "item"]);
    // In Lua, a call at the end is a statement.
    let is_statement = is_statement || tree.kind_name(value) == "function_call";
    (!is_statement).then_some(value)
}

/// Whether a node is a return statement.
pub(super) fn is_return(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind_name(node);
    kind.starts_with("return") || kind == "jump_expression" && tree.text_of(node).starts_with(b"return")
}

/// Whether a node is more than one value: `a, b`.
pub(super) fn is_list_of_several(tree: &Tree, node: NodeId) -> bool {
    const LISTS: [&str; 3] = ["expression_list", "argument_list", "right_assignment_list"];
    LISTS.contains(&tree.kind_name(node)) && 1 < elements(tree, node).len()
}

/// Whether a statement is only a string.
fn is_docstring(tree: &Tree, statement: NodeId) -> bool {
    tree.kind_name(statement) == "expression_statement"
        && tree.kind_name(innermost(tree, statement)) == "string"
}

/// Whether a node begins with a curly bracket.
pub(in crate::tree::uses) fn has_brackets(tree: &Tree, node: NodeId) -> bool {
    tree.tokens_of(node).first().is_some_and(|&token| tree.text_of(token) == b"{")
}

/// Whether a node is a sequence of statements.
pub(super) fn is_block(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["block", "compound", "body", "statements", "statement_list"])
}
