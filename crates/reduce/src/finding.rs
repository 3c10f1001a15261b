//! Findings: what searches find out about documents.

use serde::{Deserialize, Serialize};

/// What a search found out about its document, or wrote into it, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is: a relation as `byte offset` or `names`, an `expected text`.
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
    /// It was put into the document.
    Written,
}
