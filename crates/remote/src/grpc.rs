//! A server reached by gRPC.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_client::ActionCacheClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::batch_update_blobs_request::Request as Update;
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_client::ContentAddressableStorageClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value::Sha256;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    ActionResult, BatchUpdateBlobsRequest, Digest, FindMissingBlobsRequest, GetActionResultRequest,
    ServerCapabilities,
};
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use dwindle_run::executor::Seat;
use dwindle_run::property::Cancel;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{ClientTlsConfig, Endpoint};
use tonic::{Code, Status};

use crate::blob::Blob;
use crate::call_error::CallError;
use crate::calls::{Calls, Connection};
use crate::header::AddHeaders;
use crate::options::FarmOptions;
use crate::server::{Executed, Execution, Server};

/// Largest sum of the sizes of blobs that one batch uploads; larger blobs are sent one by one, and
/// so is what exceeds a batch.
const MAX_BATCH_BYTES: usize = 65_536;
/// Bytes of a blob in one message.
const CHUNK_BYTES: usize = 65_536;
/// Largest output that is fetched, in bytes.
const MAX_OUTPUT_BYTES: usize = 1 << 20;
/// How many actions are awaited over one connection. Servers allow a hundred calls at once on each,
/// and other calls must get through.
const STREAMS_PER_CONNECTION: usize = 50;
/// How long dropping the server waits for actions to be cancelled.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(3);

/// A server behind connections, which are made again when they break.
pub(crate) struct Grpc {
    runtime: Runtime,
    pub(crate) calls: Calls,
    n_uploads: AtomicU64,
    n_executions: AtomicUsize,
    /// Closes when all actions to cancel have been cancelled.
    cancelled: Option<mpsc::Receiver<()>>,
    cancelling: Option<mpsc::Sender<()>>,
}

