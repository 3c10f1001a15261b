//! Uses that only assign to a name, or to a part of its value, and those in pragmas.

use crate::bindings::Bindings;
use crate::tree::{NodeId, Tree};

/// Returns, by use, whether it only assigns to its name, in a statement of its own: `a = 1`, and if
/// something else uses the name, `a += 2` and both uses in `a = a + 1`. A pragma that names
/// something does not need it either, and goes with it. O(uses · depth).
pub(super) fn writes(bindings: &Bindings) -> Vec<bool> {
    let tree = bindings.tree();
    let uses = bindings.uses();
    let mut writes = vec![false; uses.len()];
    let mut changes = vec![false; uses.len()];
    for (index, bound) in uses.iter().enumerate() {
        if tree.is_extra(bound.node) {
            writes[index] = true;
            continue;
        }
        let Some(Written { statement, is_plain }) = written_in(tree, bound.node) else { continue };
        let nodes = tree.subtree(statement);
        let first = uses.partition_point(|other| other.node.0 < nodes.start);
        let end = first + uses[first..].partition_point(|other| other.node.0 < nodes.end);
        // Uses within a value that is assigned to the same name.
        let mut is_own = false;
        for other in (first..end).filter(|&other| other != index) {
            let is_same = bound.entity.is_some() && uses[other].entity == bound.entity;
            changes[other] |= is_same;
            is_own |= is_same;
        }
        let of_kind = if is_plain && !is_own { &mut writes } else { &mut changes };
        of_kind[index] = true;
    }
    let mut is_read = vec![false; bindings.entities().len()];
    for (index, bound) in uses.iter().enumerate() {
        if let Some(entity) = bound.entity.filter(|_| !writes[index] && !changes[index]) {
            is_read[entity.0 as usize] = true;
        }
    }
    for (index, bound) in uses.iter().enumerate() {
        let is_read = bound.entity.is_some_and(|entity| is_read[entity.0 as usize]);
        writes[index] |= changes[index] && is_read;
    }
    writes
}

/// A statement that assigns to a name.
struct Written {
    statement: NodeId,
    /// Whether the new value does not depend on the old one.
    is_plain: bool,
}

/// Returns the statement that does nothing but assign to a name; `None` if a use does something
/// else.
fn written_in(tree: &Tree, node: NodeId) -> Option<Written> {
    // A list of one element counts as that element.
    let alone = |&list: &NodeId| {
        let kind = tree.kind_name(list);
        let is_holder = matches!(kind, "expression_list" | "variable_list" | "name")
            || kind.ends_with("lvalue")
            || kind == "hierarchical_identifier";
        let mut content = tree.children(list).filter(|&child| tree.is_named(child));
        is_holder && content.next().is_some() && content.next().is_none()
    };
    let whole = part_of(tree, node);
    let above = |&at: &NodeId| tree.parent(at).filter(alone);
    let target = std::iter::successors(Some(whole), above).last().unwrap_or(whole);
    let parent = tree.parent(target)?;
    let kind = tree.kind_name(parent);
    let is_statement = || {
        kind.ends_with("_statement")
            || ends_alone(tree, parent)
            || tree
                .parent(parent)
                .is_some_and(|above| tree.kind_name(above).ends_with("expression_statement"))
    };
    let is_first = tree.children(parent).next() == Some(target);
    let is_target = match tree.field_name(target) {
        Some(field) => matches!(field, "left" | "lhs"),
        None => is_first,
    };
    let may_assign = kind.contains("assign") && is_target;
    let sign = may_assign.then(|| tree.children(parent).find(|&child| is_sign(tree, child))).flatten();
    let counts = matches!(kind, "inc_statement" | "dec_statement" | "update_expression")
        && tree.n_tokens(target) + 1 == tree.n_tokens(parent);
    let is_plain =
        whole == node && sign.is_some_and(|sign| matches!(tree.text_of(sign), b"=" | b"<=" | b":="));
    let written = Written { statement: parent, is_plain };
    Some(written).filter(|_| (sign.is_some() || counts) && is_statement())
}

/// Whether a node of a hardware description is a statement but for a `;`, or but for `assign` and a
/// `;`.
fn ends_alone(tree: &Tree, node: NodeId) -> bool {
    const LEVELS: usize = 3;
    let is_end = |above: NodeId| {
        let text = tree.text_of(above);
        let n_more = tree.n_tokens(above) - tree.n_tokens(node);
        text.ends_with(b";") && (n_more <= 1 || n_more == 2 && text.starts_with(b"assign"))
    };
    let kind = tree.kind_name(node);
    let is_hardware = kind.ends_with("_assignment");
    is_hardware && std::iter::once(node).chain(tree.ancestors(node).take(LEVELS)).any(is_end)
}

/// Returns the largest `a[i]` or `a.b` in which a node is the `a`.
fn part_of(tree: &Tree, node: NodeId) -> NodeId {
    const PARTS: [&str; 5] = ["subscript", "index_expression", "member_expression", "selector", "field_expr"];
    let is_first = |at: NodeId, parent: NodeId| tree.children(parent).next() == Some(at);
    let above = |&at: &NodeId| {
        let parent = tree.parent(at).filter(|&parent| is_first(at, parent))?;
        let kind = tree.kind_name(parent);
        PARTS.iter().any(|part| kind.contains(part)).then_some(parent)
    };
    std::iter::successors(Some(node), above).last().unwrap_or(node)
}

/// Whether a part of an assignment is its operator, such as `=`, `+=` or `<=`.
fn is_sign(tree: &Tree, node: NodeId) -> bool {
    let compares = |text: &[u8]| matches!(text, b"==" | b"!=" | b">=" | b"~=");
    let text = tree.text_of(node);
    tree.n_tokens(node) == 1 && text.len() <= 4 && text.ends_with(b"=") && !compares(text)
}
