//! What is known about the numbers of a document from the search in a larger one.

use rustc_hash::FxHashSet;

use super::atoms::Atoms;

/// The places of numbers, as files and bytes in them.
#[derive(Default)]
pub(super) struct Known {
    confirmed: FxHashSet<(u32, u64)>,
    refuted: FxHashSet<(u32, u64)>,
}

impl Known {
    /// Adds the place of a number that is known to be computed from something.
    pub(super) fn confirm(&mut self, file: u32, byte: u64) {
        self.confirmed.insert((file, byte));
    }

    /// Adds the place of a number that has been explained wrongly, or is not checked.
    pub(super) fn refute(&mut self, file: u32, byte: u64) {
        self.refuted.insert((file, byte));
    }

    /// Whether a number of the smaller document is known to be computed from something.
    pub(super) fn is_confirmed(&self, atoms: &Atoms, at: u32) -> bool {
        self.confirmed.contains(&place(atoms, at))
    }

    /// Whether an explanation of a number was wrong, or the number is not checked.
    pub(super) fn is_refuted(&self, atoms: &Atoms, at: u32) -> bool {
        self.refuted.contains(&place(atoms, at))
    }
}

fn place(atoms: &Atoms, at: u32) -> (u32, u64) {
    (atoms.file(at), atoms.bytes(at).start as u64)
}
