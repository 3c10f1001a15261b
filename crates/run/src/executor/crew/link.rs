//! What a worker holds, and what has to be sent to it for the next candidate.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use dwindle_reduce::{Candidate, ContentKey};

use crate::worker::{Base, FileParcel, Order, Patch, Request, frame};

/// How many documents a worker holds.
const MOST_HELD: usize = 8;
/// How many candidates are remembered that may become the base of others.
const MOST_REMEMBERED: usize = 16;

/// The documents that a worker holds, the one used last behind all others.
#[derive(Default)]
pub(super) struct Held {
    keys: VecDeque<ContentKey>,
}

/// Interesting candidates: what others are made of later, and how they were made.
#[derive(Default)]
pub(super) struct Lineage {
    known: VecDeque<Candidate>,
}

impl Held {
    /// Returns what has to be sent so that the worker holds the base of a candidate.
    pub(super) fn frames_for(
        &mut self,
        task: u64,
        candidate: &Candidate,
        lineage: &Lineage,
    ) -> io::Result<Vec<Arc<Vec<u8>>>> {
        let key = candidate.base().key();
        if let Some(at) = self.keys.iter().position(|held| *held == key) {
            self.keys.remove(at);
            self.keys.push_back(key);
            return Ok(Vec::new());
        }
        let made = lineage.known.iter().rev().find(|made| made.key() == key);
        let base = match made.filter(|made| self.keys.contains(&made.base().key())) {
            Some(made) => Base::Edited { of: made.base().key().0, patch: Patch::of(made.edits()) },
            None => Base::Whole(FileParcel::all_of(candidate.base())),
        };
        let frame = |order: Order| frame::encode(&Request::For { number: task, order }).map(Arc::new);
        let mut frames = vec![frame(Order::Base { key: key.0, base })?];
        self.keys.push_back(key);
        if MOST_HELD < self.keys.len()
            && let Some(oldest) = self.keys.pop_front()
        {
            frames.push(frame(Order::Forget { key: oldest.0 })?);
        }
        Ok(frames)
    }
}

impl Lineage {
    /// Remembers an interesting candidate.
    pub(super) fn remember(&mut self, candidate: &Candidate) {
        if candidate.edits().is_empty() {
            return;
        }
        if self.known.len() == MOST_REMEMBERED {
            self.known.pop_front();
        }
        self.known.push_back(candidate.clone());
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Document, Edit, Edits};

    use super::*;

    fn sent(held: &mut Held, candidate: &Candidate, lineage: &Lineage) -> Vec<Order> {
        let frames = held.frames_for(7, candidate, lineage).unwrap();
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
        let (mut held, mut lineage) = (Held::default(), Lineage::default());
        let first = without_first(&Document::single("a", "abcdef"));
        assert!(matches!(&sent(&mut held, &first, &lineage)[..], [Order::Base { base: Base::Whole(_), .. }]));
        assert!(sent(&mut held, &first, &lineage).is_empty());
        lineage.remember(&first);
        let second = without_first(first.render());
        assert!(matches!(
            &sent(&mut held, &second, &lineage)[..],
            [Order::Base { base: Base::Edited { .. }, .. }]
        ));
        let other = without_first(second.render());
        assert!(matches!(&sent(&mut held, &other, &lineage)[..], [Order::Base { base: Base::Whole(_), .. }]));
    }

    #[test]
    fn what_was_not_used_for_long_is_forgotten() {
        let (mut held, lineage) = (Held::default(), Lineage::default());
        let candidates: Vec<Candidate> =
            (2..20).map(|n| without_first(&Document::single("a", "x".repeat(n)))).collect();
        let forgotten = candidates.iter().flat_map(|candidate| sent(&mut held, candidate, &lineage));
        let forgotten: Vec<u128> = forgotten
            .filter_map(|request| if let Order::Forget { key } = request { Some(key) } else { None })
            .collect();
        let oldest: Vec<u128> =
            candidates.iter().map(|candidate| candidate.base().key().0).take(18 - MOST_HELD).collect();
        assert_eq!(forgotten, oldest);
    }
}
