//! Everything that can wake a worker.

use super::Request;

/// Everything that can wake a worker.
pub(super) enum Happening {
    Request(Box<Request>),
    /// The input has ended, by itself or with an error.
    Closed(Option<String>),
    /// A trial has ended: the number of its task, and its own.
    Ended(u64, u64),
    Interrupted,
}
