//! A text pass that stops breaking the syntax when that never helps.

use std::sync::Arc;

use dwindle_reduce::{Candidate, CandidateSearch, Document, Gate, Pass, Search};

use super::source::TreeSource;

/// How many candidates with new syntax errors are tried before their kind is given up.
const N_TRIED: u32 = 4;

/// Runs another pass, and doubts candidates that do not parse.
///
/// Most properties need an input that parses, some (bugs in parsers) do not. The first few candidates with new
/// syntax errors are tried like all others; if none of them is interesting, later ones are put behind the syntax
/// gate. What is left is then 1-minimal among the candidates that parse.
pub(crate) struct Doubting {
    pass: Arc<dyn Pass>,
    trees: Arc<TreeSource>,
}

impl Doubting {
    pub(crate) fn new(pass: Arc<dyn Pass>, trees: &Arc<TreeSource>) -> Doubting {
        Doubting { pass, trees: trees.clone() }
    }
}

impl Pass for Doubting {
    fn name(&self) -> &'static str {
        self.pass.name()
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        let search = self.pass.begin(document)?;
        let files = 0..u32::try_from(document.files().len()).ok()?;
        let gate = |file| Some(self.trees.tree(document, file)?.gate? as Arc<dyn Gate>);
        let gates: Vec<Arc<dyn Gate>> = files.filter_map(gate).collect();
        if gates.is_empty() {
            return Some(search);
        }
        Some(Box::new(DoubtingSearch {
            search,
            gate: Arc::new(All(gates)),
            n_broken: 0,
            breaking_helps: false,
        }))
    }
}

/// Admits what all gates admit.
struct All(Vec<Arc<dyn Gate>>);

impl Gate for All {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.0.iter().all(|gate| gate.admits(candidate))
    }
}

struct DoubtingSearch {
    search: CandidateSearch,
    gate: Arc<dyn Gate>,
    n_broken: u32,
    breaking_helps: bool,
}

impl DoubtingSearch {
    fn doubts(&self) -> bool {
        !self.breaking_helps && N_TRIED <= self.n_broken
    }
}

impl Search for DoubtingSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let candidate = self.search.propose()?;
        Some(if self.doubts() { candidate.with_gate(self.gate.clone()) } else { candidate })
    }

    fn learn(&mut self, interesting: bool) {
        if !self.breaking_helps && !self.doubts() {
            let broken = self.search.propose().is_some_and(|candidate| !self.gate.admits(&candidate));
            self.n_broken += u32::from(broken);
            self.breaking_helps = broken && interesting;
        }
        self.search.learn(interesting);
    }

    fn likelihood(&self) -> Option<f64> {
        self.search.likelihood()
    }

    fn fork(&self) -> CandidateSearch {
        Box::new(DoubtingSearch {
            search: self.search.fork(),
            gate: self.gate.clone(),
            n_broken: self.n_broken,
            breaking_helps: self.breaking_helps,
        })
    }
}
