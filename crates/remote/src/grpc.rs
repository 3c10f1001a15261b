//! A server behind a connection.

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
use dwindle_run::property::Cancel;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tonic::service::interceptor::InterceptedService;
use tonic::transport::{ClientTlsConfig, Endpoint};
use tonic::{Code, Status};

use crate::blob::Blob;
use crate::calls::{Calls, Line};
use crate::header::Introduced;
use crate::options::FarmOptions;
use crate::seats::Seat;
use crate::server::{Executed, Execution, Server};
use crate::trouble::Trouble;

/// Blobs that are larger, and what is more than this together, are sent one by one.
const MOST_AT_ONCE: usize = 65_536;
/// Bytes of a blob in one message.
const PART: usize = 65_536;
/// The longest output that is fetched.
const MOST_READ: usize = 1 << 20;
/// How many actions are waited for over one connection: servers allow a hundred calls at once on
/// each, and others have to pass.
const STREAMS: usize = 50;
/// How long the end waits for actions to be cancelled.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(3);

/// A server behind connections that are made anew when they break.
pub(crate) struct Grpc {
    runtime: Runtime,
    pub(crate) calls: Calls,
    n_uploads: AtomicU64,
    n_executions: AtomicUsize,
    /// Ends when all that is to be cancelled was.
    cancelled: Option<mpsc::Receiver<()>>,
    cancelling: Option<mpsc::Sender<()>>,
}

