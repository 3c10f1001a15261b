//! Who runs the trials.

mod bell;
mod crew;
mod elastic;
mod inline;
mod queue;
mod slots;
mod threads;
mod work;

#[cfg(test)]
mod tests;

pub use bell::Bell;
pub use crew::{
    Assignment, AssignmentOptions, Crew, CrewError, CrewOptions, Described, Distributed, LocalSeat,
    WorkerOptions,
};
pub use elastic::{Elastic, ElasticOptions, Gauge, MachineGauge, Reading, free_memory};
pub use inline::Inline;
pub use queue::Queue;
pub use slots::{Member, Permit, Slots, Standing};
pub use threads::Threads;
pub(crate) use work::message as panic_message;

use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId, Verdict};

use crate::property::PropertyError;

/// Runs trials, here or elsewhere.
///
/// Implementors give exactly one outcome for each trial that was submitted, in any order. Callers
/// keep at most [`slots`](Executor::slots) trials under way, and drop the executor when they are
/// done: it ends what still runs and gives back what it holds.
pub trait Executor {
    /// Returns how many trials can be under way at once.
    fn slots(&self) -> usize;

    /// Starts a trial. Never blocks on its end.
    fn submit(&mut self, trial: Trial);

    /// Ends a trial early: its outcome comes soon, usually as [`End::Cancelled`]. Does nothing when
    /// it has ended.
    fn cancel(&mut self, id: TrialId);

    /// Waits for the next outcome: until then, until `until`, or until the [`bell`](Executor::bell)
    /// is rung. Returns `None` in the last two cases.
    fn next(&mut self, until: Option<Instant>) -> Option<Outcome>;

    /// Returns the next thing that a user should know about those who run trials. The bell is rung
    /// when there is one.
    fn news(&mut self) -> Option<String> {
        None
    }

    /// Returns the bell that ends a wait. It may be rung from any thread, and before the wait
    /// begins.
    fn bell(&self) -> Bell;
}

/// How a trial ended.
#[derive(Debug)]
pub struct Outcome {
    /// Which trial.
    pub id: TrialId,
    /// What came of it.
    pub end: End,
    /// How long it took, rendering the candidate included; zero if it never began.
    pub took: Duration,
}

/// What came of a trial.
#[derive(Debug)]
pub enum End {
    /// It was answered.
    Verdict(Verdict),
    /// It was ended early; nothing is known.
    Cancelled,
    /// The environment failed.
    Failed(PropertyError),
    /// The property panicked with this message: a bug, of ours or of the program that uses us.
    Panicked(String),
}
