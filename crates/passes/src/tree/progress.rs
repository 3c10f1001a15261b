//! The state of a tree pass: what it has removed so far.

use std::sync::Arc;

use dwindle_reduce::Candidate;
use dwindle_reduce::cost::Cost;

use super::gate::NoNewErrors;
use super::subject::Subject;
use super::token_edits::TokenEdits;

/// What a tree pass has removed so far. Decides which of its next edits are worth a proposal.
/// Cloning is O(1).
#[derive(Clone)]
pub(crate) struct Progress {
    subject: Arc<Subject>,
    /// The cost of the document with everything accepted so far.
    cost: Cost,
    gate: Option<Arc<NoNewErrors>>,
}

/// The judgement on edits that a pass wants.
pub(crate) enum Judgement {
    /// It removes nothing new, for example an element that was already removed with another one.
    NothingNew,
    /// It is not simpler: for example, it replaces a token between two words by a space.
    NotSimpler,
    /// It is worth a proposal.
    Proposed(Candidate),
}

impl Progress {
    pub(crate) fn new(subject: Arc<Subject>) -> Progress {
        Progress { cost: subject.document.cost(), gate: subject.gate.clone(), subject }
    }

    /// Judges the edits that a pass wants; `accepted` are the last accepted ones.
    pub(crate) fn judge(&self, wanted: &TokenEdits, accepted: &TokenEdits) -> Judgement {
        if wanted == accepted {
            return Judgement::NothingNew;
        }
        let candidate = self.subject.bare_candidate(wanted);
        if self.cost <= candidate.cost() {
            return Judgement::NotSimpler;
        }
        Judgement::Proposed(match &self.gate {
            Some(gate) => candidate.with_gate(gate.clone()),
            None => candidate,
        })
    }

    /// Records that a candidate was accepted.
    pub(crate) fn accept(&mut self, candidate: &Candidate) {
        self.cost = candidate.cost();
        self.gate = self.gate.as_ref().map(|gate| gate.accept(candidate));
    }
}
