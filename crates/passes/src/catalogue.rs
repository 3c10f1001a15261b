//! The catalogue: the list of all passes.

use std::sync::LazyLock;

use crate::entry::Entry;
use crate::{agree, binary, flat, nested, tree};

/// Every pass, in the order in which users see them: directory by directory, as in their `PASSES`.
pub static CATALOGUE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let folders = [agree::PASSES, tree::PASSES, nested::PASSES, flat::PASSES, binary::PASSES];
    folders.into_iter().flatten().copied().collect()
});

impl Entry {
    /// Returns the pass with this name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }
}
