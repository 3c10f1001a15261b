//! An entry of the catalogue of passes.

use dwindle_reduce::{CandidateSearch, Document, Pass};

use crate::options::PassOptions;

/// A pass that users choose by name.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that describes the pass.
    pub summary: &'static str,
    /// The manual page: what it removes, when it helps, what it costs.
    pub manual: &'static str,
    /// Starts the pass on a document; `None` if there is nothing to do.
    pub begin: fn(&PassOptions, &Document) -> Option<CandidateSearch>,
}

impl Entry {
    /// Returns the pass with these options.
    pub fn pass(&self, options: &PassOptions) -> Pass {
        let (begin, options) = (self.begin, options.clone());
        Pass::new(self.name, move |document| begin(&options, document))
    }
}
