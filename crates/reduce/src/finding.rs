//! What searches find out about documents.

use serde::{Deserialize, Serialize};

/// Something that a search found out about its document and works with, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What agrees: `byte offset`, `names`.
    pub relation: String,
    /// How many values, or names.
    pub values: u64,
    /// Where the first of them stands.
    pub place: String,
    /// What is known of it.
    pub state: FindingState,
}

/// What is known of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingState {
    /// It holds in the document.
    Found,
    /// It is kept true: the test asks for it, or it was not asked about.
    Kept,
    /// It is not: the test does not ask for it, or it was true by chance.
    Dropped,
}
