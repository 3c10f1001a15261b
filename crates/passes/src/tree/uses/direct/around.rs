//! What stands around an expression and gives its names a meaning: loops, conditions, functions
//! without a name, and declarations.

use std::ops::Range;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

use super::program::Program;
use crate::tree::uses::sources::{has_brackets, kind_has};

/// How many nodes are between a variable and what defines it.
const MOST_LEVELS: usize = 6;

/// A part of the text that defines names, with a place for an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Around {
    /// The whole of it.
    pub(super) node: NodeId,
    place: Place,
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Behind a declaration.
    Behind,
    /// As the body of a loop or a condition.
    Body(NodeId),
    /// As the body of a function without a name, which may be a statement.
    Lambda { body: NodeId, holds_statement: bool },
}

impl Around {
    /// Returns what defines a variable, unless that is a plain declaration.
    pub(super) fn of_variable(tree: &Tree, name: NodeId) -> Option<Around> {
        let around = || tree.ancestors(name).take(MOST_LEVELS);
        let body = |whole: NodeId| {
            let is_body = |&child: &NodeId| matches!(tree.field_name(child), Some("body" | "consequence"));
            let body = tree.children(whole).find(is_body)?;
            (name < body).then_some(body)
        };
        let found = around().find(|&above| is_loop(tree, above) || is_lambda(tree, above))?;
        let body = body(found)?;
        if is_loop(tree, found) {
            return Some(Around { node: found, place: Place::Body(body) });
        }
        let is_call = |&above: &NodeId| kind_has(tree, above, &["call", "invocation"]);
        let mut node = tree.ancestors(found).take(MOST_LEVELS).find(is_call)?;
        // What comes behind it in a chain of calls may be what runs it.
        while let Some(call) = tree.parent(node).and_then(|above| tree.parent(above)).filter(is_call) {
            let is_first = tree.token_range(call).start == tree.token_range(node).start;
            if !is_first || tree.parent(node).is_some_and(|above| kind_has(tree, above, &["argument"])) {
                break;
            }
            node = call;
        }
        let holds_statement = has_brackets(tree, body);
        Some(Around { node, place: Place::Lambda { body, holds_statement } })
    }

    /// Returns the declaration of a variable, if it is a statement of its own.
    pub(super) fn declaration(bindings: &Bindings, name: NodeId) -> Option<Around> {
        const KINDS: [&str; 4] = ["declaration", "let_", "assignment", "short_var"];
        let tree = bindings.tree();
        let node = tree.ancestors(name).take(MOST_LEVELS).find(|&above| bindings.is_statement(above))?;
        // A parameter of a function in it is known only there.
        let found = bindings.definitions_within(tree.subtree(name)).first()?;
        if !tree.is_within(node, bindings.entity(found.entity).scope) {
            return None;
        }
        let inner = match tree.kind_name(node) {
            "expression_statement" => tree.children(node).next()?,
            _ => node,
        };
        let is_one =
            kind_has(tree, inner, &KINDS) && !kind_has(tree, inner, &["function", "class", "method"]);
        let has_sign = |above: NodeId| {
            let mut parts = tree.children(above);
            parts.any(|part| matches!(tree.text_of(part), b"=" | b":="))
        };
        let around = || tree.ancestors(name).take_while(|&above| tree.is_within(above, node));
        let is_set = || around().any(has_sign);
        (is_one && is_set()).then_some(Around { node, place: Place::Behind })
    }

    /// Returns the nodes and the bytes before the place, and those behind it.
    pub(super) fn parts(&self, tree: &Tree) -> [(Range<u32>, Range<usize>); 2] {
        let (nodes, bytes) = (tree.subtree(self.node), tree.range(self.node));
        let nothing = (nodes.end..nodes.end, bytes.end..bytes.end);
        let before = |body: NodeId| (nodes.start..body.0, bytes.start..tree.range(body).start);
        match self.place {
            Place::Behind => [(nodes, bytes), nothing],
            Place::Body(body) => [before(body), nothing],
            Place::Lambda { body, .. } => {
                [before(body), (tree.subtree(body).end..nodes.end, tree.range(body).end..bytes.end)]
            }
        }
    }

    /// Puts an expression or a statement into it. `None` if the language has no place for it.
    pub(super) fn put(
        &self,
        program: Program<'_>,
        [before, behind]: &[String; 2],
        inner: Inner,
    ) -> Option<Inner> {
        let rules = program.rules;
        let is_lines = rules.block.is_some_and(|(open, _)| open == "\n");
        Some(match self.place {
            Place::Behind => {
                let end = if before.ends_with(';') { " " } else { "\n" };
                Inner::Statement([before, end, &inner.statement(program)].concat())
            }
            Place::Body(_) => {
                let (open, close) = rules.block?;
                let (before, inner) = (before.trim_end(), inner.statement(program));
                Inner::Statement(match is_lines {
                    true => [before, "\n ", &inner.replace('\n', "\n ")].concat(),
                    false => [before, open, &inner, close].concat(),
                })
            }
            Place::Lambda { holds_statement, .. } => {
                rules.block?;
                let inner = match inner {
                    Inner::Expression(text) if !holds_statement => text,
                    _ if is_lines => return None,
                    inner => ["{ ", &inner.statement(program), " }"].concat(),
                };
                Inner::Expression(format!("{before}{inner}{behind}"))
            }
        })
    }
}

/// What is put into something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inner {
    /// An expression.
    Expression(String),
    /// A statement, or several.
    Statement(String),
}

impl Inner {
    /// Returns it as a statement.
    pub(super) fn statement(self, program: Program<'_>) -> String {
        match self {
            Inner::Expression(text) => {
                let (before, behind) = program.statement();
                [before, &text, behind].concat()
            }
            Inner::Statement(text) => text,
        }
    }
}

/// Whether a node is a loop or a condition, which may define names for its body.
fn is_loop(tree: &Tree, node: NodeId) -> bool {
    const KINDS: [&str; 3] = ["for", "if", "while"];
    let kind = tree.kind_name(node);
    let is_one = KINDS.iter().any(|begin| kind.starts_with(begin)) || kind.contains("_for");
    is_one && !kind.contains("clause") && !kind.contains("formal")
}

fn is_lambda(tree: &Tree, node: NodeId) -> bool {
    const KINDS: [&str; 6] =
        ["lambda", "closure", "arrow_function", "func_literal", "anonymous_function", "function_expression"];
    KINDS.iter().any(|kind| tree.kind_name(node).starts_with(kind))
}
