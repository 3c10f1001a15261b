//! A search over attempts to remove several of the remaining units together.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Search};

/// A candidate, and the units that remain in it.
pub(crate) type Attempt = (Candidate, Arc<[u32]>);

/// Several kinds of attempts, each tried at one position after the other.
pub(crate) trait Attempts: Clone + Send + Sync + 'static {
    /// The position within a kind.
    type Position: Clone + Send + 'static;

    /// Returns the budget of misses in a row for a kind; `None` after the last kind. What a gate
    /// refuses is no miss.
    fn most_misses(&self, kind: usize) -> Option<u32>;

    /// Returns the first position of a kind.
    fn first(&self, kind: usize, left: &[u32]) -> Self::Position;

    /// Advances `position` to the next position at which something can be attempted, perhaps the
    /// current one, and returns the attempt; `None` if there is none.
    fn attempt(&self, kind: usize, position: &mut Self::Position, left: &[u32]) -> Option<Attempt>;

    /// Advances after a miss or a refusal.
    fn pass(&self, position: &mut Self::Position);

    /// Advances after a success that left `n_left` units.
    fn stay(&self, position: &mut Self::Position, n_left: usize);
}

/// Starts a search over units 0 to `n_units`; `None` if there is nothing to propose.
pub(crate) fn search<A: Attempts>(attempts: A, n_units: u32) -> Option<CandidateSearch> {
    let left: Arc<[u32]> = (0..n_units).collect();
    let position = attempts.first(0, &left);
    let attempts = Arc::new(attempts);
    let mut search = AttemptSearch { attempts, left, kind: 0, position, n_misses: 0, proposed: None };
    search.advance();
    search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
}

#[derive(Clone)]
struct AttemptSearch<A: Attempts> {
    attempts: Arc<A>,
    /// The remaining units.
    left: Arc<[u32]>,
    kind: usize,
    /// The next position, or that of the proposal.
    position: A::Position,
    n_misses: u32,
    proposed: Option<Attempt>,
}

impl<A: Attempts> AttemptSearch<A> {
    /// Advances until there is a proposal, or nothing to try.
    fn advance(&mut self) {
        while let Some(most_misses) = self.attempts.most_misses(self.kind) {
            if self.n_misses < most_misses {
                self.proposed = self.attempts.attempt(self.kind, &mut self.position, &self.left);
                if self.proposed.is_some() {
                    return;
                }
            }
            self.kind += 1;
            (self.position, self.n_misses) = (self.attempts.first(self.kind, &self.left), 0);
        }
    }
}

impl<A: Attempts> Search for AttemptSearch<A> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(candidate, _)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let (_, left) = self.proposed.take().expect("an answer is learned only for a proposal");
        if answer.is_interesting() {
            (self.left, self.n_misses) = (left, 0);
            self.attempts.stay(&mut self.position, self.left.len());
        } else {
            self.n_misses += u32::from(answer.is_boring());
            self.attempts.pass(&mut self.position);
        }
        self.advance();
    }
}
