//! The interface to a server, call by call.

use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest, ExecuteResponse};
use dwindle_run::executor::Seat;
use dwindle_run::property::Cancel;

use crate::blob::Blob;
use crate::call_error::CallError;

/// A server of the Remote Execution API. Each call blocks until it is answered or cancelled.
///
/// The code above this interface decides what a trial shows. It has no connections, threads or
/// clocks.
pub(crate) trait Server: Send + Sync {
    /// Returns the cached result of an action, if there is one.
    fn cached(&self, action: &Digest, cancel: &Cancel) -> Result<Option<ActionResult>, CallError>;

    /// Returns the digests that are not in the store.
    fn missing(&self, digests: Vec<Digest>, cancel: &Cancel) -> Result<Vec<Digest>, CallError>;

    /// Puts blobs into the store.
    fn upload(&self, blobs: &[&Blob], cancel: &Cancel) -> Result<(), CallError>;

    /// Returns a blob of the store.
    fn read(&self, digest: &Digest, cancel: &Cancel) -> Result<Vec<u8>, CallError>;

    /// Runs an action whose blobs are all in the store. When cancelled, it returns at once; `seat`
    /// is held until the action has ended on the server, or is about to.
    fn execute(
        &self,
        request: Execution<'_>,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<Executed, CallError>;

    /// Pauses before the next attempt, or until cancelled.
    fn pause(&self, time: Duration, cancel: &Cancel);
}

/// An action to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Execution<'a> {
    /// The digest of the action.
    pub(crate) action: &'a Digest,
    /// Whether the server may answer without running it.
    pub(crate) may_be_cached: bool,
}

/// An action that was run.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    /// The server's response.
    pub(crate) response: ExecuteResponse,
    /// How long the call took, including all overhead of the server.
    pub(crate) elapsed: Duration,
}
