//! A single candidate before a search.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Search};

/// Returns a search that proposes `everything` first. If that is interesting, the search ends;
/// otherwise it continues as `rest`.
pub(crate) fn at_once(everything: Candidate, rest: CandidateSearch) -> CandidateSearch {
    Box::new(AtOnce { everything: Some(everything), rest: Some(rest) })
}

#[derive(Clone)]
struct AtOnce {
    everything: Option<Candidate>,
    /// `None` once `everything` was accepted.
    rest: Option<CandidateSearch>,
}

impl Search for AtOnce {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        match &self.everything {
            Some(everything) => Some(everything.clone()),
            None => self.rest.as_ref()?.propose(),
        }
    }

    fn learn(&mut self, answer: Answer) {
        if self.everything.take().is_some() {
            self.rest = self.rest.take().filter(|_| !answer.is_interesting());
        } else if let Some(rest) = &mut self.rest {
            rest.learn(answer);
        }
    }

    fn likelihood(&self) -> Option<f64> {
        match self.everything {
            Some(_) => None,
            None => self.rest.as_ref()?.likelihood(),
        }
    }

    fn skip(&mut self) {
        if let (None, Some(rest)) = (self.everything.take(), &mut self.rest) {
            rest.skip();
        }
    }
}
