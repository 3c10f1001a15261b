//! Dwindle's side of one keeper.

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
use super::socket::{Inbox, Mail, send};
use crate::process::Job;
use crate::process::confinement::Walls;
use crate::process::exits::Exit;
use crate::process::poll::wait_readable;
use crate::process::secrets::is_secret;
use crate::process::streams::Streams;

/// How long the making of a sandbox may take.
const PATIENCE_WITH_WALLS: Duration = Duration::from_secs(60);

/// A keeper process.
#[derive(Debug)]
pub(super) struct Keeper {
    process: Child,
    socket: Arc<UnixStream>,
    inbox: Inbox,
    n_jobs: u64,
    walls: Option<Walls>,
}

impl Keeper {
    /// Starts a keeper, within walls if there are any.
    pub(super) fn start(program: &Path, walls: Option<Walls>) -> io::Result<Keeper> {
        let (near, far) = UnixStream::pair()?;
        let mut command = Command::new(program);
        // A group of its own, so that Ctrl-C reaches dwindle, which then decides.
        command
            .arg(KEEPER_ARGUMENT)
            .args(walls.iter().flat_map(Walls::to_arguments))
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(far)))
            .stdout(Stdio::null());
        if walls.as_ref().is_some_and(|walls| walls.confinement.strict) {
            let secrets = std::env::vars_os().filter(|(name, value)| is_secret(name, value));
            secrets.for_each(|(name, _)| {
                command.env_remove(name);
            });
        }
        let process = command.spawn()?;
        let mut keeper = Keeper { process, socket: Arc::new(near), inbox: Inbox::new(), n_jobs: 0, walls };
        if keeper.walls.is_some() {
            keeper.await_walls()?;
        }
        Ok(keeper)
    }

    /// Returns the socket, which becomes readable when there is mail.
    pub(super) fn socket(&self) -> &Arc<UnixStream> {
        &self.socket
    }

    /// Looks for mail, without waiting.
    pub(super) fn look(&mut self) -> io::Result<Mail> {
        self.inbox.look(&self.socket)
    }

    /// Returns the walls within which it runs its jobs.
    pub(super) fn walls(&self) -> Option<&Walls> {
        self.walls.as_ref()
    }

    /// Waits until the walls stand.
    fn await_walls(&mut self) -> io::Result<()> {
        let until = Instant::now() + PATIENCE_WITH_WALLS;
        loop {
            let reply = match self.inbox.look(&self.socket)? {
                Mail::Message(message) => Reply::read(&message)?,
                Mail::Closed => return Err(io::Error::other("the sandbox ended as it was made")),
                Mail::None => {
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

    /// Has the keeper run a job, and returns the number of it.
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
        // It ends when it reads the end of its socket, after killing all it has.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        let exit = Exit::of(Pid::from_child(&self.process));
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until && matches!(self.process.try_wait(), Ok(None)) {
            let _ = wait_readable(&[exit.file()], exit.patience(Some(until - Instant::now())));
        }
    }
}
