//! The names in a text, as far as plans need to know them.

use std::collections::HashSet;

use crate::document::Document;

/// The hash of a name.
pub type NameHash = u64;

/// Reads the names in texts. [`Plan::frugal_fixpoint`](crate::Plan::frugal_fixpoint) asks again
/// about a change that was boring when a name in it has disappeared elsewhere.
pub trait NameReader: Send + Sync {
    /// Returns the names in a removed text; none where it depends on more than single names whether
    /// the text can be removed.
    fn in_removed(&self, text: &[u8]) -> Vec<NameHash>;

    /// Returns those of some names that occur seldom enough in a document to name one thing.
    fn rare(&self, names: &HashSet<NameHash>, document: &Document) -> Vec<NameHash>;
}
