//! Dwindle's side of one keeper.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::KEEPER_ARGUMENT;
use super::message::{Reply, Request};
use super::pool::Pool;
use super::socket::{Inbox, Mail, send};
use crate::process::confinement::Walls;
use crate::process::exits::Exit;
use crate::process::poll::wait_readable;
use crate::process::secrets::is_secret;
use crate::process::streams::Streams;
use crate::process::{End, Job, LaunchError, Outcome};
use crate::property::{Cancel, OnCancel};

/// How long a keeper may take to end a job. Then a process is stuck in the kernel and not waited for any more.
const PATIENCE_WITH_KILLING: Duration = Duration::from_secs(10);

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

    /// Has the keeper run a job, and gives the number of it.
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

/// A job that a keeper runs. Dropping it ends it, together with its keeper if it did not end before.
pub(crate) struct KeptJob {
    keeper: Option<Keeper>,
    pool: Arc<Pool>,
    id: u64,
    program: PathBuf,
    started: Instant,
    give_up: Option<Instant>,
    cancel: Option<Cancel>,
}

impl KeptJob {
    pub(super) fn new(keeper: Keeper, pool: Arc<Pool>, id: u64, job: &Job) -> KeptJob {
        let started = Instant::now();
        let most = job.timeout.map(|timeout| timeout.saturating_add(PATIENCE_WITH_KILLING));
        let give_up = most.and_then(|most| started.checked_add(most));
        KeptJob {
            keeper: Some(keeper),
            pool,
            id,
            program: job.program.clone(),
            started,
            give_up,
            cancel: None,
        }
    }

    /// Returns the file that becomes readable when the job ended.
    pub(in crate::process) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.keeper.as_ref().map(|keeper| keeper.socket.as_fd())
    }

    /// Returns the time after which to look again.
    pub(in crate::process) fn patience(&self) -> Option<Duration> {
        let until_given_up = self.give_up.map(|at| at.saturating_duration_since(Instant::now()));
        // Cancelling wakes nobody here, only the keeper. Should that be stuck, it is noticed at the next look.
        let while_cancellable = self.cancel.as_ref().map(|_| Duration::from_secs(1));
        until_given_up.into_iter().chain(while_cancellable).min()
    }

    /// Looks whether the job ended, without waiting.
    pub(in crate::process) fn look(&mut self) -> Result<Option<Outcome>, LaunchError> {
        let Some(keeper) = &mut self.keeper else { return Err(LaunchError::Lost) };
        match keeper.inbox.look(&keeper.socket)? {
            Mail::Message(message) => self.ended(&Reply::read(&message)?).map(Some),
            Mail::Closed => {
                self.keeper = None;
                Err(LaunchError::Lost)
            }
            Mail::None => Ok(self.given_up()),
        }
    }

    /// Has the job killed at the moment of cancellation.
    pub(in crate::process) fn kill_on(&mut self, cancel: &Cancel) -> OnCancel {
        self.cancel = Some(cancel.clone());
        let socket = self.keeper.as_ref().map(|keeper| keeper.socket.clone());
        let id = self.id;
        cancel.on_cancel(move || {
            if let Some(socket) = socket {
                // A keeper that is gone has taken the job along.
                let _ = send(&socket, &Request::cancel(id), &[]);
            }
        })
    }

    fn ended(&mut self, reply: &Reply) -> Result<Outcome, LaunchError> {
        let keeper = self.keeper.take();
        match *reply {
            Reply::Ended { id, outcome } if id == self.id => {
                self.pool.put_back(keeper);
                Ok(outcome)
            }
            Reply::Failed { id, errno } if id == self.id => {
                self.pool.put_back(keeper);
                let source = io::Error::from_raw_os_error(errno);
                Err(LaunchError::Program { program: self.program.clone(), source })
            }
            _ => Err(io::Error::other("a keeper answered for another job").into()),
        }
    }

    /// Lets go of a keeper that does not manage to end its job.
    fn given_up(&mut self) -> Option<Outcome> {
        let now = Instant::now();
        let is_cancelled = self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if is_cancelled {
            let soon = now + PATIENCE_WITH_KILLING;
            self.give_up = Some(self.give_up.map_or(soon, |at| at.min(soon)));
        }
        if self.give_up.is_none_or(|at| now < at) {
            return None;
        }
        self.keeper = None;
        let end = if is_cancelled { End::Cancelled } else { End::TimedOut };
        Some(Outcome { end, wall: now - self.started, cpu: Duration::ZERO, peak_memory: 0 })
    }
}
