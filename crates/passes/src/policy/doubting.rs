//! A text pass that stops breaking the syntax when that never helps.

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Gate, Pass, Search};

use crate::tree::gate::no_new_errors;
use crate::tree::source::TreeSource;

/// How many candidates with new syntax errors are tried before their kind is given up.
const N_TRIED: u32 = 4;

/// Returns the pass that doubts candidates that do not parse.
///
/// Most properties need an input that parses, some (bugs in parsers) do not. The first few candidates with new
/// syntax errors are tried like all others; if none of them is interesting, later ones are put behind the syntax
/// gate. What is left is then 1-minimal among the candidates that parse.
pub(crate) fn doubting(pass: Pass, trees: &Arc<TreeSource>) -> Pass {
    let trees = trees.clone();
    pass.wrapped(move |pass, document| {
        let search = pass.begin(document)?;
        let Some(gate) = no_new_errors(document, &trees) else { return Some(search) };
        Some(Box::new(Doubting { search, gate, n_broken: 0, breaking_helps: false }))
    })
}

#[derive(Clone)]
struct Doubting {
    search: CandidateSearch,
    gate: Arc<dyn Gate>,
    n_broken: u32,
    breaking_helps: bool,
}

impl Doubting {
    fn doubts(&self) -> bool {
        !self.breaking_helps && N_TRIED <= self.n_broken
    }
}

impl Search for Doubting {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let candidate = self.search.propose()?;
        Some(if self.doubts() { candidate.with_gate(self.gate.clone()) } else { candidate })
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if !self.breaking_helps && !self.doubts() {
            let broken = self.search.propose().is_some_and(|candidate| !self.gate.admits(&candidate));
            self.n_broken += u32::from(broken);
            self.breaking_helps = broken && interesting;
        }
        self.search.learn(answer);
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

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
        // Groups of one verification hold brackets, too; of the single ones four are tried.
        assert!(doubted.len() + 10 < tried.len(), "{} of {}", doubted.len(), tried.len());
    }
}
