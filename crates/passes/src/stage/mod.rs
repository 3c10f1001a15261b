//! Searches composed of several: one file, one list, or one kind of attempt after the other.

pub(crate) mod at_once;
pub(crate) mod attempts;
pub(crate) mod file_ranges;
pub(crate) mod halving;
pub(crate) mod per_file;
pub(crate) mod staged;
pub(crate) mod stretches;
