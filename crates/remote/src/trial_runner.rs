//! One remote trial, from its action to its verdict.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest};
use dwindle_reduce::{Document, Verdict};
use dwindle_run::executor::Seat;
use dwindle_run::property::{Answered, Attempt, Cancel};

use crate::action::{Actions, PackedEntry, Purpose};
use crate::answer::{Ending, duration_of, ending_of};
use crate::call_error::CallError;
use crate::server::{Executed, Execution, Server};
use crate::uploads::Uploads;

/// How often an action is run that ends without a verdict.
const MOST_FAILURES: u32 = 3;
/// How often a call may fail before the server is given up.
const MOST_ERRORS: u32 = 5;
/// How often blobs are uploaded again because the server cannot find them.
const MOST_LOSSES: u32 = 3;
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What all trials on a farm share.
pub(crate) struct TrialRunner {
    pub(crate) server: Box<dyn Server>,
    pub(crate) uploads: Uploads,
    pub(crate) uses_cache: bool,
    /// How long the server may be unreachable.
    pub(crate) max_silence: Duration,
    pub(crate) n_executed: AtomicU64,
    pub(crate) n_cached: AtomicU64,
}

/// The result of a trial.
#[derive(Clone, Debug)]
pub(crate) struct TrialResult {
    pub(crate) answered: Answered,
    /// The output of the test, if it was asked for.
    pub(crate) said: Vec<u8>,
}

/// The failures of one trial so far.
struct Failures {
    n_failed: u32,
    n_errors: u32,
    n_lost: u32,
    pause: Duration,
    /// How long the server has been unreachable, counted in the pauses of this trial.
    away: Duration,
    /// The number of answers of all trials when `away` was last reset.
    n_answers: u64,
    last: String,
}

