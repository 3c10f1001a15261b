//! The services of the fake server.

use std::pin::Pin;
use std::sync::Arc;

use bazel_remote_apis::build::bazel::remote::execution::v2::action_cache_server::{
    ActionCache, ActionCacheServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::batch_update_blobs_response::Response as Updated;
use bazel_remote_apis::build::bazel::remote::execution::v2::capabilities_server::{
    Capabilities, CapabilitiesServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::content_addressable_storage_server::{
    ContentAddressableStorage, ContentAddressableStorageServer,
};
use bazel_remote_apis::build::bazel::remote::execution::v2::execution_server::{Execution, ExecutionServer};
use bazel_remote_apis::build::bazel::remote::execution::v2::*;
use bazel_remote_apis::google::bytestream::byte_stream_server::{ByteStream, ByteStreamServer};
use bazel_remote_apis::google::bytestream::{
    QueryWriteStatusRequest, QueryWriteStatusResponse, ReadRequest, ReadResponse, WriteRequest, WriteResponse,
};
use bazel_remote_apis::google::longrunning::operations_server::{Operations, OperationsServer};
use bazel_remote_apis::google::longrunning::{self, Operation};
use tokio::sync::{Notify, mpsc};
use tokio_stream::Stream;
use tonic::transport::server::{Router, Server};
use tonic::{Request, Response, Status, Streaming};

use crate::fake::{Call, Instead, Shared, done, ended};

/// The services that the server offers.
#[derive(Clone)]
pub struct Services(pub Shared);

type Answer<T> = Result<Response<T>, Status>;
type Messages<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// A stream of the messages sent to a channel.
struct Sent<T>(mpsc::UnboundedReceiver<T>);

impl<T> Stream for Sent<T> {
    type Item = T;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<T>> {
        self.0.poll_recv(context)
    }
}

impl Services {
    pub fn router(self, mut server: Server) -> Router {
        server
            .add_service(ExecutionServer::new(self.clone()))
            .add_service(ActionCacheServer::new(self.clone()))
            .add_service(ContentAddressableStorageServer::new(self.clone()))
            .add_service(CapabilitiesServer::new(self.clone()))
            .add_service(ByteStreamServer::new(self.clone()))
            .add_service(OperationsServer::new(self))
    }

    /// Runs an action and sends how it ended, unless it is cancelled before.
    async fn work(
        self,
        name: String,
        action: Digest,
        sender: mpsc::UnboundedSender<Result<Operation, Status>>,
        cancelled: Arc<Notify>,
    ) {
        let send = |operation| drop(sender.send(operation));
        send(Ok(Operation { name: name.clone(), ..Operation::default() }));
        let instead = {
            let mut world = self.0.world();
            world.instead.pop_front().or_else(|| world.always.clone())
        };
        {
            let mut world = self.0.world();
            world.n_under_way += 1;
            world.most_under_way = world.most_under_way.max(world.n_under_way);
        }
        let is_held = self.0.world().is_held;
        if is_held {
            tokio::select! {
                () = self.0.released.notified() => {}
                () = cancelled.notified() => {}
            }
        }
        let end = match instead {
            Some(Instead::BreakOff) => None,
            Some(Instead::End(status, stdout)) => Some(Ok(done(&name, Ok(ended(status, stdout))))),
            Some(Instead::Fail(code)) => Some(Ok(done(&name, Err(code)))),
            Some(Instead::LoseBlobs) => {
                self.0.world().blobs.clear();
                Some(Err(Status::failed_precondition("a blob is missing")))
            }
            Some(Instead::Late(time)) => {
                tokio::time::sleep(time).await;
                Some(self.0.run(&action).map(|result| done(&name, Ok(result))))
            }
            None => Some(self.0.run(&action).map(|result| done(&name, Ok(result)))),
        };
        self.0.world().n_under_way -= 1;
        if let Some(end) = end {
            send(end);
        }
        self.0.world().open.remove(&name);
    }
}

#[tonic::async_trait]
impl Execution for Services {
    type ExecuteStream = Messages<Operation>;
    type WaitExecutionStream = Messages<Operation>;

    async fn execute(&self, request: Request<ExecuteRequest>) -> Answer<Self::ExecuteStream> {
        self.0.called(Call::Execute, request.metadata())?;
        let request = request.into_inner();
        let action = request.action_digest.unwrap_or_default();
        let cancelled = Arc::new(Notify::new());
        let name = {
            let mut world = self.0.world();
            world.n_lookups += usize::from(!request.skip_cache_lookup);
            let name = format!("{}/{}", action.hash, world.n_calls[&Call::Execute]);
            world.open.insert(name.clone(), cancelled.clone());
            name
        };
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(self.clone().work(name, action, sender, cancelled));
        Ok(Response::new(Box::pin(Sent(receiver))))
    }

    async fn wait_execution(
        &self,
        request: Request<WaitExecutionRequest>,
    ) -> Answer<Self::WaitExecutionStream> {
        self.0.called(Call::Wait, request.metadata())?;
        let name = request.into_inner().name;
        let (hash, _) = name.split_once('/').ok_or_else(|| Status::not_found("no such operation"))?;
        let action = Digest { hash: hash.to_owned(), size_bytes: 0 };
        let (sender, receiver) = mpsc::unbounded_channel();
        let _ = sender.send(self.0.run(&action).map(|result| done(&name, Ok(result))));
        Ok(Response::new(Box::pin(Sent(receiver))))
    }
}

#[tonic::async_trait]
impl ActionCache for Services {
    async fn get_action_result(&self, request: Request<GetActionResultRequest>) -> Answer<ActionResult> {
        self.0.called(Call::Cached, request.metadata())?;
        let digest = request.into_inner().action_digest.unwrap_or_default();
        let result = self.0.world().results.get(&digest.hash).cloned();
        result.map(Response::new).ok_or_else(|| Status::not_found("no such action"))
    }

    async fn update_action_result(&self, _: Request<UpdateActionResultRequest>) -> Answer<ActionResult> {
        Err(Status::permission_denied("clients must not fill the cache"))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Services {
    type GetTreeStream = Messages<GetTreeResponse>;
    type GetChunkMappingStream = Messages<GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<FindMissingBlobsRequest>,
    ) -> Answer<FindMissingBlobsResponse> {
        self.0.called(Call::Missing, request.metadata())?;
        let mut missing = request.into_inner().blob_digests;
        let world = self.0.world();
        missing.retain(|digest| !world.blobs.contains_key(&digest.hash));
        Ok(Response::new(FindMissingBlobsResponse { missing_blob_digests: missing }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<BatchUpdateBlobsRequest>,
    ) -> Answer<BatchUpdateBlobsResponse> {
        self.0.called(Call::Update, request.metadata())?;
        let requests = request.into_inner().requests;
        let n_bytes = requests.iter().map(|request| request.data.len()).sum();
        {
            let mut world = self.0.world();
            world.largest_batch = world.largest_batch.max(n_bytes);
        }
        let mut responses = Vec::new();
        for batch_update_blobs_request::Request { digest, data, .. } in requests {
            self.0.put(digest.as_ref().unwrap(), data)?;
            responses.push(Updated { digest, status: None });
        }
        Ok(Response::new(BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(&self, _: Request<BatchReadBlobsRequest>) -> Answer<BatchReadBlobsResponse> {
        Err(Status::unimplemented("not used"))
    }

    async fn get_tree(&self, _: Request<GetTreeRequest>) -> Answer<Self::GetTreeStream> {
        Err(Status::unimplemented("not used"))
    }

    async fn split_blob(&self, _: Request<SplitBlobRequest>) -> Answer<SplitBlobResponse> {
        Err(Status::unimplemented("not used"))
    }

    async fn get_chunk_mapping(
        &self,
        _: Request<GetChunkMappingRequest>,
    ) -> Answer<Self::GetChunkMappingStream> {
        Err(Status::unimplemented("not used"))
    }

    async fn splice_blob(&self, _: Request<SpliceBlobRequest>) -> Answer<SpliceBlobResponse> {
        Err(Status::unimplemented("not used"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<RegisterChunkMappingRequest>>,
    ) -> Answer<RegisterChunkMappingResponse> {
        Err(Status::unimplemented("not used"))
    }
}

#[tonic::async_trait]
impl Capabilities for Services {
    async fn get_capabilities(&self, request: Request<GetCapabilitiesRequest>) -> Answer<ServerCapabilities> {
        self.0.called(Call::Capabilities, request.metadata())?;
        let functions = vec![digest_function::Value::Sha256 as i32];
        Ok(Response::new(ServerCapabilities {
            cache_capabilities: Some(CacheCapabilities {
                digest_functions: functions.clone(),
                ..CacheCapabilities::default()
            }),
            execution_capabilities: Some(ExecutionCapabilities {
                exec_enabled: true,
                digest_functions: functions,
                ..ExecutionCapabilities::default()
            }),
            ..ServerCapabilities::default()
        }))
    }
}

#[tonic::async_trait]
impl ByteStream for Services {
    type ReadStream = Messages<ReadResponse>;

    async fn read(&self, request: Request<ReadRequest>) -> Answer<Self::ReadStream> {
        let name = request.into_inner().resource_name;
        let hash = name.rsplit('/').nth(1).unwrap_or_default();
        let data =
            self.0.world().blobs.get(hash).cloned().ok_or_else(|| Status::not_found("no such blob"))?;
        let (sender, receiver) = mpsc::unbounded_channel();
        let _ = sender.send(Ok(ReadResponse { data }));
        Ok(Response::new(Box::pin(Sent(receiver))))
    }

    async fn write(&self, request: Request<Streaming<WriteRequest>>) -> Answer<WriteResponse> {
        self.0.called(Call::Write, request.metadata())?;
        let mut stream = request.into_inner();
        let (mut bytes, mut name, mut is_finished) = (Vec::new(), String::new(), false);
        while let Some(part) = stream.message().await? {
            assert_eq!(part.write_offset as usize, bytes.len());
            assert!(!is_finished, "nothing comes after the end");
            bytes.extend(part.data);
            is_finished = part.finish_write;
            if name.is_empty() {
                name = part.resource_name;
            }
        }
        let parts: Vec<&str> = name.split('/').collect();
        assert!(is_finished && parts[0] == "main" && parts[1] == "uploads", "{name}");
        let digest = Digest { hash: parts[4].to_owned(), size_bytes: parts[5].parse().unwrap() };
        let committed_size = bytes.len() as i64;
        self.0.put(&digest, bytes)?;
        Ok(Response::new(WriteResponse { committed_size }))
    }

    async fn query_write_status(
        &self,
        _: Request<QueryWriteStatusRequest>,
    ) -> Answer<QueryWriteStatusResponse> {
        Err(Status::unimplemented("not used"))
    }
}

#[tonic::async_trait]
impl Operations for Services {
    async fn list_operations(
        &self,
        _: Request<longrunning::ListOperationsRequest>,
    ) -> Answer<longrunning::ListOperationsResponse> {
        Err(Status::unimplemented("not used"))
    }

    async fn get_operation(&self, _: Request<longrunning::GetOperationRequest>) -> Answer<Operation> {
        Err(Status::unimplemented("not used"))
    }

    async fn delete_operation(
        &self,
        _: Request<longrunning::DeleteOperationRequest>,
    ) -> Answer<bazel_remote_apis::google::protobuf::Empty> {
        Err(Status::unimplemented("not used"))
    }

    async fn cancel_operation(
        &self,
        request: Request<longrunning::CancelOperationRequest>,
    ) -> Answer<bazel_remote_apis::google::protobuf::Empty> {
        self.0.called(Call::Cancel, request.metadata())?;
        if let Some(cancelled) = self.0.world().open.get(&request.into_inner().name) {
            cancelled.notify_one();
        }
        Ok(Response::new(Default::default()))
    }

    async fn wait_operation(&self, _: Request<longrunning::WaitOperationRequest>) -> Answer<Operation> {
        Err(Status::unimplemented("not used"))
    }
}
