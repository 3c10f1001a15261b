//! Functions that are applied to one argument after the other, and operators, as in Haskell.

use dwindle_syntax::{NodeId, Tree};

/// Operators behind which the index or key of an element stands.
const INDEX: [&[u8]; 2] = [b"!", b"!!"];
/// Operators and functions between two numbers that may have no result.
const DIVIDE: [&[u8]; 8] = [b"div", b"mod", b"quot", b"rem", b"divMod", b"quotRem", b"^", b"%"];
/// Operators that apply a function.
const APPLY: [&[u8]; 2] = [b"$", b"$!"];
/// Functions that end a program.
const ENDS: [&[u8]; 7] =
    [b"error", b"errorWithoutStackTrace", b"ioError", b"throwIO", b"throw", b"fail", b"exitWith"];

/// Whether a node applies a function to its last argument, or an operator that may fail.
pub(super) fn is_application(tree: &Tree, node: NodeId) -> bool {
    match tree.kind_name(node) {
        "apply" => !is_head(tree, node) && has_function(tree, node),
        "infix" => match operator(tree, node) {
            Some(sign) if APPLY.contains(&sign) => tree
                .children(node)
                .next()
                .is_some_and(|function| is_name(tree, function) || has_function(tree, function)),
            sign => sign.is_some_and(|sign| INDEX.contains(&sign) || DIVIDE.contains(&sign)),
        },
        _ => false,
    }
}

/// Whether a node is one with an operator between two values.
pub(super) fn is_infix(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node) == "infix"
}

/// Whether a node with an operator takes an element of something.
pub(super) fn takes_element(tree: &Tree, node: NodeId) -> bool {
    operator(tree, node).is_some_and(|sign| INDEX.contains(&sign))
}

/// Whether the first part of a node is a function that is applied to the rest.
pub(super) fn applies_first(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node) == "apply" || operator(tree, node).is_some_and(|sign| APPLY.contains(&sign))
}

/// Whether a node is a function with its first arguments, which is applied to more.
pub(super) fn is_head(tree: &Tree, node: NodeId) -> bool {
    let is_first = |above: NodeId| tree.children(above).next() == Some(node);
    let is_applied = |above: NodeId| is_first(above) && applies_first(tree, above);
    tree.kind_name(node) == "apply" && tree.parent(node).is_some_and(is_applied)
}

/// Whether a node applies a function that ends the program.
pub(super) fn ends(tree: &Tree, node: NodeId) -> bool {
    let first = tree.tokens_of(node).first().map(|&token| tree.text_of(token));
    applies_first(tree, node) && first.is_some_and(|first| ENDS.contains(&first))
}

/// Whether an element of a node is taken by an operator.
pub(super) fn has_element_taken(tree: &Tree, node: NodeId) -> bool {
    let is_first = |above: NodeId| tree.children(above).next() == Some(node);
    tree.parent(node).is_some_and(|above| takes_element(tree, above) && is_first(above))
}

/// Whether an operator takes a node as a number.
pub(super) fn is_number(tree: &Tree, node: NodeId) -> bool {
    let sign = tree.parent(node).and_then(|above| operator(tree, above));
    sign.is_some_and(|sign| DIVIDE.contains(&sign) || sign == b"!!" && !has_element_taken(tree, node))
}

/// Whether a node applies a function, and no constructor or type, to one or more arguments.
fn has_function(tree: &Tree, node: NodeId) -> bool {
    let first = |&node: &NodeId| {
        let is_apply = tree.kind_name(node) == "apply";
        tree.children(node).next().filter(|_| is_apply)
    };
    let function = std::iter::successors(Some(node), first).last();
    function.is_some_and(|function| function != node && is_name(tree, function))
}

/// Whether a node is the name of a value that is applied to something.
fn is_name(tree: &Tree, node: NodeId) -> bool {
    let is_value = |node: NodeId| tree.kind_name(node) == "variable";
    let is_one = is_value(node) || tree.kind_name(node) == "qualified" && tree.children(node).any(is_value);
    is_one && matches!(tree.field_name(node), Some("function" | "left_operand"))
}

/// Returns the operator or function between two values, without its path.
fn operator(tree: &Tree, node: NodeId) -> Option<&[u8]> {
    let mut parts = tree.children(node).filter(|_| is_infix(tree, node));
    let sign = parts.find(|&part| tree.field_name(part) == Some("operator"))?;
    let mut words = tree.tokens_of(sign).iter().map(|&token| tree.text_of(token)).rev();
    words.find(|&word| word != b"`")
}
