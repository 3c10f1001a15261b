//! A server in this process that runs nothing: it reads what an action would test, and fails by
//! script.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{
    Action, ActionResult, Command, Digest, Directory, ExecuteResponse,
};
use bazel_remote_apis::google::{longrunning, protobuf, rpc};
use prost::Message;
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Identity, Server, ServerTlsConfig};
use tonic::{Code, Status};

use crate::services;

/// The calls that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    Cached,
    Missing,
    Update,
    Write,
    Execute,
    Wait,
    Cancel,
    Capabilities,
}

/// What an execution does instead of running its action.
#[derive(Clone, Debug)]
pub enum Instead {
    /// Ends the stream before the action, which goes on.
    BreakOff,
    /// Waits this long, then runs the action.
    Late(Duration),
    /// Reports an end with this exit code and this output.
    End(i32, &'static str),
    /// Reports that the action could not be run.
    Fail(Code),
    /// Loses all blobs and reports it.
    LoseBlobs,
}

/// The state of a server; it survives restarts.
#[derive(Default)]
pub struct World {
    pub blobs: HashMap<String, Vec<u8>>,
    pub results: HashMap<String, ActionResult>,
    /// The next failures of each call.
    pub faults: HashMap<Call, VecDeque<Code>>,
    /// Calls that always fail.
    pub never: HashMap<Call, Code>,
    pub instead: VecDeque<Instead>,
    /// What each execution does, unless `faults` names something else.
    pub always: Option<Instead>,
    /// A header that each call must have.
    pub header: Option<(&'static str, &'static str)>,
    pub n_calls: HashMap<Call, usize>,
    pub n_executed: usize,
    pub n_under_way: usize,
    pub most_under_way: usize,
    pub largest_batch: usize,
    /// Executions that were allowed to be answered by the cache.
    pub n_lookups: usize,
    /// Operations that wait for their end, by name.
    pub open: HashMap<String, Arc<Notify>>,
    /// Whether actions wait until they are released.
    pub is_held: bool,
}

/// The test: its exit status for a content.
pub type Test = fn(&[u8]) -> i32;

#[derive(Clone)]
pub struct Shared {
    pub world: Arc<Mutex<World>>,
    pub released: Arc<Notify>,
    pub test: Test,
}

/// A server that listens. Dropping it breaks all connections.
pub struct Fake {
    pub shared: Shared,
    runtime: Option<Runtime>,
    identity: Option<Identity>,
    pub at: SocketAddr,
}

impl Fake {
    pub fn start(test: Test) -> Fake {
        Fake::start_as(test, None)
    }

    pub fn start_with_tls(test: Test, certificate: &[u8], key: &[u8]) -> Fake {
        Fake::start_as(test, Some(Identity::from_pem(certificate, key)))
    }

    fn start_as(test: Test, identity: Option<Identity>) -> Fake {
        let shared = Shared { world: Arc::default(), released: Arc::default(), test };
        let mut fake = Fake { shared, runtime: None, identity, at: ([127, 0, 0, 1], 0).into() };
        fake.begin();
        fake
    }

    /// Listens, at the same address as before.
    pub fn begin(&mut self) {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind(self.at)).unwrap();
        self.at = listener.local_addr().unwrap();
        let services = services::Services(self.shared.clone());
        let mut server = Server::builder();
        if let Some(identity) = &self.identity {
            server = server.tls_config(ServerTlsConfig::new().identity(identity.clone())).unwrap();
        }
        runtime.spawn(async move {
            let router = services.router(server);
            let _ = router.serve_with_incoming(TcpIncoming::from(listener)).await;
        });
        self.runtime = Some(runtime);
    }

    /// Stops at once, as if it were killed.
    pub fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.shared.world()
    }

    pub fn address(&self) -> String {
        format!("grpc://{}", self.at)
    }

    /// Makes the next calls of this kind fail with these codes.
    pub fn fail(&self, call: Call, codes: &[Code]) {
        self.world().faults.entry(call).or_default().extend(codes);
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.end();
    }
}

