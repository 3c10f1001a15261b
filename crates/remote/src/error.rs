//! Why a farm cannot be used.

/// Why a farm cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct FarmError {
    /// The reason, in words.
    pub why: String,
    /// What the user can do about it, if that is known.
    pub help: Option<String>,
}
