//! A job that a keeper runs.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::Keeper;
use super::idle::IdleKeepers;
use super::message::{Reply, Request};
use super::socket::{Incoming, send};
use crate::process::{End, Job, LaunchError, Outcome};
use crate::property::{Cancel, OnCancel};

/// How long a keeper may take to kill a job. If it takes longer, a process is stuck in the kernel,
/// and the keeper is given up.
const MAX_KILL_TIME: Duration = Duration::from_secs(10);

/// A job that a keeper runs. Dropping it before it has ended kills it and its keeper.
pub(crate) struct KeptJob {
    keeper: Option<Keeper>,
    /// Whether the job has ended, so that the keeper can run another one.
    is_done: bool,
    idle: Arc<IdleKeepers>,
    id: u64,
    program: PathBuf,
    started: Instant,
    give_up: Option<Instant>,
    cancel: Option<Cancel>,
}

impl KeptJob {
    pub(super) fn new(keeper: Keeper, idle: Arc<IdleKeepers>, id: u64, job: &Job) -> KeptJob {
        let started = Instant::now();
        let most = job.timeout.map(|timeout| timeout.saturating_add(MAX_KILL_TIME));
        let give_up = most.and_then(|most| started.checked_add(most));
        KeptJob {
            keeper: Some(keeper),
            is_done: false,
            idle,
            id,
            program: job.program.clone(),
            started,
            give_up,
            cancel: None,
        }
    }

    /// Returns a file that becomes readable when the job has ended.
    pub(in crate::process) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.keeper.as_ref().map(|keeper| keeper.socket().as_fd())
    }

    /// Returns the time after which [`KeptJob::look`] must be called again.
    pub(in crate::process) fn max_wait(&self) -> Option<Duration> {
        let until_given_up = self.give_up.map(|at| at.saturating_duration_since(Instant::now()));
        // Cancelling wakes the keeper, not this thread. A keeper that is stuck is noticed after a
        // second.
        let while_cancellable = self.cancel.as_ref().map(|_| Duration::from_secs(1));
        until_given_up.into_iter().chain(while_cancellable).min()
    }

    /// Returns how the job ended if it has, without waiting.
    pub(in crate::process) fn look(&mut self) -> Result<Option<Outcome>, LaunchError> {
        let Some(keeper) = self.keeper.as_mut().filter(|_| !self.is_done) else {
            return Err(LaunchError::Lost);
        };
        match keeper.look()? {
            Incoming::Message(message) => self.ended(&Reply::read(&message)?).map(Some),
            Incoming::Closed => {
                self.keeper = None;
                Err(LaunchError::Lost)
            }
            Incoming::None => Ok(self.given_up()),
        }
    }

    /// Kills the job as soon as `cancel` is cancelled.
    pub(in crate::process) fn kill_on(&mut self, cancel: &Cancel) -> OnCancel {
        self.cancel = Some(cancel.clone());
        let socket = self.keeper.as_ref().map(|keeper| keeper.socket().clone());
        let id = self.id;
        cancel.on_cancel(move || {
            if let Some(socket) = socket {
                // This fails if the keeper is gone, and then the job is gone too.
                let _ = send(&socket, &Request::cancel(id), &[]);
            }
        })
    }

    fn ended(&mut self, reply: &Reply) -> Result<Outcome, LaunchError> {
        match *reply {
            Reply::Ended { id, outcome } if id == self.id => {
                self.is_done = true;
                Ok(outcome)
            }
            Reply::Failed { id, errno } if id == self.id => {
                self.is_done = true;
                let source = io::Error::from_raw_os_error(errno);
                Err(LaunchError::Program { program: self.program.clone(), source })
            }
            _ => {
                self.keeper = None;
                Err(io::Error::other("a keeper answered for another job").into())
            }
        }
    }

    /// Gives up a keeper that takes too long to kill its job, and returns the end of the job.
    fn given_up(&mut self) -> Option<Outcome> {
        let now = Instant::now();
        let is_cancelled = self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if is_cancelled {
            let soon = now + MAX_KILL_TIME;
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

impl Drop for KeptJob {
    /// Makes the keeper available for another job. Not earlier: until now this job could be
    /// cancelled.
    fn drop(&mut self) {
        if self.is_done {
            self.idle.put_back(self.keeper.take());
        }
    }
}
