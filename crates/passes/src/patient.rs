//! A pass that ends when it asked too long in vain.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Pass, Search};

/// A pass ends after so many answers in a row that changed nothing; those of gates don't count.
///
/// A list with at most so many units is always asked for unit by unit; of a longer one of which nothing went for so long, everything
/// may well be needed, and to know that takes a trial for each unit.
pub(crate) const PATIENCE: u32 = 2_000;

/// Runs another pass, but not for ever in vain.
pub(crate) struct Patient {
    pass: Arc<dyn Pass>,
    patience: u32,
}

impl Patient {
    pub(crate) fn new(pass: Arc<dyn Pass>) -> Patient {
        Patient::with(pass, PATIENCE)
    }

    /// Ends after `patience` answers in a row that changed nothing, without those of gates.
    pub(crate) fn with(pass: Arc<dyn Pass>, patience: u32) -> Patient {
        Patient { pass, patience }
    }
}

impl Pass for Patient {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        let search = self.pass.begin(document)?;
        Some(Box::new(PatientSearch { search, patience: self.patience, n_fruitless: 0 }))
    }
}

struct PatientSearch {
    search: CandidateSearch,
    patience: u32,
    n_fruitless: u32,
}

impl Search for PatientSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        if self.n_fruitless < self.patience { self.search.propose() } else { None }
    }

    fn learn(&mut self, answer: Answer) {
        match answer {
            Answer::Interesting => self.n_fruitless = 0,
            Answer::Boring => self.n_fruitless += 1,
            Answer::Refused => {}
        }
        self.search.learn(answer);
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }

    fn fork(&self) -> CandidateSearch {
        let (patience, n_fruitless) = (self.patience, self.n_fruitless);
        Box::new(PatientSearch { search: self.search.fork(), patience, n_fruitless })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Entry;
    use crate::testing::{best_options, reduce};

    fn n_answers(n_bytes: u32) -> usize {
        let bytes = (Entry::named("bytes").unwrap().make)(&best_options());
        let noise = (0..n_bytes).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8);
        let document = Document::single("a.bin", noise.collect::<Vec<u8>>());
        let (left, answers) = reduce(&Patient::new(bytes), &document, |candidate| candidate == &document);
        assert_eq!(left, document);
        answers.len()
    }

    #[test]
    fn short_lists_are_asked_for_to_the_last_unit_and_long_ones_only_as_long_as_something_goes() {
        // Bytes that stand beside equal ones share an answer.
        assert!(950 <= n_answers(1_000));
        assert!(n_answers(50_000) <= PATIENCE as usize);
    }
}
