//! The names that a part of the text uses.

use std::ops::Range;

use dwindle_syntax::bindings::{Bindings, Entity};
use dwindle_syntax::{NodeId, Tree};

/// Returns what is named in some tokens.
pub(super) fn names_in<'a>(
    bindings: &'a Bindings,
    tree: &'a Tree,
    tokens: &'a Range<u32>,
) -> impl Iterator<Item = &'a Entity> {
    let inside = bindings.uses().iter().filter(|found| is_in(tree, found.node, tokens));
    inside.filter_map(|found| found.entity).map(|entity| bindings.entity(entity))
}

/// Whether a node lies in some tokens.
pub(super) fn is_in(tree: &Tree, node: NodeId, tokens: &Range<u32>) -> bool {
    let its = tree.token_range(node);
    tokens.start <= its.start && its.end <= tokens.end
}
