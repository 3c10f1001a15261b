//! What lives of a file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::layout::Layout;
use crate::bits::Bits;

/// What lives of a file. Cloning is O(bytes / 64).
#[derive(Clone)]
pub(super) struct State {
    /// The bytes that live.
    pub(super) alive: Bits,
    /// What is written in the place of single bytes.
    pub(super) texts: Arc<BTreeMap<u32, &'static [u8]>>,
}

impl State {
    /// Returns the file as it is.
    pub(super) fn original(layout: &Layout) -> State {
        State { alive: Bits::all(layout.image.len()), texts: Arc::default() }
    }

    /// Whether a field is written.
    pub(super) fn has_field(&self, range: &Range<u32>, owner: u32) -> bool {
        self.alive.has(owner) && (range.is_empty() || !self.texts.contains_key(&range.start))
    }
}
