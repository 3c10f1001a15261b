//! The documents that a worker holds.

use std::collections::HashMap;

use dwindle_reduce::{Candidate, ContentKey, Document};

use super::{Base, PackedFile, Patch};

/// The documents that a worker holds, by their keys.
#[derive(Default)]
pub(super) struct Documents {
    held: HashMap<ContentKey, Document>,
}

impl Documents {
    /// Adds a document. Returns `None` if it does not have the announced key.
    pub(super) fn take(&mut self, key: u128, base: Base) -> Option<()> {
        let key = ContentKey(key);
        let document = match base {
            Base::Whole(parcels) => PackedFile::unpack(parcels).filter(|document| document.key() == key)?,
            Base::Edited { of, patch } => self.candidate(of, &patch, key.0)?.render().clone(),
        };
        self.held.insert(key, document);
        Some(())
    }

    /// Removes a document.
    pub(super) fn forget(&mut self, key: u128) {
        self.held.remove(&ContentKey(key));
    }

    /// Returns a candidate of a document; `None` if there is no such document, or the candidate
    /// does not have the announced key.
    pub(super) fn candidate(&self, base: u128, patch: &Patch, key: u128) -> Option<Candidate> {
        patch.apply(self.held.get(&ContentKey(base))?, ContentKey(key))
    }
}
