//! Findings: what searches find out about documents.

use serde::{Deserialize, Serialize};

/// A property of the document that a search found and uses, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The relation: `byte offset`, `names`.
    pub relation: String,
    /// The number of values or names.
    pub values: u64,
    /// The position of the first one.
    pub place: String,
    /// Its state.
    pub state: FindingState,
}

/// The state of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingState {
    /// It holds in the document.
    Found,
    /// It is kept true: the test requires it, or that was not tested.
    Kept,
    /// It is not kept true: the test does not require it, or it was true by chance.
    Dropped,
}
