//! What a session came to.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_reduce::{Cost, Counts, Document, StopReason};
use serde::{Serialize, Serializer};

use super::accepted_hash::AcceptedHash;
use crate::files::FilesError;
use crate::journal::JournalError;
use crate::property::PropertyError;

/// The end of a session. Whatever happened, `best` was interesting when it was tested.
#[derive(Debug)]
pub struct Ended {
    /// The figures.
    pub summary: Summary,
    /// Why the reduction ended.
    pub reason: StopReason,
    /// The smallest interesting document that was found.
    pub best: Document,
    /// What failed, if the environment did.
    pub failure: Option<Failure>,
    /// How far the result can be relied on; `None` where nobody looked.
    pub reliability: Option<Reliability>,
    /// Whether the document that stands at the output is one of an earlier run, smaller than
    /// `best`.
    pub earlier_is_smaller: bool,
    /// Where things of the user's stay that stood in the way of the output.
    pub set_aside: Vec<PathBuf>,
}

/// Why a session could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The result is interesting within the sandbox, and not outside.
    #[error("the result is interesting within the sandbox only; run again with --sandbox off")]
    NotOutside,
    /// The property cannot be asked any more.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// A property or a part of dwindle panicked.
    #[error("a bug ended the session, please report it: {0}")]
    Panicked(String),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The output cannot be written.
    #[error(transparent)]
    Output(#[from] FilesError),
}

/// How a session ended, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Something was removed, and nothing more was found or the wanted size was reached.
    Reduced,
    /// Nothing could be removed.
    Unreducible,
    /// The user interrupted it.
    Interrupted,
    /// The time or the limit of trials is reached.
    Budget,
    /// The environment failed.
    Failed,
    /// The test's answers differ too much to rely on them.
    Flaky,
    /// No time was left to run the test on the result a second time.
    Unconfirmed,
}

impl Status {
    fn of(reason: StopReason, n_accepted: u64) -> Status {
        match reason {
            StopReason::Complete | StopReason::Size if n_accepted == 0 => Status::Unreducible,
            StopReason::Complete | StopReason::Size => Status::Reduced,
            StopReason::Trials | StopReason::Time => Status::Budget,
            StopReason::Interrupted => Status::Interrupted,
            StopReason::Environment => Status::Failed,
            StopReason::Flaky => Status::Flaky,
        }
    }
}

/// How far a result can be relied on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// In how many of its runs the result was interesting.
    pub interesting: u32,
    /// How often the result was run.
    pub runs: u32,
    /// Runs beyond the first, of all candidates.
    pub repeated: u64,
    /// How often the search went back, because answers did not hold.
    pub retracted: u64,
    /// Whether the result was run more than once, or nobody asked for that.
    pub is_confirmed: bool,
    /// Whether no two answers to one question differed.
    pub is_steady: bool,
    /// Whether the answers fit what is taken for granted of a flaky test.
    pub are_rates_kept: bool,
}

/// What a session was made of, as its summary names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The plan.
    pub plan: String,
    /// The list algorithm inside the passes.
    pub algorithm: String,
    /// The seed of ties, if they are broken by one.
    pub seed: Option<u64>,
    /// What a sandbox kept away from trials; `off` for none.
    pub sandbox: String,
}

/// The machine-readable end of a session; its JSON form is stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How it ended.
    pub status: Status,
    /// Where the result is; `None` when it was not to be written, or could not be.
    #[serde(serialize_with = "as_text")]
    pub output: Option<PathBuf>,
    /// Bytes before, and of what stands at the output.
    pub bytes: [u64; 2],
    /// Tokens before and after, in the same way.
    pub tokens: [u64; 2],
    /// Candidates that the plan proposed and whose answers it learned.
    pub proposed: u64,
    /// Those of them that were answered from memory.
    pub known: u64,
    /// Those of them that a gate refused.
    pub gated: u64,
    /// Those of them that were boring before and put off.
    pub put_off: u64,
    /// Trials that were run to an answer.
    pub executed: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
    /// The hash over the accepted documents ([`AcceptedHash`]).
    pub accepted_hash: String,
    /// Runs beyond the first of a candidate.
    pub repeated: u64,
    /// How often the search went back, because answers did not hold.
    pub retracted: u64,
    /// In how many of its runs the result was interesting; 0 of 0 where nobody looked.
    pub result_runs: [u32; 2],
    /// Seconds from start to end.
    pub seconds: f64,
    /// Seconds that all trials took together.
    pub seconds_in_trials: f64,
    /// How many trials could run at once.
    pub jobs: usize,
    /// The plan.
    pub plan: String,
    /// The list algorithm inside the passes.
    pub algorithm: String,
    /// The seed of ties, if they are broken by one.
    pub seed: Option<u64>,
    /// What a sandbox kept away from trials; `off` for none.
    pub sandbox: String,
}

/// What a summary is made of.
pub(super) struct Figures<'a> {
    pub(super) reason: StopReason,
    pub(super) costs: [Cost; 2],
    pub(super) counts: Counts,
    pub(super) accepted_hash: &'a AcceptedHash,
    pub(super) took: Duration,
    pub(super) in_trials: Duration,
    pub(super) jobs: usize,
    pub(super) labels: Labels,
    pub(super) reliability: Option<Reliability>,
}

impl Figures<'_> {
    pub(super) fn summary(self, output: Option<PathBuf>) -> Summary {
        let Counts { proposed, known, gated, put_off, executed, accepted, .. } = self.counts;
        let is_confirmed = self.reliability.is_none_or(|reliability| reliability.is_confirmed);
        let reliability = self.reliability.unwrap_or_default();
        Summary {
            status: match is_confirmed {
                true => Status::of(self.reason, accepted),
                false => Status::Unconfirmed,
            },
            output,
            bytes: self.costs.map(|cost| cost.bytes),
            tokens: self.costs.map(|cost| cost.tokens),
            proposed,
            known,
            gated,
            put_off,
            executed,
            accepted,
            accepted_hash: self.accepted_hash.to_string(),
            repeated: reliability.repeated,
            retracted: reliability.retracted,
            result_runs: [reliability.interesting, reliability.runs],
            seconds: self.took.as_secs_f64(),
            seconds_in_trials: self.in_trials.as_secs_f64(),
            jobs: self.jobs,
            plan: self.labels.plan,
            algorithm: self.labels.algorithm,
            seed: self.labels.seed,
            sandbox: self.labels.sandbox,
        }
    }
}

/// JSON has no other names for files than texts.
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_deref().map(Path::to_string_lossy).serialize(serializer)
}
