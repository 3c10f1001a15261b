//! A search over candidates that is based on a search over units.

use std::sync::Arc;

use super::options::UnitSearch;
use crate::candidate::{Candidate, Edits};
use crate::document::Document;
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// Maps the units that a list algorithm leaves out to the edits that remove them from a document.
pub type EditsOf = dyn Fn(&Units) -> Edits + Send + Sync;

/// Proposes candidates of one base document: one for each proposal of a list algorithm.
#[derive(Clone)]
pub struct OverList {
    pass: &'static str,
    base: Document,
    edits_of: Arc<EditsOf>,
    units: UnitSearch,
}

impl OverList {
    /// Creates the search; `edits_of` must remove strictly more for a superset of units.
    pub fn new(pass: &'static str, base: &Document, units: UnitSearch, edits_of: Arc<EditsOf>) -> OverList {
        OverList { pass, base: base.clone(), edits_of, units }
    }
}

impl Search for OverList {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let left_out = self.units.propose()?;
        Some(Candidate::new(self.pass, &self.base, (self.edits_of)(&left_out)))
    }

    fn learn(&mut self, answer: Answer) {
        self.units.learn(answer);
    }

    fn likelihood(&self) -> Option<f64> {
        self.units.likelihood()
    }

    fn skip(&mut self) {
        self.units.skip();
    }
}
