//! What can be changed in a document.

use std::fmt;
use std::sync::Arc;

use crate::candidate::Candidate;
use crate::document::Document;
use crate::search::Search;

/// A search over candidates: a pass under way, or a whole plan.
pub type CandidateSearch = Box<dyn Search<Proposal = Candidate>>;

/// Starts a pass on a document; `None` if there is nothing for it to do.
type Begin = dyn Fn(&Document) -> Option<CandidateSearch> + Send + Sync;

/// One way to change a document; it starts searches. Cloning is O(1).
///
/// What the searches keep: every candidate has the given document as its base and is strictly simpler than it
/// ([`Candidate::is_simpler`]); once nothing more was accepted, beginning again on the result proposes nothing
/// that was not answered before, so that repeating a pass to a fixpoint ends.
#[derive(Clone)]
pub struct Pass {
    name: &'static str,
    begin: Arc<Begin>,
}

impl Pass {
    /// Makes a pass of its kebab-case name and the function that starts it on a document.
    pub fn new(
        name: &'static str,
        begin: impl Fn(&Document) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Pass {
        Pass { name, begin: Arc::new(begin) }
    }

    /// Returns the name by which users choose the pass.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Starts the pass on `document`; `None` if there is nothing for it to do.
    pub fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        (self.begin)(document)
    }

    /// Returns the pass that starts this one in another way: `begin` gets this pass and the document.
    pub fn wrapped(
        self,
        begin: impl Fn(&Pass, &Document) -> Option<CandidateSearch> + Send + Sync + 'static,
    ) -> Pass {
        Pass::new(self.name, move |document| begin(&self, document))
    }

    /// Returns what tells passes apart that were made separately; clones share it.
    pub(crate) fn id(&self) -> usize {
        Arc::as_ptr(&self.begin).cast::<()>() as usize
    }
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
