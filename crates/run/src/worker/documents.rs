//! The documents that a worker holds.

use std::collections::HashMap;

use dwindle_reduce::{Candidate, ContentKey, Document};

use super::{Base, FileParcel, Patch};

/// Documents by their keys.
#[derive(Default)]
pub(super) struct Documents {
    held: HashMap<ContentKey, Document>,
}

impl Documents {
    /// Takes a document. `None` where it is not the one that was announced.
    pub(super) fn take(&mut self, key: u128, base: Base) -> Option<()> {
        let key = ContentKey(key);
        let document = match base {
            Base::Whole(parcels) => FileParcel::unpack(parcels).filter(|document| document.key() == key)?,
            Base::Edited { of, patch } => self.candidate(of, &patch, key.0)?.render().clone(),
        };
        self.held.insert(key, document);
        Some(())
    }

    /// Drops a document.
    pub(super) fn forget(&mut self, key: u128) {
        self.held.remove(&ContentKey(key));
    }

    /// Makes a candidate of a document. `None` where that is not there, or the candidate is not the
    /// one that was announced.
    pub(super) fn candidate(&self, base: u128, patch: &Patch, key: u128) -> Option<Candidate> {
        patch.apply(self.held.get(&ContentKey(base))?, ContentKey(key))
    }
}
