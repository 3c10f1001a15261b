//! The names that a part of the text uses.

use std::ops::Range;

use dwindle_syntax::bindings::{Bindings, Entity};

/// Returns what is named in some adjacent nodes. O(log uses) and what there is.
pub(super) fn names_in(bindings: &Bindings, nodes: Range<u32>) -> impl Iterator<Item = &Entity> {
    bindings.used_within(nodes).map(|entity| bindings.entity(entity))
}
