//! Everything that is known about candidates, by their content.

use std::collections::HashMap;

use super::TrialId;
use crate::document::ContentKey;
use crate::event::Source;
use crate::verdict::Verdict;

/// The verdicts that are known and the trials that are under way.
#[derive(Default)]
pub(super) struct Answers {
    verdicts: HashMap<ContentKey, Known>,
    under_way: HashMap<ContentKey, TrialId>,
    keys: HashMap<TrialId, ContentKey>,
    next_id: u64,
}

#[derive(Clone, Copy)]
struct Known {
    verdict: Verdict,
    /// Where the plan's next use of it says that it came from.
    source: Source,
    /// Whether the plan has used it.
    is_learned: bool,
}

impl Answers {
    pub(super) fn verdict(&self, key: ContentKey) -> Option<Verdict> {
        self.verdicts.get(&key).map(|known| known.verdict)
    }

    /// Takes an answer into the plan, and returns whether it cost a trial: only the first use of
    /// one does.
    pub(super) fn use_verdict(&mut self, key: ContentKey) -> Option<(Verdict, Source)> {
        let known = self.verdicts.get_mut(&key)?;
        let source = std::mem::replace(&mut known.source, Source::Memory);
        known.is_learned = true;
        Some((known.verdict, source))
    }

    pub(super) fn is_learned(&self, key: ContentKey) -> bool {
        self.verdicts.get(&key).is_some_and(|known| known.is_learned)
    }

    /// Forgets an answer that the plan has not used.
    pub(super) fn forget(&mut self, key: ContentKey) {
        if !self.is_learned(key) {
            self.verdicts.remove(&key);
        }
    }

    pub(super) fn remember(&mut self, key: ContentKey, verdict: Verdict) {
        self.verdicts.entry(key).or_insert(Known { verdict, source: Source::Memory, is_learned: false });
    }

    pub(super) fn is_under_way(&self, key: ContentKey) -> bool {
        self.under_way.contains_key(&key)
    }

    pub(super) fn n_under_way(&self) -> usize {
        self.under_way.len()
    }

    pub(super) fn start(&mut self, key: ContentKey) -> TrialId {
        let id = TrialId(self.next_id);
        self.next_id += 1;
        self.under_way.insert(key, id);
        self.keys.insert(id, key);
        id
    }

    /// Takes the verdict of a trial, and returns the key of its candidate if the trial was known.
    pub(super) fn told(&mut self, id: TrialId, verdict: Verdict) -> Option<ContentKey> {
        let key = self.keys.remove(&id)?;
        if self.under_way.get(&key) == Some(&id) {
            self.under_way.remove(&key);
        }
        self.verdicts.entry(key).or_insert(Known { verdict, source: Source::Trial, is_learned: false });
        Some(key)
    }

    /// Forgets a trial that ended without a verdict, and returns the key of its candidate if it was
    /// known.
    pub(super) fn cancelled(&mut self, id: TrialId) -> Option<ContentKey> {
        let key = self.keys.remove(&id)?;
        if self.under_way.get(&key) == Some(&id) {
            self.under_way.remove(&key);
        }
        Some(key)
    }

    /// Puts other answers in the place of all that are known. Trials under way go on.
    pub(super) fn replace(&mut self, answers: impl IntoIterator<Item = (ContentKey, Verdict)>) {
        self.verdicts.clear();
        answers.into_iter().for_each(|(key, verdict)| self.remember(key, verdict));
    }

    /// Takes a trial that nobody needs out of those under way; a verdict that comes nevertheless is
    /// welcome.
    pub(super) fn abandon(&mut self, key: ContentKey) -> Option<TrialId> {
        self.under_way.remove(&key)
    }

    /// Takes all trials out of those under way.
    pub(super) fn abandon_all(&mut self) -> Vec<TrialId> {
        let mut abandoned: Vec<TrialId> = self.under_way.drain().map(|(_, id)| id).collect();
        abandoned.sort_unstable();
        abandoned
    }
}
