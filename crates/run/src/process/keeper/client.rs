//! The session's side of one keeper.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::KEEPER_ARGUMENT;
use super::message::{Reply, Request};
use super::socket::{Inbox, Incoming, send};
use crate::process::Job;
use crate::process::confinement::LaneSandbox;
use crate::process::exit_watch::ExitWatch;
use crate::process::poll::wait_readable;
use crate::process::secrets::is_secret;
use crate::process::streams::Streams;

/// How long a keeper may take to create its sandbox.
const MAX_SANDBOX_TIME: Duration = Duration::from_secs(60);

/// A keeper process.
#[derive(Debug)]
pub(super) struct Keeper {
    process: Child,
    socket: Arc<UnixStream>,
    inbox: Inbox,
    n_jobs: u64,
    lane_sandbox: Option<LaneSandbox>,
}

impl Keeper {
    /// Starts a keeper, with a sandbox if there is one.
    pub(super) fn start(program: &Path, lane_sandbox: Option<LaneSandbox>) -> io::Result<Keeper> {
        let (near, far) = UnixStream::pair()?;
        let mut command = Command::new(program);
        // A process group of its own: Ctrl-C reaches dwindle only, which then ends its keepers.
        command
            .arg(KEEPER_ARGUMENT)
            .args(lane_sandbox.iter().flat_map(LaneSandbox::to_arguments))
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(far)))
            .stdout(Stdio::null());
        if lane_sandbox.as_ref().is_some_and(|lane_sandbox| lane_sandbox.confinement.strict) {
            let secrets = std::env::vars_os().filter(|(name, value)| is_secret(name, value));
            secrets.for_each(|(name, _)| {
                command.env_remove(name);
            });
        }
        let process = command.spawn()?;
        let mut keeper =
            Keeper { process, socket: Arc::new(near), inbox: Inbox::new(), n_jobs: 0, lane_sandbox };
        if keeper.lane_sandbox.is_some() {
            keeper.await_sandbox()?;
        }
        Ok(keeper)
    }

    /// Returns the socket, which becomes readable when a message arrives.
    pub(super) fn socket(&self) -> &Arc<UnixStream> {
        &self.socket
    }

    /// Returns the next message, without waiting.
    pub(super) fn look(&mut self) -> io::Result<Incoming> {
        self.inbox.look(&self.socket)
    }

    /// Returns the sandbox of its jobs.
    pub(super) fn lane_sandbox(&self) -> Option<&LaneSandbox> {
        self.lane_sandbox.as_ref()
    }

    /// Waits until the sandbox is ready.
    fn await_sandbox(&mut self) -> io::Result<()> {
        let until = Instant::now() + MAX_SANDBOX_TIME;
        loop {
            let reply = match self.inbox.look(&self.socket)? {
                Incoming::Message(message) => Reply::read(&message)?,
                Incoming::Closed => return Err(io::Error::other("its process ended while it was created")),
                Incoming::None => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(io::Error::from(io::ErrorKind::TimedOut));
                    }
                    wait_readable(&[Some(self.socket.as_fd())], Some(left))?;
                    continue;
                }
            };
            return match reply {
                Reply::Ready => Ok(()),
                Reply::Refused(why) => Err(io::Error::other(why)),
                Reply::Ended { .. } | Reply::Failed { .. } => Err(super::wire::garbled()),
            };
        }
    }

    /// Asks the keeper to run a job, and returns the job's id.
    pub(super) fn send(&mut self, job: &Job, streams: &Streams) -> io::Result<u64> {
        let id = self.n_jobs;
        self.n_jobs += 1;
        let all = [&streams.stdin, &streams.stdout, &streams.stderr];
        let bits = all.iter().zip([1, 2, 4]).filter(|(stream, _)| stream.is_some()).map(|(_, bit)| bit).sum();
        let files: Vec<BorrowedFd<'_>> = all.into_iter().flatten().map(AsFd::as_fd).collect();
        send(&self.socket, &Request::run(id, bits, job), &files)?;
        Ok(id)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // The keeper kills its job and ends when its socket is closed.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        let exit = ExitWatch::of(Pid::from_child(&self.process));
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until && matches!(self.process.try_wait(), Ok(None)) {
            let _ = wait_readable(&[exit.file()], exit.max_wait(Some(until - Instant::now())));
        }
    }
}
