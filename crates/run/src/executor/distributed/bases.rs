//! The documents that a worker holds, and the messages that it needs before the next candidate.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use dwindle_reduce::{Candidate, ContentKey};

use crate::worker::{Base, Order, PackedFile, Patch, Request, frame};

/// Most documents that a worker holds.
const MAX_HELD: usize = 8;
/// Most candidates that are remembered because they may become the base of others.
const MAX_REMEMBERED: usize = 16;

/// The documents that a worker holds, least recently used first.
#[derive(Default)]
pub(super) struct HeldDocuments {
    keys: VecDeque<ContentKey>,
}

/// Interesting candidates. Later candidates may have them as their base; a worker that holds the
/// base of such a candidate needs only its edits.
#[derive(Default)]
pub(super) struct KnownBases {
    known: VecDeque<Candidate>,
}

impl HeldDocuments {
    /// Returns the messages after which the worker holds the base of a candidate.
    pub(super) fn frames_for(
        &mut self,
        task: u64,
        candidate: &Candidate,
        known_bases: &KnownBases,
    ) -> io::Result<Vec<Arc<Vec<u8>>>> {
        let key = candidate.base().key();
        if let Some(at) = self.keys.iter().position(|held| *held == key) {
            self.keys.remove(at);
            self.keys.push_back(key);
            return Ok(Vec::new());
        }
        let made = known_bases.known.iter().rev().find(|made| made.key() == key);
        let base = match made.filter(|made| self.keys.contains(&made.base().key())) {
            Some(made) => Base::Edited { of: made.base().key().0, patch: Patch::of(made.edits()) },
            None => Base::Whole(PackedFile::all_of(candidate.base())),
        };
        let frame = |order: Order| frame::encode(&Request::For { number: task, order }).map(Arc::new);
        let mut frames = vec![frame(Order::Base { key: key.0, base })?];
        self.keys.push_back(key);
        if MAX_HELD < self.keys.len()
            && let Some(oldest) = self.keys.pop_front()
        {
            frames.push(frame(Order::Forget { key: oldest.0 })?);
        }
        Ok(frames)
    }
}

impl KnownBases {
    /// Remembers an interesting candidate.
    pub(super) fn remember(&mut self, candidate: &Candidate) {
        if candidate.edits().is_empty() {
            return;
        }
        if self.known.len() == MAX_REMEMBERED {
            self.known.pop_front();
        }
        self.known.push_back(candidate.clone());
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Document, Edit, Edits};

    use super::*;

    fn sent(held: &mut HeldDocuments, candidate: &Candidate, known_bases: &KnownBases) -> Vec<Order> {
        let frames = held.frames_for(7, candidate, known_bases).unwrap();
        let order = |bytes: &Arc<Vec<u8>>| match frame::read(&mut &bytes[..]).unwrap().unwrap() {
            Request::For { number: 7, order } => order,
            other => panic!("{other:?}"),
        };
        frames.iter().map(order).collect()
    }

    fn without_first(base: &Document) -> Candidate {
        Candidate::new("test", base, Edits::new([Edit::delete(0, 0..1)]))
    }

    #[test]
    fn a_base_is_sent_once_and_its_descendants_as_edits() {
        let (mut held, mut known_bases) = (HeldDocuments::default(), KnownBases::default());
        let first = without_first(&Document::single("a", "abcdef"));
        assert!(matches!(
            &sent(&mut held, &first, &known_bases)[..],
            [Order::Base { base: Base::Whole(_), .. }]
        ));
        assert!(sent(&mut held, &first, &known_bases).is_empty());
        known_bases.remember(&first);
        let second = without_first(first.render());
        assert!(matches!(
            &sent(&mut held, &second, &known_bases)[..],
            [Order::Base { base: Base::Edited { .. }, .. }]
        ));
        let other = without_first(second.render());
        assert!(matches!(
            &sent(&mut held, &other, &known_bases)[..],
            [Order::Base { base: Base::Whole(_), .. }]
        ));
    }

    #[test]
    fn the_least_recently_used_document_is_forgotten() {
        let (mut held, known_bases) = (HeldDocuments::default(), KnownBases::default());
        let candidates: Vec<Candidate> =
            (2..20).map(|n| without_first(&Document::single("a", "x".repeat(n)))).collect();
        let forgotten = candidates.iter().flat_map(|candidate| sent(&mut held, candidate, &known_bases));
        let forgotten: Vec<u128> = forgotten
            .filter_map(|request| if let Order::Forget { key } = request { Some(key) } else { None })
            .collect();
        let oldest: Vec<u128> =
            candidates.iter().map(|candidate| candidate.base().key().0).take(18 - MAX_HELD).collect();
        assert_eq!(forgotten, oldest);
    }
}
