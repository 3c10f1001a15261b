//! The events of a worker's loop.

use super::Request;

/// An event of a worker's loop.
pub(super) enum WorkerEvent {
    Request(Box<Request>),
    /// The input has ended, possibly with an error.
    Closed(Option<String>),
    /// A trial has ended: the number of its task, and its own id.
    Ended(u64, u64),
    Interrupted,
}
