//! Executors: where and on how many threads trials run.

mod distributed;
mod elastic;
mod inline;
mod queue;
mod run_trial;
mod seats;
mod shared_slots;
mod threads;
mod waker;

#[cfg(test)]
mod tests;

pub use distributed::{
    Assignment, AssignmentOptions, Distributed, LocalSeat, WorkerDescription, WorkerOptions, WorkerPool,
    WorkerPoolError, WorkerPoolOptions,
};
pub use elastic::{Elastic, ElasticOptions, Gauge, MachineGauge, Reading, free_memory};
pub use inline::Inline;
pub use queue::Queue;
pub(crate) use run_trial::panic_message;
pub use seats::{AllClosed, Seat, Seats};
pub use shared_slots::{Admission, ExpectedGain, Permit, SessionExecutor, SharedSlots};
pub use threads::Threads;
pub use waker::Waker;

use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId, Verdict};

use crate::property::PropertyError;

/// Runs trials, here or elsewhere.
///
/// Implementors return exactly one outcome for each trial that was submitted, in any order. Callers
/// keep at most [`slots`](Executor::slots) trials under way. Dropping the executor ends the trials
/// that still run, and frees its resources.
pub trait Executor {
    /// Returns how many trials can be under way at once.
    fn slots(&self) -> usize;

    /// Starts a trial. Does not wait for its end.
    fn submit(&mut self, trial: Trial);

    /// Ends a trial early. Its outcome follows soon, usually as [`End::Cancelled`]. Does nothing if
    /// the trial has ended.
    fn cancel(&mut self, id: TrialId);

    /// Waits for the next outcome. Returns `None` when `until` has passed or the
    /// [waker](Executor::waker) is used.
    fn next(&mut self, until: Option<Instant>) -> Option<Outcome>;

    /// Returns the next line that a user should read about where trials run, such as the loss of a
    /// worker. A new line ends a wait.
    fn news(&mut self) -> Option<String> {
        None
    }

    /// Returns the waker, which ends a wait. It may be used from any thread, also before the wait
    /// begins.
    fn waker(&self) -> Waker;
}

/// How a trial ended.
#[derive(Debug)]
pub struct Outcome {
    /// The trial.
    pub id: TrialId,
    /// The way it ended.
    pub end: End,
    /// How long it took, rendering the candidate included; zero if it never began.
    pub took: Duration,
}

/// The way a trial ended.
#[derive(Debug)]
pub enum End {
    /// With a verdict.
    Verdict(Verdict),
    /// It was cancelled; its verdict is unknown.
    Cancelled,
    /// The environment failed.
    Failed(PropertyError),
    /// The property panicked with this message: a bug of dwindle or of the program that uses it.
    Panicked(String),
}
