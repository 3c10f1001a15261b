//! What all calls to a server share.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::capabilities_client::CapabilitiesClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{GetCapabilitiesRequest, ServerCapabilities};
use tonic::Status;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;

use crate::call_error::CallError;
use crate::header::AddHeaders;

/// A connection that adds our headers to each call.
pub(crate) type Connection = InterceptedService<Channel, AddHeaders>;

/// The connections to a server, and what is known of it.
#[derive(Clone)]
pub(crate) struct Calls {
    /// For calls that are answered soon.
    pub(crate) connection: Connection,
    /// For calls that take as long as actions do.
    pub(crate) connections: Arc<[Connection]>,
    pub(crate) instance: String,
    pub(crate) max_silence: Duration,
    /// Whether the server can cancel actions. False once it has refused to.
    pub(crate) can_cancel: Arc<AtomicBool>,
}

impl Calls {
    /// Asks what the server can do.
    pub(crate) async fn capabilities(&self) -> Result<ServerCapabilities, Status> {
        let mut client = CapabilitiesClient::new(self.connection.clone());
        let request = GetCapabilitiesRequest { instance_name: self.instance.clone() };
        Ok(client.get_capabilities(request).await?.into_inner())
    }

    /// Returns a connection for calls that take as long as actions do.
    pub(crate) fn connection_for(&self, number: usize) -> Connection {
        self.connections[number % self.connections.len()].clone()
    }

    /// Waits for `call`, which may take as long as an action, and checks meanwhile that the server
    /// still answers.
    pub(crate) async fn checking_server<T>(
        &self,
        what: impl Future<Output = Result<T, Status>>,
    ) -> Result<T, CallError> {
        tokio::pin!(what);
        loop {
            if let Ok(result) = tokio::time::timeout(self.max_silence, &mut what).await {
                return result.map_err(|status| CallError::of_call(&status));
            }
            match tokio::time::timeout(self.max_silence, self.capabilities()).await {
                Err(_) => return Err(CallError::NoAnswer),
                Ok(Err(status)) => match CallError::of_call(&status) {
                    // An error is an answer, too.
                    CallError::Refused(_) | CallError::Missing(_) => {}
                    error => return Err(error),
                },
                Ok(Ok(_)) => {}
            }
        }
    }
}
