//! A search under a policy.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Finding, Search};

/// What a policy changes of a search; all else is the search's own.
pub(super) trait Policy: Clone + Send + 'static {
    /// Returns the current proposal; `None` ends the search.
    fn propose(&self, search: &CandidateSearch) -> Option<Candidate> {
        search.propose()
    }

    /// Learns the answer to the current proposal, before the search does.
    fn learn(&mut self, _: &CandidateSearch, _: Answer) {}

    /// Is called at the start, and whenever the search has gone on.
    fn advance(&mut self, _: &mut CandidateSearch) {}
}

/// Returns the search under a policy.
pub(super) fn govern(mut search: CandidateSearch, mut policy: impl Policy) -> CandidateSearch {
    policy.advance(&mut search);
    Box::new(Governed { search, policy })
}

#[derive(Clone)]
struct Governed<P> {
    search: CandidateSearch,
    policy: P,
}

impl<P: Policy> Search for Governed<P> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.policy.propose(&self.search)
    }

    fn learn(&mut self, answer: Answer) {
        self.policy.learn(&self.search, answer);
        self.search.learn(answer);
        self.policy.advance(&mut self.search);
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }

    fn findings(&self) -> &[Finding] {
        self.search.findings()
    }

    fn skip(&mut self) {
        self.search.skip();
        self.policy.advance(&mut self.search);
    }
}
