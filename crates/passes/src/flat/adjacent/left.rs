//! The candidates that keep some units of a small document.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Gate, Units};

use crate::flat::lexer::Grain;
use crate::flat::spans::Spans;
use crate::flat::tokens::removal;
use crate::stage::attempts::Attempt;

/// A small document as a list of units.
#[derive(Clone)]
pub(super) struct Left {
    pub(super) pass: &'static str,
    pub(super) base: Document,
    pub(super) spans: Spans,
    /// What the units are.
    pub(super) grain: Option<Grain>,
    /// Refuses what has more syntax errors than the base; `None` without a parser.
    pub(super) gate: Option<Arc<dyn Gate>>,
}

/// Which candidates are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parses {
    /// Those without new syntax errors, if there is a parser.
    Yes,
    /// Those with new syntax errors.
    No,
    /// All.
    Any,
}

impl Left {
    /// Returns the candidate that keeps these units, behind a gate that refuses it if it parses
    /// otherwise.
    pub(super) fn candidate(&self, stays: Arc<[u32]>, parses: Parses) -> Attempt {
        let units: Units = stays.iter().copied().collect();
        let goes = units.complement(self.spans.len());
        let edits = match self.grain {
            Some(grain) => removal(&self.base, &self.spans, grain, &goes),
            None => self.spans.deletion(&goes),
        };
        let candidate = Candidate::new(self.pass, &self.base, edits);
        let gate: Option<Arc<dyn Gate>> = match parses {
            Parses::Yes => self.gate.clone(),
            Parses::No => Some(Arc::new(NewErrors(self.gate.clone()))),
            Parses::Any => None,
        };
        (gate.map_or_else(|| candidate.clone(), |gate| candidate.with_gate(gate)), stays)
    }
}

/// Refuses what another gate admits.
struct NewErrors(Option<Arc<dyn Gate>>);

impl Gate for NewErrors {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.0.as_ref().is_some_and(|gate| !gate.admits(candidate))
    }
}
