//! An action under way.

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
use dwindle_run::property::Cancel;
use prost::Message;
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tonic::{Code, Streaming};

use crate::calls::{Calls, Line};
use crate::seats::Seat;
use crate::server::{Executed, Execution};
use crate::trouble::Trouble;

/// How often a broken stream is taken up again before the action is begun anew.
const MOST_WAITS: u32 = 3;

/// What is held as long as an action may run: the seat, and what the end waits for.
pub(crate) type Held = (Arc<Seat>, Option<tokio::sync::mpsc::Sender<()>>);

/// Runs an action and waits for its end.
pub(crate) fn run(
    runtime: &Runtime,
    calls: &Calls,
    line: Line,
    request: Execution<'_>,
    held: Held,
    cancel: &Cancel,
) -> Result<Executed, Trouble> {
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
        let (calls, line, sender) = (calls.clone(), line.clone(), sender.clone());
        async move {
            let response = follow(&calls, line, request, &named).await;
            let _ = sender.send(response.map(|response| Executed { response, elapsed: began.elapsed() }));
            // Until now there was something that ran.
            drop(seat);
        }
    });
    let _guard = cancel.on_cancel(move || {
        let _ = sender.send(Err(Trouble::Cancelled));
    });
    let result = receiver.recv().unwrap_or_else(|_| Err(Trouble::Failed("a bug ended a call".to_owned())));
    if matches!(result, Err(Trouble::Cancelled)) {
        let calls = calls.clone();
        runtime.spawn(async move {
            give_up(&calls, line, name, under_way).await;
            drop(cancelling);
        });
    }
    result
}

/// Follows an action until it ends, over several streams if need be.
async fn follow(
    calls: &Calls,
    line: Line,
    request: ExecuteRequest,
    named: &watch::Sender<String>,
) -> Result<ExecuteResponse, Trouble> {
    let mut client = ExecutionClient::new(line);
    let mut stream = calls.patiently(client.execute(request)).await?.into_inner();
    let mut n_waits = 0;
    loop {
        let trouble = match end_of(calls, &mut stream, named).await {
            Ok(Some(response)) => return Ok(response),
            Ok(None) => Trouble::Away("the stream of an action ended before the action did".to_owned()),
            Err(trouble @ Trouble::Away(_)) => trouble,
            Err(trouble) => return Err(trouble),
        };
        let name = named.borrow().clone();
        if name.is_empty() || n_waits == MOST_WAITS {
            return Err(trouble);
        }
        n_waits += 1;
        match calls.patiently(client.wait_execution(WaitExecutionRequest { name })).await {
            Ok(again) => stream = again.into_inner(),
            // The action is begun anew, after a while.
            Err(_) => return Err(trouble),
        }
    }
}

/// Returns how an action ended; `None` when the stream ends before it does.
async fn end_of(
    calls: &Calls,
    stream: &mut Streaming<Operation>,
    named: &watch::Sender<String>,
) -> Result<Option<ExecuteResponse>, Trouble> {
    while let Some(operation) = calls.patiently(stream.message()).await? {
        if !operation.name.is_empty() {
            named.send_replace(operation.name);
        }
        if !operation.done {
            continue;
        }
        return match operation.result {
            Some(operation::Result::Response(any)) => ExecuteResponse::decode(&any.value[..])
                .map(Some)
                .map_err(|error| Trouble::Failed(format!("it sent a response that can't be read: {error}"))),
            Some(operation::Result::Error(status)) => Err(Trouble::of_action(&status)),
            None => Err(Trouble::Failed("an action ended without a response".to_owned())),
        };
    }
    Ok(None)
}

/// Ends an action that nobody waits for. Where the server cannot do that, it is followed until it
/// ends: its seat is taken as long as it runs.
async fn give_up(calls: &Calls, line: Line, mut name: watch::Receiver<String>, under_way: JoinHandle<()>) {
    if !calls.can_cancel.load(Ordering::Relaxed) {
        return;
    }
    // It has no name until the server says so; it may end before it has one.
    let Ok(name) = name.wait_for(|name| !name.is_empty()).await.map(|name| name.clone()) else { return };
    let mut client = OperationsClient::new(line);
    let cancel = client.cancel_operation(CancelOperationRequest { name });
    match tokio::time::timeout(calls.patience, cancel).await {
        Ok(Ok(_)) => under_way.abort(),
        Ok(Err(status)) if status.code() == Code::Unimplemented => {
            calls.can_cancel.store(false, Ordering::Relaxed);
        }
        Ok(Err(_)) | Err(_) => {}
    }
}
