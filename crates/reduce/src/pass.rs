//! Passes: ways to change a document.

use std::fmt;
use std::sync::Arc;

use crate::candidate::{Candidate, Edits};
use crate::document::Document;
use crate::search::Search;

/// A search over candidates: a pass under way, or a whole plan.
pub type CandidateSearch = Box<dyn Search<Proposal = Candidate>>;

/// Starts a pass on a document, with the hints that it asked for; `None` if there is nothing for it
/// to do.
type Begin = dyn Fn(&Document, &[Edits]) -> Option<CandidateSearch> + Send + Sync;

/// One way to change a document; it starts searches. Cloning is O(1).
///
/// The contract of its searches: every candidate has the given document as its base and is strictly
/// simpler than it ([`Candidate::is_simpler`]). After a run that accepted nothing, starting again
/// on the same document proposes only candidates that were answered before, so that repeating a
/// pass to a fixpoint ends.
#[derive(Clone)]
pub struct Pass {
    name: &'static str,
    asks: Option<Arc<str>>,
    begin: Arc<Begin>,
}

impl Pass {
    /// Creates a pass from its kebab-case name and the function that starts it on a document.
    pub fn new(
        name: &'static str,
        begin: impl Fn(&Document) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Pass {
        Pass { name, asks: None, begin: Arc::new(move |document, _| begin(document)) }
    }

    /// Creates a pass that asks `whom` for hints before it begins: edits of the document, in the
    /// order in which they came. They are only suggestions: they may be no simpler, overlap, or
    /// make no sense. The reducer asks once for each run of the pass, for the real best document
    /// and never for a guess, so a hint may come from a program.
    pub fn hinted(
        name: &'static str,
        whom: &str,
        begin: impl Fn(&Document, &[Edits]) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Pass {
        Pass { name, asks: Some(whom.into()), begin: Arc::new(begin) }
    }

    /// Returns the name by which users choose the pass.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Starts the pass on `document`; `None` if there is nothing for it to do.
    pub fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        (self.begin)(document, &[])
    }

    /// Returns the program that the pass asks for hints before it begins.
    pub fn asks(&self) -> Option<&Arc<str>> {
        self.asks.as_ref()
    }

    /// Starts the pass on `document` with the hints that were asked for.
    pub fn begin_with(&self, document: &Document, hints: &[Edits]) -> Option<CandidateSearch> {
        (self.begin)(document, hints)
    }

    /// Returns a pass that starts this one in another way: `begin` gets this pass and the document.
    pub fn wrapped(
        self,
        begin: impl Fn(&Pass, &Document) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Pass {
        Pass::new(self.name, move |document| begin(&self, document))
    }
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
