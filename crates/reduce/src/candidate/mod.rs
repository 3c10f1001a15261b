//! A base document and a set of edits.

mod difference;
mod edits;
mod measure;

use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use difference::{Change, difference};
pub use edits::{Edit, Edits};
use measure::measure;

use crate::cost::Cost;
use crate::document::{ContentKey, Document, Measure};

/// A document that was proposed: a base and edits relative to it. Cloning is O(1).
///
/// Its key and cost are computed from the base's prefix hashes without rendering, in O(edits · log
/// bytes). Rendering happens on first use and is kept; the bytes of the files that change are put
/// together only if they are asked for in one piece.
#[derive(Clone)]
pub struct Candidate {
    inner: Arc<Inner>,
}

struct Inner {
    base: Document,
    edits: Edits,
    pass: &'static str,
    gate: Option<Arc<dyn Gate>>,
    is_question: bool,
    measured: OnceLock<Measure>,
    rendered: OnceLock<Document>,
}

/// Refuses candidates that are known to be useless without running a trial.
///
/// A gate is pure: the same candidate always gets the same answer. What it refuses counts as boring
/// and as *gated*, not as an executed trial.
pub trait Gate: Send + Sync {
    /// Whether the candidate is worth a trial.
    fn admits(&self, candidate: &Candidate) -> bool;
}

impl Candidate {
    /// Creates the candidate `edits(base)`; `pass` is the name of the pass that proposes it.
    ///
    /// # Panics
    /// When an edit does not lie within its file of the base.
    pub fn new(pass: &'static str, base: &Document, edits: Edits) -> Candidate {
        Candidate::from_parts(Inner::new(pass, base, edits))
    }

    /// Creates a candidate that is tested, but never accepted: its search learns the answer and
    /// nothing else happens. It need not be simpler than its base.
    ///
    /// # Panics
    /// When an edit does not lie within its file of the base.
    pub fn question(pass: &'static str, base: &Document, edits: Edits) -> Candidate {
        Candidate::from_parts(Inner { is_question: true, ..Inner::new(pass, base, edits) })
    }

    fn from_parts(inner: Inner) -> Candidate {
        Candidate { inner: Arc::new(inner) }
    }

    /// Returns the same candidate behind a gate that is asked before a trial is run.
    pub fn with_gate(&self, gate: Arc<dyn Gate>) -> Candidate {
        let Inner { base, edits, pass, is_question, .. } = &*self.inner;
        let (measured, rendered) = (self.inner.measured.clone(), self.inner.rendered.clone());
        let (base, edits, gate) = (base.clone(), edits.clone(), Some(gate));
        let (pass, is_question) = (*pass, *is_question);
        Candidate::from_parts(Inner { base, edits, pass, gate, is_question, measured, rendered })
    }

    /// Returns a candidate with other edits of the same base, of the same pass and behind the same
    /// gate.
    ///
    /// # Panics
    /// When an edit does not lie within its file of the base.
    pub fn with_edits(&self, edits: Edits) -> Candidate {
        let Inner { base, pass, gate, is_question, .. } = &*self.inner;
        let inner = Inner::new(pass, base, edits);
        Candidate::from_parts(Inner { gate: gate.clone(), is_question: *is_question, ..inner })
    }

    /// Whether the candidate is only asked about and never accepted.
    pub fn is_question(&self) -> bool {
        self.inner.is_question
    }

    /// Returns the gate that the pass put in front of the candidate.
    pub fn gate(&self) -> Option<&Arc<dyn Gate>> {
        self.inner.gate.as_ref()
    }

    /// Returns the document that the edits are relative to.
    pub fn base(&self) -> &Document {
        &self.inner.base
    }

    /// Returns the edits.
    pub fn edits(&self) -> &Edits {
        &self.inner.edits
    }

    /// Returns the name of the pass that proposed the candidate.
    pub fn pass(&self) -> &'static str {
        self.inner.pass
    }

    /// Returns the key of the content, without rendering.
    pub fn key(&self) -> ContentKey {
        self.measured().key
    }

    /// Returns the cost of the candidate, without rendering.
    pub fn cost(&self) -> Cost {
        self.measured().cost
    }

    fn measured(&self) -> &Measure {
        self.inner.measured.get_or_init(|| measure(&self.inner.base, &self.inner.edits))
    }

    /// Returns the document that the edits make, in O(edits + files) at the first call.
    pub fn render(&self) -> &Document {
        self.inner.rendered.get_or_init(|| self.inner.edits.apply(&self.inner.base))
    }

    /// Whether the candidate is strictly simpler than `document`: by cost, at equal cost by content
    /// (shortlex).
    pub fn is_simpler(&self, document: &Document) -> bool {
        match self.cost().cmp(&document.cost()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => content(self.render()).lt(content(document)),
        }
    }
}

impl Inner {
    fn new(pass: &'static str, base: &Document, edits: Edits) -> Inner {
        edits.check(base);
        Inner {
            base: base.clone(),
            edits,
            pass,
            gate: None,
            is_question: false,
            measured: OnceLock::new(),
            rendered: OnceLock::new(),
        }
    }
}

fn content(document: &Document) -> impl Iterator<Item = (&std::path::Path, &[u8])> {
    document.files().iter().map(|file| (file.path(), file.bytes()))
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate").field("pass", &self.inner.pass).field("edits", &self.inner.edits).finish()
    }
}
