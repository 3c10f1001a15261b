//! Which record an atom belongs to.

use std::ops::Range;

use super::super::super::facts::DocumentFacts;

/// By atom: what its innermost record belongs to.
pub(super) struct Owners {
    owners: Vec<u32>,
}

const NOBODY: u32 = u32::MAX;
/// How deep records are nested on average at most.
const MOST_NESTED: usize = 8;

impl Owners {
    /// Returns the innermost owners; `None` if one record has two owners. O(atoms in records).
    pub(super) fn of(
        facts: &DocumentFacts,
        records: impl Iterator<Item = (Range<u32>, u32)>,
    ) -> Option<Owners> {
        let mut records: Vec<(Range<u32>, u32)> = records.collect();
        records.sort_by_key(|(record, owner)| (std::cmp::Reverse(record.len()), record.start, *owner));
        records.dedup();
        let n_atoms: usize = records.iter().map(|(record, _)| record.len()).sum();
        let is_shared = records.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if is_shared || MOST_NESTED * (facts.atoms.len() as usize) < n_atoms {
            return None;
        }
        let mut owners = vec![NOBODY; facts.atoms.len() as usize];
        for (record, owner) in records {
            owners[record.start as usize..record.end as usize].fill(owner);
        }
        Some(Owners { owners })
    }

    /// Returns the owner of an atom.
    pub(super) fn of_atom(&self, at: u32) -> Option<u32> {
        Some(self.owners[at as usize]).filter(|&owner| owner != NOBODY)
    }
}
