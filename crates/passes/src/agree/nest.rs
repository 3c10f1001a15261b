//! Records that begin and end something, with what is in between.

use std::ops::Range;

/// A pair of records that nests like brackets.
#[derive(Clone)]
pub(super) struct Nest {
    /// The word that marks the end.
    pub(super) at: u32,
    /// The record that begins it.
    pub(super) begin: Range<u32>,
    /// The record that ends it.
    pub(super) end: Range<u32>,
    /// The records of pairs within, on the same track.
    pub(super) within: Vec<Range<u32>>,
}
