//! A job that a keeper runs.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::Keeper;
use super::idle::IdleKeepers;
use super::message::{Reply, Request};
use super::socket::{Mail, send};
use crate::process::{End, Job, LaunchError, Outcome};
use crate::property::{Cancel, OnCancel};

/// How long a keeper may take to end a job. Then a process is stuck in the kernel and not waited
/// for any more.
const PATIENCE_WITH_KILLING: Duration = Duration::from_secs(10);

/// A job that a keeper runs. Dropping it ends it, together with its keeper if it did not end
/// before.
pub(crate) struct KeptJob {
    keeper: Option<Keeper>,
    /// Whether the job ended, so that the keeper can run another one.
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
        let most = job.timeout.map(|timeout| timeout.saturating_add(PATIENCE_WITH_KILLING));
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

    /// Returns the file that becomes readable when the job ended.
    pub(in crate::process) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.keeper.as_ref().map(|keeper| keeper.socket().as_fd())
    }

    /// Returns the time after which to look again.
    pub(in crate::process) fn patience(&self) -> Option<Duration> {
        let until_given_up = self.give_up.map(|at| at.saturating_duration_since(Instant::now()));
        // Cancelling wakes nobody here, only the keeper. Should that be stuck, it is noticed at the
        // next look.
        let while_cancellable = self.cancel.as_ref().map(|_| Duration::from_secs(1));
        until_given_up.into_iter().chain(while_cancellable).min()
    }

    /// Looks whether the job ended, without waiting.
    pub(in crate::process) fn look(&mut self) -> Result<Option<Outcome>, LaunchError> {
        let Some(keeper) = self.keeper.as_mut().filter(|_| !self.is_done) else {
            return Err(LaunchError::Lost);
        };
        match keeper.look()? {
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
        let socket = self.keeper.as_ref().map(|keeper| keeper.socket().clone());
        let id = self.id;
        cancel.on_cancel(move || {
            if let Some(socket) = socket {
                // A keeper that is gone has taken the job along.
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

impl Drop for KeptJob {
    /// Lets the keeper wait for another job: only now, when nothing can cancel this one any more.
    fn drop(&mut self) {
        if self.is_done {
            self.idle.put_back(self.keeper.take());
        }
    }
}
