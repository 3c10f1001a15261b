//! What can be changed in a document.

use crate::candidate::Candidate;
use crate::document::Document;
use crate::search::Search;

/// A search over candidates: a pass under way, or a whole plan.
pub type CandidateSearch = Box<dyn Search<Proposal = Candidate>>;

/// One way to change a document; it starts searches.
///
/// What implementors keep: every candidate has the given document as its base and is strictly simpler than it
/// ([`Candidate::is_simpler`]); once nothing more was accepted, beginning again on the result proposes nothing
/// that was not answered before, so that repeating a pass to a fixpoint ends.
pub trait Pass: Send + Sync {
    /// Returns the kebab-case name by which users choose the pass.
    fn name(&self) -> &'static str;

    /// Starts the pass on `document`, or says that there is nothing for it to do.
    fn begin(&self, document: &Document) -> Option<CandidateSearch>;
}
