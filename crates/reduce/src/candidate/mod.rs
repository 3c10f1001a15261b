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
use crate::document::{ContentKey, Document};
use crate::gate::Gate;

/// A document that was proposed: a base and edits relative to it. Cloning is O(1).
///
/// Its key and cost are computed from the base's prefix hashes without rendering, in O(edits · log bytes);
/// rendering happens on first use and is kept, so that the worker that runs the trial pays for it.
#[derive(Clone)]
pub struct Candidate {
    inner: Arc<Inner>,
}

struct Inner {
    base: Document,
    edits: Edits,
    pass: &'static str,
    gate: Option<Arc<dyn Gate>>,
    measured: OnceLock<(ContentKey, Cost)>,
    rendered: OnceLock<Document>,
}

impl Candidate {
    /// Makes the candidate that `edits` make of `base`; `pass` is the name of the pass that proposes it.
    ///
    /// # Panics
    /// When an edit does not lie within its file of the base.
    pub fn new(pass: &'static str, base: &Document, edits: Edits) -> Candidate {
        edits.check(base);
        Candidate::from_parts(pass, base.clone(), edits, None)
    }

    fn from_parts(
        pass: &'static str,
        base: Document,
        edits: Edits,
        gate: Option<Arc<dyn Gate>>,
    ) -> Candidate {
        let inner = Inner { base, edits, pass, gate, measured: OnceLock::new(), rendered: OnceLock::new() };
        Candidate { inner: Arc::new(inner) }
    }

    /// Returns the same candidate behind a gate that is asked before a trial is run.
    pub fn with_gate(&self, gate: Arc<dyn Gate>) -> Candidate {
        Candidate::from_parts(self.inner.pass, self.inner.base.clone(), self.inner.edits.clone(), Some(gate))
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
        self.measured().0
    }

    /// Returns what the candidate costs, without rendering.
    pub fn cost(&self) -> Cost {
        self.measured().1
    }

    fn measured(&self) -> &(ContentKey, Cost) {
        self.inner.measured.get_or_init(|| measure(&self.inner.base, &self.inner.edits))
    }

    /// Returns the document that the edits make, in O(bytes) at the first call.
    pub fn render(&self) -> &Document {
        self.inner.rendered.get_or_init(|| self.inner.edits.apply(&self.inner.base))
    }

    /// Whether the candidate is strictly simpler than `document`: by cost, at equal cost by content (shortlex).
    pub fn is_simpler(&self, document: &Document) -> bool {
        match self.cost().cmp(&document.cost()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => content(self.render()).lt(content(document)),
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
