//! Attempts to take some of the units that are left out together, one after the other.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Search};

/// A candidate, and the units that it leaves.
pub(crate) type Attempt = (Candidate, Arc<[u32]>);

/// What is attempted: several kinds of attempts, each of them at one place after the other.
pub(crate) trait Attempts: Clone + Send + Sync + 'static {
    /// Where a kind of attempts has got to.
    type Place: Clone + Send + 'static;

    /// Returns how many misses in a row end a kind; `None` behind the last kind.
    fn most_misses(&self, kind: usize) -> Option<u32>;

    /// Returns the place at which a kind begins.
    fn first(&self, kind: usize, left: &[u32]) -> Self::Place;

    /// Goes on to the next place at which something can be attempted, which may be this one; `None`
    /// if there is none.
    fn attempt(&self, kind: usize, place: &mut Self::Place, left: &[u32]) -> Option<Attempt>;

    /// Goes past a place at which the attempt missed.
    fn pass(&self, place: &mut Self::Place);

    /// Goes on from a place at which the attempt left so many units.
    fn stay(&self, place: &mut Self::Place, n_left: usize);
}

/// Starts a search over units 0 to `n_units`; `None` if it has nothing to propose.
pub(crate) fn search<A: Attempts>(attempts: A, n_units: u32) -> Option<CandidateSearch> {
    let left: Arc<[u32]> = (0..n_units).collect();
    let place = attempts.first(0, &left);
    let attempts = Arc::new(attempts);
    let mut search = AttemptSearch { attempts, left, kind: 0, place, n_misses: 0, proposed: None };
    search.settle();
    search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
}

#[derive(Clone)]
struct AttemptSearch<A: Attempts> {
    attempts: Arc<A>,
    /// The units that are left.
    left: Arc<[u32]>,
    kind: usize,
    /// The place that comes next, or that the proposal is about.
    place: A::Place,
    n_misses: u32,
    proposed: Option<Attempt>,
}

impl<A: Attempts> AttemptSearch<A> {
    /// Goes on until there is a proposal, or nothing to try.
    fn settle(&mut self) {
        while let Some(most_misses) = self.attempts.most_misses(self.kind) {
            if self.n_misses < most_misses {
                self.proposed = self.attempts.attempt(self.kind, &mut self.place, &self.left);
                if self.proposed.is_some() {
                    return;
                }
            }
            self.kind += 1;
            (self.place, self.n_misses) = (self.attempts.first(self.kind, &self.left), 0);
        }
    }
}

impl<A: Attempts> Search for AttemptSearch<A> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(candidate, _)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let (_, left) = self.proposed.take().expect("an answer is learned only for a proposal");
        if interesting {
            (self.left, self.n_misses) = (left, 0);
            self.attempts.stay(&mut self.place, self.left.len());
        } else {
            self.n_misses += 1;
            self.attempts.pass(&mut self.place);
        }
        self.settle();
    }
}
