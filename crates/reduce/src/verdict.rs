//! What a trial answers.

use serde::{Deserialize, Serialize};

/// Answers whether a candidate still has the property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The candidate still has the property.
    Interesting,
    /// The candidate lost the property.
    Boring,
    /// No answer: the trial ran into its time or resource limit. Searches take it for boring.
    Unresolved,
}

impl Verdict {
    /// Returns what a search learns from the verdict.
    pub fn is_interesting(self) -> bool {
        self == Verdict::Interesting
    }
}
