//! A policy that ends a pass after too many misses in a row.

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Pass};

use super::governed::{Policy, govern};

/// The default budget for long lists. A list with at most this many units is always tried unit by
/// unit. In a longer list with this many misses, probably every unit is needed, and verifying that
/// would take a trial for each.
pub(crate) const MOST_MISSES: u32 = 2_000;

/// Returns the pass with a budget of misses in a row: trials that were not interesting. Refusals by
/// gates are not misses.
pub(crate) fn patient_pass(pass: Pass, most_misses: u32) -> Pass {
    pass.wrapped(move |pass, document| Some(patient(pass.begin(document)?, most_misses)))
}

/// Returns the search with a budget of misses in a row.
pub(crate) fn patient(search: CandidateSearch, most_misses: u32) -> CandidateSearch {
    govern(search, Patient { most_misses, n_misses: 0 })
}

#[derive(Clone)]
struct Patient {
    most_misses: u32,
    /// The misses since the last success.
    n_misses: u32,
}

impl Policy for Patient {
    fn propose(&self, search: &CandidateSearch) -> Option<Candidate> {
        if self.n_misses < self.most_misses { search.propose() } else { None }
    }

    fn learn(&mut self, _: &CandidateSearch, answer: Answer) {
        match answer {
            Answer::Interesting => self.n_misses = 0,
            Answer::Boring => self.n_misses += 1,
            Answer::Refused => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::entry::Entry;
    use crate::testing::{best_options, options, reduce};

    fn n_answers(n_bytes: u32) -> usize {
        let bytes = Entry::named("bytes").unwrap().pass(&best_options());
        let noise = (0..n_bytes).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8);
        let document = Document::single("a.bin", noise.collect::<Vec<u8>>());
        let (left, answers) =
            reduce(&patient_pass(bytes, MOST_MISSES), &document, |candidate| candidate == &document);
        assert_eq!(left, document);
        answers.len()
    }

    #[test]
    fn what_a_gate_refuses_is_no_miss() {
        let document = Document::single("a.txt", "a\n".repeat(64));
        let lines = Entry::named("lines").unwrap().pass(&options());
        let mut search = patient(lines.begin(&document).unwrap(), 3);
        let mut learn = |answer| search.propose().map(|_| search.learn(answer)).is_some();
        let refused = [Answer::Refused; 10].map(&mut learn);
        assert_eq!(refused, [true; 10]);
        assert_eq!([Answer::Boring; 5].map(&mut learn), [true, true, true, false, false]);
    }

    #[test]
    fn short_lists_are_asked_for_to_the_last_unit_and_long_ones_only_as_long_as_something_goes() {
        // Adjacent equal bytes share an answer.
        assert!(950 <= n_answers(1_000));
        assert!(n_answers(50_000) <= MOST_MISSES as usize);
    }
}
