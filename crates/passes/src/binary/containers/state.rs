//! What is alive of a file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::layout::Layout;
use crate::bits::Bits;

/// What is alive of a file. Cloning is O(bytes / 64).
#[derive(Clone)]
pub(super) struct State {
    /// The live bytes.
    pub(super) alive: Bits,
    /// Replacements of single bytes.
    pub(super) texts: Arc<BTreeMap<u32, &'static [u8]>>,
    /// Whether what stays keeps its address: what is removed leaves a gap.
    pub(super) leaves_gaps: bool,
}

impl State {
    /// Returns the state in which everything is alive.
    pub(super) fn original(layout: &Layout) -> State {
        State { alive: Bits::all(layout.image.len()), texts: Arc::default(), leaves_gaps: true }
    }

    /// Whether a field is written.
    pub(super) fn has_field(&self, range: &Range<u32>, owner: u32) -> bool {
        self.alive.has(owner) && (range.is_empty() || !self.texts.contains_key(&range.start))
    }
}
