//! What is left of a text.

use std::ops::Range;

use dwindle_syntax::uses::Uses;

use crate::tree::cut::Cut;
use crate::tree::subject::Subject;

/// What is left of a text.
pub(in crate::tree::uses) struct Left<'a> {
    pub(in crate::tree::uses) subject: &'a Subject,
    pub(in crate::tree::uses) uses: &'a Uses,
    pub(in crate::tree::uses) cut: &'a Cut,
    /// The bytes that are gone, sorted.
    pub(in crate::tree::uses) gone: &'a [Range<usize>],
}