impl Grpc {
    /// Prepares a connection, which is opened by the first call.
    pub(crate) fn new(options: &FarmOptions) -> io::Result<Grpc> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("remote execution")
            .enable_all()
            .build()?;
        let connect = || -> Result<Connection, tonic::transport::Error> {
            let mut endpoint = Endpoint::from_shared(options.address.uri())?
                .user_agent(concat!("dwindle/", env!("CARGO_PKG_VERSION")))?
                .connect_timeout(options.max_silence)
                .tcp_keepalive(Some(Duration::from_secs(30)))
                .http2_adaptive_window(true);
            if options.address.has_tls() {
                endpoint = endpoint.tls_config(ClientTlsConfig::new().with_enabled_roots())?;
            }
            let channel = endpoint.connect_lazy();
            Ok(InterceptedService::new(channel, AddHeaders::new(options.headers.clone())))
        };
        let n_connections = options.n_slots.div_ceil(STREAMS_PER_CONNECTION).max(1);
        // Connections must be created within a runtime.
        let entered = runtime.enter();
        let connection = connect().map_err(io::Error::other)?;
        let connections =
            (0..n_connections).map(|_| connect()).collect::<Result<_, _>>().map_err(io::Error::other)?;
        drop(entered);
        let (cancelling, cancelled) = mpsc::channel(1);
        let calls = Calls {
            connection,
            connections,
            instance: options.instance.clone(),
            max_silence: options.max_silence,
            can_cancel: Arc::new(AtomicBool::new(true)),
        };
        Ok(Grpc {
            runtime,
            calls,
            n_uploads: AtomicU64::new(0),
            n_executions: AtomicUsize::new(0),
            cancelled: Some(cancelled),
            cancelling: Some(cancelling),
        })
    }

    /// Asks what the server can do; `None` if it does not offer that call.
    pub(crate) fn capabilities(&self, cancel: &Cancel) -> Result<Option<ServerCapabilities>, CallError> {
        match self.call(self.calls.capabilities(), cancel) {
            Ok(capabilities) => Ok(Some(capabilities)),
            Err(CallError::Refused(said)) if said.starts_with("UNIMPLEMENTED") => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes a call with the time limit for calls.
    fn call<T>(
        &self,
        call: impl Future<Output = Result<T, Status>>,
        cancel: &Cancel,
    ) -> Result<T, CallError> {
        let (stop, stopped) = oneshot::channel();
        let _guard = cancel.on_cancel(move || {
            let _ = stop.send(());
        });
        self.runtime.block_on(async {
            tokio::select! {
                _ = stopped => Err(CallError::Cancelled),
                result = tokio::time::timeout(self.calls.max_silence, call) => match result {
                    Ok(result) => result.map_err(|status| CallError::of_call(&status)),
                    Err(_) => Err(CallError::NoAnswer),
                },
            }
        })
    }

    /// Uploads one blob in parts.
    async fn write(&self, blob: &Blob) -> Result<(), Status> {
        let Digest { hash, size_bytes } = &blob.digest;
        let prefix = prefix_of(&self.calls.instance);
        let number = self.n_uploads.fetch_add(1, Ordering::Relaxed);
        let upload = uuid_of(hash, number);
        let name = format!("{prefix}uploads/{upload}/blobs/{hash}/{size_bytes}");
        let bytes = blob.bytes();
        let n_bytes = bytes.len();
        let parts: Vec<WriteRequest> = bytes
            .chunks(CHUNK_BYTES)
            .enumerate()
            .map(|(number, part)| WriteRequest {
                resource_name: if number == 0 { name.clone() } else { String::new() },
                write_offset: (number * CHUNK_BYTES) as i64,
                finish_write: n_bytes <= number * CHUNK_BYTES + part.len(),
                data: part.to_vec(),
            })
            .collect();
        let mut client = ByteStreamClient::new(self.calls.connection.clone());
        let written = client.write(tokio_stream::iter(parts)).await?.into_inner();
        match written.committed_size {
            size if size == *size_bytes || size == -1 => Ok(()),
            size => Err(Status::data_loss(format!("{size} of {size_bytes} bytes were kept"))),
        }
    }

    async fn update(&self, blobs: &[&Blob]) -> Result<(), Status> {
        let update = |blob: &&Blob| Update {
            digest: Some(blob.digest.clone()),
            data: blob.bytes().to_vec(),
            ..Update::default()
        };
        let mut client = ContentAddressableStorageClient::new(self.calls.connection.clone());
        let request = BatchUpdateBlobsRequest {
            instance_name: self.calls.instance.clone(),
            requests: blobs.iter().map(update).collect(),
            digest_function: Sha256 as i32,
        };
        let responses = client.batch_update_blobs(request).await?.into_inner().responses;
        let failed = responses.into_iter().filter_map(|response| response.status);
        match failed.into_iter().find(|status| status.code != 0) {
            Some(status) => Err(Status::new(Code::from_i32(status.code), status.message)),
            None => Ok(()),
        }
    }
}

impl Server for Grpc {
    fn cached(&self, action: &Digest, cancel: &Cancel) -> Result<Option<ActionResult>, CallError> {
        let mut client = ActionCacheClient::new(self.calls.connection.clone());
        let request = GetActionResultRequest {
            instance_name: self.calls.instance.clone(),
            action_digest: Some(action.clone()),
            inline_stdout: true,
            digest_function: Sha256 as i32,
            ..GetActionResultRequest::default()
        };
        let call = async move {
            match client.get_action_result(request).await {
                Ok(result) => Ok(Some(result.into_inner())),
                Err(status) if status.code() == Code::NotFound => Ok(None),
                Err(status) => Err(status),
            }
        };
        self.call(call, cancel)
    }

    fn missing(&self, digests: Vec<Digest>, cancel: &Cancel) -> Result<Vec<Digest>, CallError> {
        let mut client = ContentAddressableStorageClient::new(self.calls.connection.clone());
        let request = FindMissingBlobsRequest {
            instance_name: self.calls.instance.clone(),
            blob_digests: digests,
            digest_function: Sha256 as i32,
        };
        let call = async move { client.find_missing_blobs(request).await };
        Ok(self.call(call, cancel)?.into_inner().missing_blob_digests)
    }

    fn upload(&self, blobs: &[&Blob], cancel: &Cancel) -> Result<(), CallError> {
        let mut batch = Vec::new();
        let mut n_bytes = 0;
        for blob in blobs {
            let n_more = blob.bytes().len();
            if MAX_BATCH_BYTES < n_more {
                self.call(self.write(blob), cancel)?;
                continue;
            }
            if MAX_BATCH_BYTES < n_bytes + n_more {
                self.call(self.update(&batch), cancel)?;
                (batch, n_bytes) = (Vec::new(), 0);
            }
            batch.push(*blob);
            n_bytes += n_more;
        }
        if batch.is_empty() { Ok(()) } else { self.call(self.update(&batch), cancel) }
    }

    fn read(&self, digest: &Digest, cancel: &Cancel) -> Result<Vec<u8>, CallError> {
        let prefix = prefix_of(&self.calls.instance);
        let Digest { hash, size_bytes } = digest;
        let resource_name = format!("{prefix}blobs/{hash}/{size_bytes}");
        let request = ReadRequest { resource_name, read_offset: 0, read_limit: 0 };
        let mut client = ByteStreamClient::new(self.calls.connection.clone());
        let call = async move {
            let mut stream = client.read(request).await?.into_inner();
            let mut bytes = Vec::new();
            while let Some(part) = stream.message().await? {
                bytes.extend(part.data);
                if MAX_OUTPUT_BYTES < bytes.len() {
                    break;
                }
            }
            Ok(bytes)
        };
        self.call(call, cancel)
    }

    fn execute(
        &self,
        request: Execution<'_>,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<Executed, CallError> {
        let number = self.n_executions.fetch_add(1, Ordering::Relaxed);
        let connection = self.calls.connection_for(number);
        let held = (seat.clone(), self.cancelling.clone());
        crate::operation::run(&self.runtime, &self.calls, connection, request, held, cancel)
    }

    fn pause(&self, time: Duration, cancel: &Cancel) {
        // Cancelling ends the pause early.
        let _ = self.call(
            async move {
                tokio::time::sleep(time).await;
                Ok(())
            },
            cancel,
        );
    }
}

impl Drop for Grpc {
    fn drop(&mut self) {
        drop(self.cancelling.take());
        if let Some(mut cancelled) = self.cancelled.take() {
            // Nothing is ever sent: the channel closes when the last cancellation is done.
            let wait = async { tokio::time::timeout(CLOSING_TIMEOUT, cancelled.recv()).await };
            let _ = self.runtime.block_on(wait);
        }
    }
}

/// Returns the prefix of the names of blobs.
fn prefix_of(instance: &str) -> String {
    if instance.is_empty() { String::new() } else { format!("{instance}/") }
}

/// Returns a UUID that no other upload has.
fn uuid_of(hash: &str, number: u64) -> String {
    let seed = format!("{hash} {number} {} {:?}", std::process::id(), std::time::SystemTime::now());
    let digits = crate::blob::digest_of(seed.as_bytes()).hash;
    format!(
        "{}-{}-4{}-a{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[13..16],
        &digits[17..20],
        &digits[20..32]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_have_names_of_their_own() {
        let names: Vec<String> = (0..3).map(|number| uuid_of("x", number)).collect();
        assert!(names[0] != names[1] && names[1] != names[2]);
        assert!(names.iter().all(|name| name.len() == 36 && name.as_bytes()[14] == b'4'));
    }
}
