//! The verdict of a trial, and the answer that a search learns from it.

use serde::{Deserialize, Serialize};

/// Whether a candidate still has the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The candidate still has the property.
    Interesting,
    /// The candidate lost the property.
    Boring,
    /// No answer: the trial reached its time or resource limit. Searches treat it as boring.
    Unresolved,
}

impl Verdict {
    /// Returns what a search learns from the verdict.
    pub fn is_interesting(self) -> bool {
        self == Verdict::Interesting
    }
}

/// What a search learns about its proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The candidate has the property; it was accepted.
    Interesting,
    /// The candidate lost the property, or its trial was unresolved.
    Boring,
    /// A gate refused the candidate: there was no trial.
    Refused,
}

impl Answer {
    /// Whether the candidate was accepted.
    pub fn is_interesting(self) -> bool {
        self == Answer::Interesting
    }

    /// Whether this is a miss: a trial that was not interesting, now or when its verdict became
    /// known.
    pub fn is_boring(self) -> bool {
        self == Answer::Boring
    }
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        Answer::from(verdict.is_interesting())
    }
}

impl From<bool> for Answer {
    fn from(interesting: bool) -> Answer {
        if interesting { Answer::Interesting } else { Answer::Boring }
    }
}
