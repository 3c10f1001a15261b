//! Errors in queries.

use thiserror::Error;

/// Why a query cannot be used with a language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The language has no kind of this name.
    #[error("there are no nodes of kind {0}")]
    UnknownKind(String),
    /// The language has no field of this name.
    #[error("there is no field {0}")]
    UnknownField(String),
    /// No capture of the pattern has this name.
    #[error("a predicate names {0}, which the pattern does not capture")]
    UnknownCapture(String),
    /// Unexpected syntax.
    #[error("{0} cannot stand there")]
    Unexpected(String),
}
