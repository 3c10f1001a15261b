//! Variables that get their value in a statement of its own.

use dwindle_syntax::NodeId;

use super::kind::kind_has;
use super::left::Left;
use super::moved::statement;
use super::texts::{largest, whole_name};

/// The value that a variable gets, and the statement that assigns it.
pub(super) struct Assigned {
    pub(super) value: NodeId,
    pub(super) statement: NodeId,
}

/// Returns the assignment to a name, if it is a statement: `x = f(1);`.
pub(super) fn assigned(left: &Left<'_>, name: NodeId) -> Option<Assigned> {
    assigned_to(left, whole_name(left.subject.tree(), name))
}

/// Returns the assignment to a name or a member, if it is a statement: `x.a = f(1);`.
pub(super) fn assigned_to(left: &Left<'_>, target: NodeId) -> Option<Assigned> {
    let tree = left.subject.tree();
    let target = largest(tree, target);
    let above = tree.parent(target)?;
    let is_plain = kind_has(tree, above, &["assign"]) && !kind_has(tree, above, &["augmented", "compound"]);
    let is_sign = |node: NodeId| tree.text_of(node) == b"=";
    if !is_plain || tree.children(above).next() != Some(target) || !tree.children(above).any(is_sign) {
        return None;
    }
    let value = tree.children(above).filter(|&child| tree.is_named(child) && !tree.is_extra(child)).last()?;
    let statement = statement(tree, above, false)?;
    (value != target && left.has(value)).then_some(Assigned { value, statement })
}
