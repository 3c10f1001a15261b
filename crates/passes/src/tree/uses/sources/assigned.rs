//! Variables that get their value in a statement of its own.

use dwindle_syntax::{NodeId, Tree};

use super::left::Left;
use super::moved::statement;
use super::texts::whole_name;

/// The value that a variable gets, and the statement that assigns it.
pub(super) struct Assigned {
    pub(super) value: NodeId,
    pub(super) statement: NodeId,
}

/// Returns the assignment to a name, if it is a statement: `x = f(1);`.
pub(super) fn assigned(left: &Left<'_>, name: NodeId) -> Option<Assigned> {
    let tree = left.subject.tree();
    let (target, above) = target(tree, name)?;
    let kind = tree.kind_name(above);
    let is_plain =
        kind.contains("assign") && !["augmented", "compound"].iter().any(|word| kind.contains(word));
    let is_sign = |node: NodeId| tree.text_of(node) == b"=";
    if !is_plain || tree.children(above).next() != Some(target) || !tree.children(above).any(is_sign) {
        return None;
    }
    let value = tree.children(above).filter(|&child| tree.is_named(child) && !tree.is_extra(child)).last()?;
    let statement = statement(tree, above, false)?;
    (value != target && 0 < left.subject.n_alive(value, left.cut)).then_some(Assigned { value, statement })
}

/// Returns the largest node with the tokens of a name, and the one above it.
fn target(tree: &Tree, name: NodeId) -> Option<(NodeId, NodeId)> {
    let mut target = whole_name(tree, name);
    loop {
        let above = tree.parent(target)?;
        if tree.token_range(above) != tree.token_range(target) {
            return Some((target, above));
        }
        target = above;
    }
}
