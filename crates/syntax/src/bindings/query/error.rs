//! What can be wrong with a query.

use thiserror::Error;

/// A query cannot be used with a language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The language has no such kind of nodes.
    #[error("there are no nodes of kind {0}")]
    UnknownKind(String),
    /// The language has no such field.
    #[error("there is no field {0}")]
    UnknownField(String),
    /// No capture of the pattern has this name.
    #[error("a predicate names {0}, which the pattern does not capture")]
    UnknownCapture(String),
    /// Something stands where it cannot.
    #[error("{0} cannot stand there")]
    Unexpected(String),
}
