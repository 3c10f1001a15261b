//! The one list of passes.

use std::sync::LazyLock;

use crate::entry::Entry;
use crate::{agree, binary, flat, nested, tree};

/// Every pass there is, in the order in which users see them: folder by folder, as the `PASSES` of
/// each folder say.
pub static CATALOGUE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let folders = [agree::PASSES, tree::PASSES, nested::PASSES, flat::PASSES, binary::PASSES];
    folders.into_iter().flatten().copied().collect()
});

impl Entry {
    /// Finds a pass by its name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }
}
