//! The versions of the best document.

/// Counts accepted candidates; equal versions mean equal documents.
pub(super) type Version = u64;
