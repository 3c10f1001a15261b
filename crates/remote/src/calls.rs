//! What all calls to a server have in common.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::capabilities_client::CapabilitiesClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{GetCapabilitiesRequest, ServerCapabilities};
use tonic::Status;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;

use crate::header::Introduced;
use crate::trouble::Trouble;

/// A connection with its headers.
pub(crate) type Line = InterceptedService<Channel, Introduced>;

/// What calls have in common.
#[derive(Clone)]
pub(crate) struct Calls {
    /// For calls that are answered soon.
    pub(crate) line: Line,
    /// For those that take as long as actions do.
    pub(crate) lines: Arc<[Line]>,
    pub(crate) instance: String,
    pub(crate) patience: Duration,
    /// Whether the server cancels actions; what it does not know it is not asked again.
    pub(crate) can_cancel: Arc<AtomicBool>,
}

impl Calls {
    /// Returns what the server can do.
    pub(crate) async fn capabilities(&self) -> Result<ServerCapabilities, Status> {
        let mut client = CapabilitiesClient::new(self.line.clone());
        let request = GetCapabilitiesRequest { instance_name: self.instance.clone() };
        Ok(client.get_capabilities(request).await?.into_inner())
    }

    /// Returns a connection for calls that take as long as actions do.
    pub(crate) fn line_for(&self, number: usize) -> Line {
        self.lines[number % self.lines.len()].clone()
    }

    /// Waits for something that takes as long as an action does, and looks whether the server is
    /// still there meanwhile.
    pub(crate) async fn patiently<T>(
        &self,
        what: impl Future<Output = Result<T, Status>>,
    ) -> Result<T, Trouble> {
        tokio::pin!(what);
        loop {
            if let Ok(result) = tokio::time::timeout(self.patience, &mut what).await {
                return result.map_err(|status| Trouble::of_call(&status));
            }
            match tokio::time::timeout(self.patience, self.capabilities()).await {
                Err(_) => return Err(Trouble::Silent),
                Ok(Err(status)) => match Trouble::of_call(&status) {
                    // It answers.
                    Trouble::Refused(_) | Trouble::Missing(_) => {}
                    trouble => return Err(trouble),
                },
                Ok(Ok(_)) => {}
            }
        }
    }
}
