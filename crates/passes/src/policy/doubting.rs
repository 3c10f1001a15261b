//! A policy for text passes: stop proposing syntax errors when they are never interesting.

use std::sync::{Arc, OnceLock};

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Gate, Pass};

use super::governed::{Policy, govern};
use crate::tree::gates::no_new_errors;
use crate::tree::source::TreeSource;

/// How many candidates with new syntax errors are tested before the gate is used.
const N_TRIED: u32 = 4;

/// Returns the pass with a syntax gate that is switched on after some misses.
///
/// Most properties need an input that parses; some (bugs in parsers) do not. The first few
/// candidates with new syntax errors are tested like all others; if none of them is interesting,
/// later ones are refused by the syntax gate. The result is then 1-minimal among the candidates
/// that parse.
pub(crate) fn doubting(pass: Pass, trees: &Arc<TreeSource>) -> Pass {
    let trees = trees.clone();
    pass.wrapped(move |pass, document| {
        let search = pass.begin(document)?;
        let Some(gate) = no_new_errors(document, &trees) else { return Some(search) };
        Some(govern(search, Doubting::new(gate)))
    })
}

#[derive(Clone)]
struct Doubting {
    gate: Arc<dyn Gate>,
    n_broken: u32,
    breaking_helps: bool,
    /// Whether the proposal has new syntax errors, computed on demand; all forks share the answer.
    is_broken: Arc<OnceLock<bool>>,
}

impl Doubting {
    fn new(gate: Arc<dyn Gate>) -> Doubting {
        Doubting { gate, n_broken: 0, breaking_helps: false, is_broken: Arc::default() }
    }

    fn doubts(&self) -> bool {
        !self.breaking_helps && N_TRIED <= self.n_broken
    }
}

impl Policy for Doubting {
    fn propose(&self, search: &CandidateSearch) -> Option<Candidate> {
        let candidate = search.propose()?;
        Some(if self.doubts() { candidate.with_gate(self.gate.clone()) } else { candidate })
    }

    fn learn(&mut self, search: &CandidateSearch, answer: Answer) {
        if !self.breaking_helps && !self.doubts() {
            let asks = || search.propose().is_some_and(|candidate| !self.gate.admits(&candidate));
            let is_broken = *self.is_broken.get_or_init(asks);
            self.n_broken += u32::from(is_broken);
            self.breaking_helps = is_broken && answer.is_interesting();
        }
    }

    fn advance(&mut self, _: &mut CandidateSearch) {
        self.is_broken = Arc::default();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};
    use std::sync::Mutex;

    use dwindle_reduce::{ContentKey, Document};

    use super::*;
    use crate::entry::Entry;
    use crate::testing::{best_options, reduce};

    #[test]
    fn after_a_few_candidates_with_gaps_no_more_are_tried() {
        let options = best_options();
        let words = Entry::named("words").unwrap().pass(&options);
        let pass = doubting(words.clone(), &options.trees);
        let text = format!("{}x{}", "(f ".repeat(12), ")".repeat(12));
        let document = Document::single("a.smt2", text.clone());
        let interesting = |document: &Document| document.files()[0].bytes() == text.as_bytes();
        let (_, doubted) = reduce(&pass, &document, interesting);
        let (_, tried) = reduce(&words, &document, interesting);
        // Groups in the verification contain brackets, too; of the single ones four are tested.
        assert!(doubted.len() + 10 < tried.len(), "{} of {}", doubted.len(), tried.len());
    }

    /// Counts how often it is asked, and refuses every other length.
    struct Counting {
        asked: Mutex<HashMap<ContentKey, u32>>,
    }

    impl Gate for Counting {
        fn admits(&self, candidate: &Candidate) -> bool {
            *self.asked.lock().unwrap().entry(candidate.key()).or_default() += 1;
            candidate.cost().bytes.is_multiple_of(2)
        }
    }

    #[test]
    fn the_gate_runs_at_most_once_for_each_candidate_whatever_forks_learn() {
        let document = Document::single("a.txt", "a b c d e f g h i j k l m n o p");
        let search = Entry::named("words").unwrap().pass(&best_options()).begin(&document).unwrap();
        let gate = Arc::new(Counting { asked: Mutex::default() });
        let mut search = govern(search, Doubting::new(gate.clone()));
        let (mut asked, mut n_tried) = (HashSet::new(), 0);
        while let Some(candidate) = search.propose() {
            for guess in [Answer::Boring, Answer::Interesting] {
                search.clone().learn(guess);
            }
            let is_first = asked.insert(candidate.key());
            let is_broken = !candidate.cost().bytes.is_multiple_of(2);
            let is_admitted = candidate.gate().is_none() || !is_broken;
            n_tried += u32::from(is_broken && is_admitted);
            search.learn(if is_admitted { Answer::Boring } else { Answer::Refused });
            assert!(is_first);
        }
        assert_eq!(n_tried, 4, "then they are refused");
        let asked = gate.asked.lock().unwrap();
        assert!(!asked.is_empty() && asked.values().all(|n_times| *n_times == 1), "{asked:?}");
    }
}
