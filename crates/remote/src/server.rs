//! What is asked of a server, call by call.

use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest, ExecuteResponse};
use dwindle_run::property::Cancel;

use crate::blob::Blob;
use crate::seats::Seat;
use crate::trouble::Trouble;

/// A server of the Remote Execution API. Each call blocks until it is answered or cancelled.
///
/// What becomes of a trial is decided above this interface, without connections, threads or clocks
/// of its own.
pub(crate) trait Server: Send + Sync {
    /// Returns what the action cache knows of an action.
    fn cached(&self, action: &Digest, cancel: &Cancel) -> Result<Option<ActionResult>, Trouble>;

    /// Returns those of the blobs that are not in the store.
    fn missing(&self, digests: Vec<Digest>, cancel: &Cancel) -> Result<Vec<Digest>, Trouble>;

    /// Puts blobs into the store.
    fn upload(&self, blobs: &[&Blob], cancel: &Cancel) -> Result<(), Trouble>;

    /// Returns a blob of the store.
    fn read(&self, digest: &Digest, cancel: &Cancel) -> Result<Vec<u8>, Trouble>;

    /// Runs an action, of which everything is in the store. When cancelled it returns at once;
    /// `seat` is held until the action has ended there, or will soon.
    fn execute(&self, request: Execution<'_>, seat: &Arc<Seat>, cancel: &Cancel)
    -> Result<Executed, Trouble>;

    /// Waits a little before the next attempt, or until cancelled.
    fn pause(&self, time: Duration, cancel: &Cancel);
}

/// An action that is to be run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Execution<'a> {
    /// The action.
    pub(crate) action: &'a Digest,
    /// Whether the server may answer without running it.
    pub(crate) may_be_cached: bool,
}

/// An action that was run.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    /// What the server says of it.
    pub(crate) response: ExecuteResponse,
    /// How long it took, with all that the server did beside it.
    pub(crate) elapsed: Duration,
}
