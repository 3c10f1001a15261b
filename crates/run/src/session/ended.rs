//! The end of a session: its result and its figures.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_reduce::{Cost, Counts, Document, StopReason};
use serde::{Serialize, Serializer};

use super::accepted_hash::AcceptedHash;
use crate::files::FilesError;
use crate::journal::JournalError;
use crate::property::PropertyError;

/// The end of a session. In every case `best` was interesting when it was tested.
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
    /// How reliable the result is; `None` if that was not observed.
    pub reliability: Option<Reliability>,
    /// Whether the output is the result of an earlier run, which is smaller than `best`.
    pub earlier_is_smaller: bool,
    /// The new paths of the user's files that were in the way of the output.
    pub set_aside: Vec<PathBuf>,
}

/// Why a session could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The result is interesting in the sandbox, but not outside.
    #[error("the result is interesting in the sandbox only; run again with --sandbox off")]
    NotOutside,
    /// The property cannot be asked any more.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The property or dwindle panicked.
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
    /// Something was removed, and then nothing more could be, or the wanted size was reached.
    Reduced,
    /// Nothing could be removed.
    Unreducible,
    /// The user interrupted it.
    Interrupted,
    /// The limit of time or trials was reached.
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

/// How reliable a result is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// In how many of its runs the result was interesting.
    pub interesting: u32,
    /// How often the result was run.
    pub runs: u32,
    /// Runs beyond the first, of all candidates.
    pub repeated: u64,
    /// How often the search started again because a verdict proved wrong.
    pub retracted: u64,
    /// Whether the result was run more than once, or need not be.
    pub is_confirmed: bool,
    /// Whether no candidate had contradictory answers.
    pub is_steady: bool,
    /// Whether the answers fit the assumed rates of a flaky test.
    pub are_rates_kept: bool,
}

/// The settings of a session that its summary names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The plan.
    pub plan: String,
    /// The list algorithm of the passes.
    pub algorithm: String,
    /// The seed by which ties are broken, if there is one.
    pub seed: Option<u64>,
    /// The sandbox of trials; `off` for none.
    pub sandbox: String,
}

/// The machine-readable summary of a session. Its JSON form is stable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// How it ended.
    pub status: Status,
    /// The path of the result; `None` if it was not to be written, or could not be.
    #[serde(serialize_with = "as_text")]
    pub output: Option<PathBuf>,
    /// Bytes of the original, and of the document at the output.
    pub bytes: [u64; 2],
    /// Tokens of the original, and of the document at the output.
    pub tokens: [u64; 2],
    /// Candidates that the plan proposed and whose answers it learned.
    pub proposed: u64,
    /// Those of them that were answered from memory.
    pub known: u64,
    /// Those of them that a gate refused.
    pub gated: u64,
    /// Those of them that were put off, because they were boring before.
    pub put_off: u64,
    /// Trials with an answer.
    pub executed: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
    /// The hash over the accepted documents ([`AcceptedHash`]).
    pub accepted_hash: String,
    /// Runs beyond the first of a candidate.
    pub repeated: u64,
    /// How often the search started again because a verdict proved wrong.
    pub retracted: u64,
    /// In how many of its runs the result was interesting; 0 of 0 if that was not observed.
    pub result_runs: [u32; 2],
    /// Seconds from start to end.
    pub seconds: f64,
    /// Seconds of all trials together.
    pub seconds_in_trials: f64,
    /// How many trials could run at once.
    pub jobs: usize,
    /// The plan.
    pub plan: String,
    /// The list algorithm of the passes.
    pub algorithm: String,
    /// The seed by which ties are broken, if there is one.
    pub seed: Option<u64>,
    /// The sandbox of trials; `off` for none.
    pub sandbox: String,
}

/// The figures from which a summary is made.
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

/// Serializes a path as text, because JSON has no other strings.
fn as_text<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_deref().map(Path::to_string_lossy).serialize(serializer)
}
