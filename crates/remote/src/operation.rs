//! An action that is running.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Instant;

use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value::Sha256;
use bazel_remote_apis::build::bazel::remote::execution::v2::execution_client::ExecutionClient;
use bazel_remote_apis::build::bazel::remote::execution::v2::{
    ExecuteRequest, ExecuteResponse, WaitExecutionRequest,
};
use bazel_remote_apis::google::longrunning::operations_client::OperationsClient;
use bazel_remote_apis::google::longrunning::{CancelOperationRequest, Operation, operation};
use dwindle_run::executor::Seat;
use dwindle_run::property::Cancel;
use prost::Message;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tonic::{Code, Streaming};

use crate::call_error::CallError;
use crate::calls::{Calls, Connection};
use crate::server::{Executed, Execution};

/// How often a broken stream is resumed before the action is started again.
const MOST_WAITS: u32 = 3;

/// What is held as long as an action may run: its seat, and the sender that keeps the server from
/// closing before the action is cancelled.
pub(crate) type Held = (Arc<Seat>, Option<tokio::sync::mpsc::Sender<()>>);

/// Runs an action and waits for its end.
pub(crate) fn run(
    runtime: &Runtime,
    calls: &Calls,
    connection: Connection,
    request: Execution<'_>,
    held: Held,
    cancel: &Cancel,
) -> Result<Executed, CallError> {
    let (seat, cancelling) = held;
    let request = ExecuteRequest {
        instance_name: calls.instance.clone(),
        skip_cache_lookup: !request.may_be_cached,
        action_digest: Some(request.action.clone()),
        digest_function: Sha256 as i32,
        inline_stdout: true,
        ..ExecuteRequest::default()
    };
    let (named, name) = watch::channel(String::new());
    let (sender, receiver) = mpsc::channel();
    let began = Instant::now();
    let under_way = runtime.spawn({
        let (calls, connection, sender) = (calls.clone(), connection.clone(), sender.clone());
        async move {
            let response = follow(&calls, connection, request, &named).await;
            let _ = sender.send(response.map(|response| Executed { response, elapsed: began.elapsed() }));
            // The action may have run until now.
            drop(seat);
        }
    });
    let _guard = cancel.on_cancel(move || {
        let _ = sender.send(Err(CallError::Cancelled));
    });
    let result = receiver.recv().unwrap_or_else(|_| Err(CallError::Failed("a bug ended a call".to_owned())));
    if matches!(result, Err(CallError::Cancelled)) {
        let calls = calls.clone();
        runtime.spawn(async move {
            cancel_action(&calls, connection, name, under_way).await;
            drop(cancelling);
        });
    }
    result
}

/// Follows an action until it ends, over several streams if necessary.
async fn follow(
    calls: &Calls,
    connection: Connection,
    request: ExecuteRequest,
    named: &watch::Sender<String>,
) -> Result<ExecuteResponse, CallError> {
    let mut client = ExecutionClient::new(connection);
    let mut stream = calls.checking_server(client.execute(request)).await?.into_inner();
    let mut n_waits = 0;
    loop {
        let error = match response_of(calls, &mut stream, named).await {
            Ok(Some(response)) => return Ok(response),
            Ok(None) => {
                CallError::Unreachable("the stream of an action ended before the action did".to_owned())
            }
            Err(error @ CallError::Unreachable(_)) => error,
            Err(error) => return Err(error),
        };
        let name = named.borrow().clone();
        if name.is_empty() || n_waits == MOST_WAITS {
            return Err(error);
        }
        n_waits += 1;
        match calls.checking_server(client.wait_execution(WaitExecutionRequest { name })).await {
            Ok(again) => stream = again.into_inner(),
            // The action is started again, after a pause.
            Err(_) => return Err(error),
        }
    }
}

/// Returns how an action ended; `None` if the stream ends first.
async fn response_of(
    calls: &Calls,
    stream: &mut Streaming<Operation>,
    named: &watch::Sender<String>,
) -> Result<Option<ExecuteResponse>, CallError> {
    while let Some(operation) = calls.checking_server(stream.message()).await? {
        if !operation.name.is_empty() {
            named.send_replace(operation.name);
        }
        if !operation.done {
            continue;
        }
        return match operation.result {
            Some(operation::Result::Response(any)) => {
                ExecuteResponse::decode(&any.value[..]).map(Some).map_err(|error| {
                    CallError::Failed(format!("it sent a response that can't be read: {error}"))
                })
            }
            Some(operation::Result::Error(status)) => Err(CallError::of_action(&status)),
            None => Err(CallError::Failed("an action ended without a response".to_owned())),
        };
    }
    Ok(None)
}

/// Cancels an action that is no longer needed. If the server cannot cancel, the action is followed
/// to its end: it keeps its seat as long as it runs.
async fn cancel_action(
    calls: &Calls,
    connection: Connection,
    mut name: watch::Receiver<String>,
    under_way: JoinHandle<()>,
) {
    if !calls.can_cancel.load(Ordering::Relaxed) {
        return;
    }
    // The action has no name until the server sends one; it may end before.
    let Ok(name) = name.wait_for(|name| !name.is_empty()).await.map(|name| name.clone()) else { return };
    let mut client = OperationsClient::new(connection);
    let cancel = client.cancel_operation(CancelOperationRequest { name });
    match tokio::time::timeout(calls.max_silence, cancel).await {
        Ok(Ok(_)) => under_way.abort(),
        Ok(Err(status)) if status.code() == Code::Unimplemented => {
            calls.can_cancel.store(false, Ordering::Relaxed);
        }
        Ok(Err(_)) | Err(_) => {}
    }
}
