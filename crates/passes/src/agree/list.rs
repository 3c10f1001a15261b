//! A list of uses of names, from which single uses can be removed.

use std::ops::Range;

use super::groups::Group;

/// Adjacent uses of names.
#[derive(Clone)]
pub(super) struct List {
    /// Each use, with the atoms of its item.
    pub(super) items: Vec<(u32, Range<u32>)>,
    /// The list itself, if it has commas and no brackets.
    pub(super) group: Option<Group>,
    /// Whether a line without any of the items says nothing.
    pub(super) is_body: bool,
}

impl List {
    /// Returns a list without commas, on lines that say something without it.
    pub(super) fn of(items: Vec<(u32, Range<u32>)>) -> List {
        List { items, group: None, is_body: false }
    }
}
