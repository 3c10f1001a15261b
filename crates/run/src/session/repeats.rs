//! The session's side of detecting a flaky test.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use dwindle_reduce::{Candidate, ContentKey, Document, Edits, Event, Reducer, Trial, TrialId};

use crate::flaky::{Doubt, Observations, Tally, Trust};
use crate::journal::Journal;

/// The first id of a repeat. The reducer's trials never have such large ids.
const FIRST_REPEAT: u64 = 1 << 63;

/// Decides which documents are tested again, and whether the result is confirmed.
pub(super) struct Repeats {
    pub(super) observations: Arc<Observations>,
    pub(super) original: ContentKey,
    pub(super) doubt: Doubt,
    /// Documents that are to be tested again.
    pub(super) waiting: VecDeque<Candidate>,
    pub(super) under_way: HashSet<TrialId>,
    n_begun: u64,
    /// Whether answers have contradicted each other, and the search has started again since.
    pub(super) is_testing: bool,
    /// The result that is tested again at the end, and its answers before that.
    pub(super) confirmed: Option<(ContentKey, Tally)>,
    pub(super) n_retracted: u64,
    /// Whether there is no time to go on after a retraction.
    pub(super) is_late: bool,
}

impl Repeats {
    pub(super) fn new(observations: Arc<Observations>, original: ContentKey) -> Repeats {
        let is_testing = observations.rates().is_some();
        Repeats {
            observations,
            original,
            doubt: Doubt::default(),
            waiting: VecDeque::new(),
            under_way: HashSet::new(),
            n_begun: 0,
            is_testing,
            confirmed: None,
            n_retracted: 0,
            is_late: false,
        }
    }

    pub(super) fn observations(&self) -> &Observations {
        &self.observations
    }

    /// Adds the answers of earlier runs in the journal.
    pub(super) fn know(&mut self, journal: &Journal, reducer: &mut Reducer) {
        journal.slow_answers().for_each(|(key, took)| self.observations.know_slow(key, took));
        journal.tallies().for_each(|(key, tally)| self.observations.know(key, tally));
        self.observations.verdicts().into_iter().for_each(|(key, verdict)| reducer.know(key, verdict));
        self.is_testing = self.observations.rates().is_some();
    }

    /// Handles an event. Returns whether the best document must be tested again.
    pub(super) fn see(&mut self, event: &Event) -> bool {
        let is_doubted = self.doubt.see(event);
        // After a contradiction, a document is accepted only after enough runs.
        is_doubted && self.observations.trust() == Trust::UntilContradicted && !self.is_testing
    }

    /// Queues repeats of a document.
    pub(super) fn repeat(&mut self, document: &Document, n_times: usize) {
        let candidate = Candidate::new("again", document, Edits::new([]));
        self.waiting.extend((0..n_times).map(|_| candidate.clone()));
    }

    /// Removes and returns the next repeat.
    pub(super) fn next_repeat(&mut self) -> Option<Trial> {
        let candidate = self.waiting.pop_front()?;
        self.observations.want(candidate.key(), 1);
        let id = TrialId(FIRST_REPEAT + self.n_begun);
        self.n_begun += 1;
        self.under_way.insert(id);
        Some(Trial { id, candidate })
    }

    pub(super) fn n_under_way(&self) -> usize {
        self.under_way.len()
    }

    /// Handles the end of a trial. Returns whether it was a repeat.
    pub(super) fn ended(&mut self, id: TrialId) -> bool {
        self.under_way.remove(&id)
    }

    /// Whether there is no time to go on after a retraction.
    pub(super) fn is_late(&self) -> bool {
        self.is_late
    }

    /// Whether the runs since `before` are enough to confirm the result or not.
    pub(super) fn is_enough(&self, before: Tally) -> bool {
        self.observations.rates().is_none() || self.holds(before).is_some()
    }

    /// Whether the result was interesting often enough in its runs since `before`; `None` if more
    /// are needed.
    pub(super) fn holds(&self, before: Tally) -> Option<bool> {
        let (key, _) = self.confirmed?;
        let now = self.observations.tally(key);
        let rates = self.observations.rates()?;
        rates.holds(now.interesting() - before.interesting(), now.others() - before.others())
    }

    pub(super) fn is_busy(&self) -> bool {
        !self.waiting.is_empty() || !self.under_way.is_empty()
    }
}