impl TrialRunner {
    /// Runs a trial until there is a verdict.
    ///
    /// # Errors
    /// Errors are final: [`CallError::Cancelled`], or the reason why the farm cannot be used any
    /// more.
    pub(crate) fn run(
        &self,
        actions: &Actions,
        candidate: &Document,
        attempt: Attempt,
        purpose: Purpose,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<TrialResult, CallError> {
        let purpose = match purpose {
            Purpose::Verdict if 0 < attempt.nth || !self.uses_cache => Purpose::FreshVerdict,
            purpose => purpose,
        };
        let packed = actions.pack(candidate, attempt, purpose);
        let packed = packed.map_err(|error| CallError::Refused(error.to_string()))?;
        let mut failures = Failures {
            n_failed: 0,
            n_errors: 0,
            n_lost: 0,
            pause: SHORTEST_PAUSE,
            away: Duration::ZERO,
            n_answers: self.n_answers(),
            last: String::new(),
        };
        let mut may_be_cached = purpose == Purpose::Verdict;
        loop {
            if cancel.is_cancelled() {
                return Err(CallError::Cancelled);
            }
            let is_killed = match self.run_once(&packed, purpose, &mut may_be_cached, seat, cancel) {
                Ok(Ok(told)) => return Ok(told),
                Ok(Err(Ending::Killed)) => {
                    failures.last = "the platform killed it".to_owned();
                    true
                }
                Ok(Err(ending)) => {
                    failures.last = described_ending(ending, &packed);
                    false
                }
                Err(error) => {
                    self.handle_error(error, &mut failures, &packed, cancel)?;
                    continue;
                }
            };
            // A cached result was not a verdict: the next attempt must run.
            may_be_cached = false;
            failures.n_failed += 1;
            if failures.n_failed < MOST_FAILURES {
                self.server.pause(failures.next_pause(), cancel);
                continue;
            }
            if is_killed {
                // As in a local trial: the test may need more memory than there is.
                return Ok(TrialResult { answered: Answered::NOTHING, said: Vec::new() });
            }
            return Err(CallError::Refused(format!(
                "an action failed {MOST_FAILURES} times: {}",
                failures.last
            )));
        }
    }

    /// Returns how many answers all trials have had so far.
    fn n_answers(&self) -> u64 {
        self.n_executed.load(Ordering::Relaxed) + self.n_cached.load(Ordering::Relaxed)
    }

    /// Records the failure of a call, and pauses if the call is worth repeating.
    fn handle_error(
        &self,
        error: CallError,
        failures: &mut Failures,
        packed: &PackedEntry,
        cancel: &Cancel,
    ) -> Result<(), CallError> {
        match error {
            CallError::Cancelled | CallError::Refused(_) => return Err(error),
            CallError::Unreachable(_) | CallError::NoAnswer => {
                let said = match &error {
                    CallError::Unreachable(said) => said.as_str(),
                    _ => "no answer",
                };
                // Other trials are answered: the server merely has no room for this one.
                if self.n_answers() != failures.n_answers {
                    (failures.n_answers, failures.away) = (self.n_answers(), Duration::ZERO);
                }
                if self.max_silence <= failures.away {
                    let seconds = self.max_silence.as_secs();
                    return Err(CallError::Refused(format!(
                        "it could not be reached for {seconds} s ({said})"
                    )));
                }
                if error == CallError::NoAnswer {
                    failures.away += self.max_silence;
                }
            }
            CallError::Failed(said) | CallError::OutOfTime(said) => {
                failures.n_errors += 1;
                if MOST_ERRORS <= failures.n_errors {
                    return Err(CallError::Refused(format!("it failed {MOST_ERRORS} times: {said}")));
                }
            }
            CallError::Missing(said) => {
                self.uploads.forget(&packed.blobs);
                failures.n_lost += 1;
                if MOST_LOSSES < failures.n_lost {
                    return Err(CallError::Refused(format!(
                        "it cannot find what was uploaded to it: {said}"
                    )));
                }
            }
        }
        let pause = failures.next_pause();
        failures.away += pause;
        self.server.pause(pause, cancel);
        Ok(())
    }

    /// Runs the action once. The inner `Err` describes an action that ended without a verdict.
    fn run_once(
        &self,
        packed: &PackedEntry,
        purpose: Purpose,
        may_be_cached: &mut bool,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<Result<TrialResult, Ending>, CallError> {
        let PackedEntry { action, blobs, limit } = packed;
        if *may_be_cached && let Some(result) = self.server.cached(action, cancel)? {
            if let Some(told) = self.cached_answer(&result, cancel)? {
                self.n_cached.fetch_add(1, Ordering::Relaxed);
                return Ok(Ok(told));
            }
            // Somebody cached a failure. The action has to run.
            *may_be_cached = false;
        }
        self.uploads.ensure(&*self.server, blobs, cancel)?;
        let execution = Execution { action, may_be_cached: *may_be_cached };
        let Executed { response, elapsed } = self.server.execute(execution, seat, cancel)?;
        let ran_out = Duration::from_secs(*limit) <= elapsed;
        let timed_out = Answered { verdict: Verdict::Unresolved, took: elapsed };
        let timed_out = TrialResult { answered: timed_out, said: Vec::new() };
        if let Some(status) = response.status.as_ref().filter(|status| status.code != 0) {
            let error = CallError::of_action(status);
            return match error {
                CallError::OutOfTime(_) if ran_out => Ok(Ok(timed_out)),
                error => Err(error),
            };
        }
        let Some(result) = response.result else {
            return Err(CallError::Failed("an action ended without a result".to_owned()));
        };
        let stdout = self.output(&result.stdout_raw, result.stdout_digest.as_ref(), cancel)?;
        let is_explained = purpose == Purpose::Explanation || result.exit_code != 0;
        let stderr = match is_explained {
            true => self.output(&result.stderr_raw, result.stderr_digest.as_ref(), cancel)?,
            false => Vec::new(),
        };
        let ending = ending_of(result.exit_code, &stdout, &stderr);
        match ending {
            Ending::Answer(verdict) if !response.cached_result || result.exit_code == 0 => {
                let counted = if response.cached_result { &self.n_cached } else { &self.n_executed };
                counted.fetch_add(1, Ordering::Relaxed);
                let took = duration_of(&result).unwrap_or(elapsed).min(elapsed);
                Ok(Ok(TrialResult { answered: Answered { verdict, took }, said: stderr }))
            }
            // A time-out counts only when the time limit is over.
            Ending::TimedOut if ran_out && !response.cached_result => {
                self.n_executed.fetch_add(1, Ordering::Relaxed);
                Ok(Ok(timed_out))
            }
            ending => Ok(Err(ending)),
        }
    }

    /// Returns the verdict of a cached result; `None` for a time-out or a failure.
    fn cached_answer(
        &self,
        result: &ActionResult,
        cancel: &Cancel,
    ) -> Result<Option<TrialResult>, CallError> {
        if result.exit_code != 0 {
            return Ok(None);
        }
        let stdout = match self.output(&result.stdout_raw, result.stdout_digest.as_ref(), cancel) {
            Ok(stdout) => stdout,
            // The output that the cached result refers to is no longer in the store.
            Err(CallError::Missing(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let Ending::Answer(verdict) = ending_of(0, &stdout, b"") else { return Ok(None) };
        let took = duration_of(result).unwrap_or_default();
        Ok(Some(TrialResult { answered: Answered { verdict, took }, said: Vec::new() }))
    }

    /// Returns an output of an action, fetching it from the store if necessary.
    fn output(&self, raw: &[u8], digest: Option<&Digest>, cancel: &Cancel) -> Result<Vec<u8>, CallError> {
        match digest {
            Some(digest) if raw.is_empty() && 0 < digest.size_bytes => self.server.read(digest, cancel),
            _ => Ok(raw.to_vec()),
        }
    }
}

impl Failures {
    /// Returns how long to pause now: twice as long each time.
    fn next_pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = (2 * pause).min(LONGEST_PAUSE);
        pause
    }
}

/// Describes an ending that is not a verdict.
fn described_ending(ending: Ending, packed: &PackedEntry) -> String {
    match ending {
        Ending::Missing(why) | Ending::Failed(why) => why,
        Ending::TimedOut => {
            let limit = packed.limit;
            format!("it reported a time-out before the limit of {limit} s was over")
        }
        Ending::Killed | Ending::Answer(_) => "the platform killed it".to_owned(),
    }
}
