//! Why a farm is not used.

/// Why a farm cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct FarmError {
    /// Why, in words.
    pub why: String,
    /// What can be done about it, if that is known.
    pub help: Option<String>,
}
