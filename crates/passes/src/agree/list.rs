//! A list of uses of names: one of them can go without its line.

use std::ops::Range;

use super::groups::Group;

/// Uses of names that stand beside each other.
#[derive(Clone)]
pub(super) struct List {
    /// Each use with its item.
    pub(super) items: Vec<(u32, Range<u32>)>,
    /// The list, where it has commas and no brackets.
    pub(super) group: Option<Group>,
}
