//! The state of a tree pass: what it has removed so far.

use std::sync::Arc;

use dwindle_reduce::Candidate;
use dwindle_reduce::cost::Cost;

use super::cut::Cut;
use super::gate::NoNewErrors;
use super::subject::Subject;

/// What a tree pass achieved so far, and what of its next wishes is worth a proposal. Cloning is
/// O(1).
#[derive(Clone)]
pub(crate) struct Standing {
    subject: Arc<Subject>,
    /// What the document costs with all that was accepted so far.
    cost: Cost,
    gate: Option<Arc<NoNewErrors>>,
}

/// What becomes of a cut that a pass wants.
pub(crate) enum Wish {
    /// It takes away nothing that is not gone already, as with an element that went along with
    /// another one.
    Granted,
    /// It is not simpler: a space in the place of a token between two words.
    Pointless,
    /// It has to be asked for.
    Proposed(Candidate),
}

impl Standing {
    pub(crate) fn new(subject: Arc<Subject>) -> Standing {
        Standing { cost: subject.document.cost(), gate: subject.gate.clone(), subject }
    }

    /// Judges the cut that a pass wants; `accepted` is the one that was accepted last.
    pub(crate) fn judge(&self, wanted: &Cut, accepted: &Cut) -> Wish {
        if wanted == accepted {
            return Wish::Granted;
        }
        let candidate = self.subject.bare_candidate(wanted);
        if self.cost <= candidate.cost() {
            return Wish::Pointless;
        }
        Wish::Proposed(match &self.gate {
            Some(gate) => candidate.with_gate(gate.clone()),
            None => candidate,
        })
    }

    /// Takes in that a candidate was accepted.
    pub(crate) fn accept(&mut self, candidate: &Candidate) {
        self.cost = candidate.cost();
        self.gate = self.gate.as_ref().map(|gate| gate.accept(candidate));
    }
}