impl Grpc {
    /// Prepares a connection, which is made with the first call.
    pub(crate) fn new(options: &FarmOptions) -> io::Result<Grpc> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("remote execution")
            .enable_all()
            .build()?;
        let connection = || -> Result<Line, tonic::transport::Error> {
            let mut endpoint = Endpoint::from_shared(options.address.uri())?
                .user_agent(concat!("dwindle/", env!("CARGO_PKG_VERSION")))?
                .connect_timeout(options.patience)
                .tcp_keepalive(Some(Duration::from_secs(30)))
                .http2_adaptive_window(true);
            if options.address.has_tls() {
                endpoint = endpoint.tls_config(ClientTlsConfig::new().with_enabled_roots())?;
            }
            let channel = endpoint.connect_lazy();
            Ok(InterceptedService::new(channel, Introduced::new(options.headers.clone())))
        };
        let n_lines = options.n_slots.div_ceil(STREAMS).max(1);
        // Connections belong to a runtime.
        let entered = runtime.enter();
        let line = connection().map_err(io::Error::other)?;
        let lines = (0..n_lines).map(|_| connection()).collect::<Result<_, _>>().map_err(io::Error::other)?;
        drop(entered);
        let (cancelling, cancelled) = mpsc::channel(1);
        let calls = Calls {
            line,
            lines,
            instance: options.instance.clone(),
            patience: options.patience,
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

    /// Returns what the server can do; `None` where it does not say.
    pub(crate) fn capabilities(&self, cancel: &Cancel) -> Result<Option<ServerCapabilities>, Trouble> {
        match self.call(self.calls.capabilities(), cancel) {
            Ok(capabilities) => Ok(Some(capabilities)),
            Err(Trouble::Refused(said)) if said.starts_with("UNIMPLEMENTED") => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// Makes a call, within the patience that there is.
    fn call<T>(&self, call: impl Future<Output = Result<T, Status>>, cancel: &Cancel) -> Result<T, Trouble> {
        let (stop, stopped) = oneshot::channel();
        let _guard = cancel.on_cancel(move || {
            let _ = stop.send(());
        });
        self.runtime.block_on(async {
            tokio::select! {
                _ = stopped => Err(Trouble::Cancelled),
                result = tokio::time::timeout(self.calls.patience, call) => match result {
                    Ok(result) => result.map_err(|status| Trouble::of_call(&status)),
                    Err(_) => Err(Trouble::Silent),
                },
            }
        })
    }

    /// Sends one blob in parts.
    async fn write(&self, blob: &Blob) -> Result<(), Status> {
        let Digest { hash, size_bytes } = &blob.digest;
        let prefix = prefix_of(&self.calls.instance);
        let number = self.n_uploads.fetch_add(1, Ordering::Relaxed);
        let upload = uuid_of(hash, number);
        let name = format!("{prefix}uploads/{upload}/blobs/{hash}/{size_bytes}");
        let bytes = blob.bytes();
        let n_bytes = bytes.len();
        let parts: Vec<WriteRequest> = bytes
            .chunks(PART)
            .enumerate()
            .map(|(number, part)| WriteRequest {
                resource_name: if number == 0 { name.clone() } else { String::new() },
                write_offset: (number * PART) as i64,
                finish_write: n_bytes <= number * PART + part.len(),
                data: part.to_vec(),
            })
            .collect();
        let mut client = ByteStreamClient::new(self.calls.line.clone());
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
        let mut client = ContentAddressableStorageClient::new(self.calls.line.clone());
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
    fn cached(&self, action: &Digest, cancel: &Cancel) -> Result<Option<ActionResult>, Trouble> {
        let mut client = ActionCacheClient::new(self.calls.line.clone());
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

    fn missing(&self, digests: Vec<Digest>, cancel: &Cancel) -> Result<Vec<Digest>, Trouble> {
        let mut client = ContentAddressableStorageClient::new(self.calls.line.clone());
        let request = FindMissingBlobsRequest {
            instance_name: self.calls.instance.clone(),
            blob_digests: digests,
            digest_function: Sha256 as i32,
        };
        let call = async move { client.find_missing_blobs(request).await };
        Ok(self.call(call, cancel)?.into_inner().missing_blob_digests)
    }

    fn upload(&self, blobs: &[&Blob], cancel: &Cancel) -> Result<(), Trouble> {
        let mut batch = Vec::new();
        let mut n_bytes = 0;
        for blob in blobs {
            let n_more = blob.bytes().len();
            if MOST_AT_ONCE < n_more {
                self.call(self.write(blob), cancel)?;
                continue;
            }
            if MOST_AT_ONCE < n_bytes + n_more {
                self.call(self.update(&batch), cancel)?;
                (batch, n_bytes) = (Vec::new(), 0);
            }
            batch.push(*blob);
            n_bytes += n_more;
        }
        if batch.is_empty() { Ok(()) } else { self.call(self.update(&batch), cancel) }
    }

    fn read(&self, digest: &Digest, cancel: &Cancel) -> Result<Vec<u8>, Trouble> {
        let prefix = prefix_of(&self.calls.instance);
        let Digest { hash, size_bytes } = digest;
        let resource_name = format!("{prefix}blobs/{hash}/{size_bytes}");
        let request = ReadRequest { resource_name, read_offset: 0, read_limit: 0 };
        let mut client = ByteStreamClient::new(self.calls.line.clone());
        let call = async move {
            let mut stream = client.read(request).await?.into_inner();
            let mut bytes = Vec::new();
            while let Some(part) = stream.message().await? {
                bytes.extend(part.data);
                if MOST_READ < bytes.len() {
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
    ) -> Result<Executed, Trouble> {
        let number = self.n_executions.fetch_add(1, Ordering::Relaxed);
        let line = self.calls.line_for(number);
        let held = (seat.clone(), self.cancelling.clone());
        crate::operation::run(&self.runtime, &self.calls, line, request, held, cancel)
    }

    fn pause(&self, time: Duration, cancel: &Cancel) {
        // Cancelling ends it early.
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
            // Nothing is sent: it ends when the last one that cancels is done.
            let wait = async { tokio::time::timeout(PATIENCE_AT_THE_END, cancelled.recv()).await };
            let _ = self.runtime.block_on(wait);
        }
    }
}

/// Returns how names of blobs begin.
fn prefix_of(instance: &str) -> String {
    if instance.is_empty() { String::new() } else { format!("{instance}/") }
}

/// Returns a name for an upload that no other one has.
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