impl Shared {
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// Counts a call, and fails it if a failure is due.
    pub fn called(&self, call: Call, metadata: &tonic::metadata::MetadataMap) -> Result<(), Status> {
        let mut world = self.world();
        *world.n_calls.entry(call).or_default() += 1;
        if let Some((name, value)) = world.header
            && metadata.get(name).is_none_or(|given| given != value)
        {
            return Err(Status::unauthenticated("who are you?"));
        }
        let code = world.faults.get_mut(&call).and_then(VecDeque::pop_front);
        match code.or_else(|| world.never.get(&call).copied()) {
            Some(code) => Err(Status::new(code, "by script")),
            None => Ok(()),
        }
    }

    pub fn put(&self, digest: &Digest, bytes: Vec<u8>) -> Result<(), Status> {
        if digest_of(&bytes) != *digest {
            return Err(Status::invalid_argument("the digest is of another blob"));
        }
        self.world().blobs.insert(digest.hash.clone(), bytes);
        Ok(())
    }

    fn message<M: Message + Default>(&self, digest: Option<&Digest>) -> Result<M, Status> {
        let missing = || Status::failed_precondition("a blob is missing");
        let digest = digest.ok_or_else(missing)?;
        let bytes = self.world().blobs.get(&digest.hash).cloned().ok_or_else(missing)?;
        M::decode(&bytes[..]).map_err(|error| Status::invalid_argument(error.to_string()))
    }

    /// Runs an action: finds the file `input` in its directory and asks the test.
    pub fn run(&self, digest: &Digest) -> Result<ActionResult, Status> {
        let missing = || Status::failed_precondition("a blob is missing");
        let action: Action = self.message(Some(digest))?;
        let command: Command = self.message(action.command_digest.as_ref())?;
        let root: Directory = self.message(action.input_root_digest.as_ref())?;
        assert_eq!(command.arguments[..2], ["/bin/sh", "-c"]);
        let limit: i64 = command.arguments[4].parse().unwrap();
        assert!(limit < action.timeout.unwrap().seconds, "the server's limit is longer than ours");
        let mut trial = None;
        for node in &root.directories {
            let folder: Directory = self.message(node.digest.as_ref())?;
            for file in &folder.files {
                let content = self.world().blobs.get(&file.digest.as_ref().unwrap().hash).cloned();
                let content = content.ok_or_else(missing)?;
                if node.name == command.working_directory && file.name == "input" {
                    trial = Some(content);
                }
            }
        }
        let status = (self.test)(&trial.ok_or_else(missing)?);
        let result = ended(0, &format!("dwindle {status}\n"));
        let mut world = self.world();
        world.n_executed += 1;
        if !action.do_not_cache {
            world.results.insert(digest.hash.clone(), result.clone());
        }
        Ok(result)
    }
}

pub fn ended(exit_code: i32, stdout: &str) -> ActionResult {
    ActionResult { exit_code, stdout_raw: stdout.into(), ..ActionResult::default() }
}

pub fn digest_of(bytes: &[u8]) -> Digest {
    let hash = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Digest { hash, size_bytes: bytes.len() as i64 }
}

/// Returns the last message of an operation.
pub fn done(name: &str, result: Result<ActionResult, Code>) -> longrunning::Operation {
    let response = match result {
        Ok(result) => ExecuteResponse { result: Some(result), ..ExecuteResponse::default() },
        Err(code) => ExecuteResponse {
            status: Some(rpc::Status { code: code as i32, message: "by script".into(), details: Vec::new() }),
            ..ExecuteResponse::default()
        },
    };
    let any = protobuf::Any { type_url: "type.googleapis.com/x".into(), value: response.encode_to_vec() };
    longrunning::Operation {
        name: name.into(),
        done: true,
        result: Some(longrunning::operation::Result::Response(any)),
        ..longrunning::Operation::default()
    }
}
