//! One trial on a farm, from its action to its verdict.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest};
use dwindle_reduce::{Document, Verdict};
use dwindle_run::property::{Answered, Attempt, Cancel};

use crate::action::{Actions, Packed, Purpose};
use crate::answer::{Ending, duration_of, ending_of};
use crate::seats::Seat;
use crate::server::{Executed, Execution, Server};
use crate::trouble::Trouble;
use crate::uploads::Uploads;

/// How often an action is run that ends in nonsense.
const MOST_FAILURES: u32 = 3;
/// How often a call fails before the server is given up.
const MOST_ERRORS: u32 = 5;
/// How often blobs are sent again that the server does not find.
const MOST_LOSSES: u32 = 3;
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What all trials on a farm have in common.
pub(crate) struct Asking {
    pub(crate) server: Box<dyn Server>,
    pub(crate) uploads: Uploads,
    pub(crate) uses_cache: bool,
    /// How long the server may be out of reach.
    pub(crate) patience: Duration,
    pub(crate) n_executed: AtomicU64,
    pub(crate) n_cached: AtomicU64,
}

/// What a trial showed.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) answered: Answered,
    /// What the test wrote, if that was asked for.
    pub(crate) said: Vec<u8>,
}

/// What went wrong with one trial so far.
struct Failures {
    n_failed: u32,
    n_errors: u32,
    n_lost: u32,
    pause: Duration,
    /// How long the server has been out of reach, as far as this trial waited for it.
    away: Duration,
    /// How many answers other trials had when it was out of reach first.
    n_answers: u64,
    last: String,
}

impl Asking {
    /// Asks until there is a verdict. `Err` is final: [`Trouble::Cancelled`], or why the farm is of
    /// no more use.
    pub(crate) fn ask(
        &self,
        actions: &Actions,
        candidate: &Document,
        attempt: Attempt,
        purpose: Purpose,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<Told, Trouble> {
        let purpose = match purpose {
            Purpose::Verdict if 0 < attempt.nth || !self.uses_cache => Purpose::FreshVerdict,
            purpose => purpose,
        };
        let packed = actions.pack(candidate, attempt, purpose);
        let packed = packed.map_err(|error| Trouble::Refused(error.to_string()))?;
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
                return Err(Trouble::Cancelled);
            }
            let is_killed = match self.once(&packed, purpose, &mut may_be_cached, seat, cancel) {
                Ok(Ok(told)) => return Ok(told),
                Ok(Err(Ending::Killed)) => {
                    failures.last = "the platform killed it".to_owned();
                    true
                }
                Ok(Err(ending)) => {
                    failures.last = explained(ending, &packed);
                    false
                }
                Err(trouble) => {
                    self.bear(trouble, &mut failures, &packed, cancel)?;
                    continue;
                }
            };
            // What a cache said of it is not asked again.
            may_be_cached = false;
            failures.n_failed += 1;
            if failures.n_failed < MOST_FAILURES {
                self.server.pause(failures.next_pause(), cancel);
                continue;
            }
            if is_killed {
                // As on this machine: the test may take more memory than there is.
                return Ok(Told { answered: Answered::NOTHING, said: Vec::new() });
            }
            return Err(Trouble::Refused(format!(
                "an action failed {MOST_FAILURES} times: {}",
                failures.last
            )));
        }
    }

    /// Counts the answers so far.
    fn n_answers(&self) -> u64 {
        self.n_executed.load(Ordering::Relaxed) + self.n_cached.load(Ordering::Relaxed)
    }

    /// Takes what went wrong with a call, and waits if it is tried again.
    fn bear(
        &self,
        trouble: Trouble,
        failures: &mut Failures,
        packed: &Packed,
        cancel: &Cancel,
    ) -> Result<(), Trouble> {
        match trouble {
            Trouble::Cancelled | Trouble::Refused(_) => return Err(trouble),
            Trouble::Away(_) | Trouble::Silent => {
                let said = match &trouble {
                    Trouble::Away(said) => said.as_str(),
                    _ => "no answer",
                };
                // Where others are answered, it only has no room for this one.
                if self.n_answers() != failures.n_answers {
                    (failures.n_answers, failures.away) = (self.n_answers(), Duration::ZERO);
                }
                if self.patience <= failures.away {
                    let seconds = self.patience.as_secs();
                    return Err(Trouble::Refused(format!(
                        "it could not be reached for {seconds} s ({said})"
                    )));
                }
                if trouble == Trouble::Silent {
                    failures.away += self.patience;
                }
            }
            Trouble::Failed(said) | Trouble::OutOfTime(said) => {
                failures.n_errors += 1;
                if MOST_ERRORS <= failures.n_errors {
                    return Err(Trouble::Refused(format!("it failed {MOST_ERRORS} times: {said}")));
                }
            }
            Trouble::Missing(said) => {
                self.uploads.forget(&packed.blobs);
                failures.n_lost += 1;
                if MOST_LOSSES < failures.n_lost {
                    return Err(Trouble::Refused(format!("it does not find what was sent to it: {said}")));
                }
            }
        }
        let pause = failures.next_pause();
        failures.away += pause;
        self.server.pause(pause, cancel);
        Ok(())
    }

    /// Asks once. The inner `Err` is an action without an answer.
    fn once(
        &self,
        packed: &Packed,
        purpose: Purpose,
        may_be_cached: &mut bool,
        seat: &Arc<Seat>,
        cancel: &Cancel,
    ) -> Result<Result<Told, Ending>, Trouble> {
        let Packed { action, blobs, limit } = packed;
        if *may_be_cached && let Some(result) = self.server.cached(action, cancel)? {
            if let Some(told) = self.cached_answer(&result, cancel)? {
                self.n_cached.fetch_add(1, Ordering::Relaxed);
                return Ok(Ok(told));
            }
            // A failure that somebody kept. The action has to run.
            *may_be_cached = false;
        }
        self.uploads.ensure(&*self.server, blobs, cancel)?;
        let execution = Execution { action, may_be_cached: *may_be_cached };
        let Executed { response, elapsed } = self.server.execute(execution, seat, cancel)?;
        let ran_out = Duration::from_secs(*limit) <= elapsed;
        let timed_out = Answered { verdict: Verdict::Unresolved, took: elapsed };
        let timed_out = Told { answered: timed_out, said: Vec::new() };
        if let Some(status) = response.status.as_ref().filter(|status| status.code != 0) {
            let trouble = Trouble::of_action(status);
            return match trouble {
                Trouble::OutOfTime(_) if ran_out => Ok(Ok(timed_out)),
                trouble => Err(trouble),
            };
        }
        let Some(result) = response.result else {
            return Err(Trouble::Failed("an action ended without a result".to_owned()));
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
                Ok(Ok(Told { answered: Answered { verdict, took }, said: stderr }))
            }
            // A time limit that was reached before its time is none.
            Ending::TimedOut if ran_out && !response.cached_result => {
                self.n_executed.fetch_add(1, Ordering::Relaxed);
                Ok(Ok(timed_out))
            }
            ending => Ok(Err(ending)),
        }
    }

    /// Returns the answer of a result in the cache, if it is one. Time-outs and failures are none.
    fn cached_answer(&self, result: &ActionResult, cancel: &Cancel) -> Result<Option<Told>, Trouble> {
        if result.exit_code != 0 {
            return Ok(None);
        }
        let stdout = match self.output(&result.stdout_raw, result.stdout_digest.as_ref(), cancel) {
            Ok(stdout) => stdout,
            // The cache outlived what it points to.
            Err(Trouble::Missing(_)) => return Ok(None),
            Err(trouble) => return Err(trouble),
        };
        let Ending::Answer(verdict) = ending_of(0, &stdout, b"") else { return Ok(None) };
        let took = duration_of(result).unwrap_or_default();
        Ok(Some(Told { answered: Answered { verdict, took }, said: Vec::new() }))
    }

    /// Returns an output of an action, which may have to be fetched.
    fn output(&self, raw: &[u8], digest: Option<&Digest>, cancel: &Cancel) -> Result<Vec<u8>, Trouble> {
        match digest {
            Some(digest) if raw.is_empty() && 0 < digest.size_bytes => self.server.read(digest, cancel),
            _ => Ok(raw.to_vec()),
        }
    }
}

impl Failures {
    /// Returns how long to wait now; twice as long each time.
    fn next_pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = (2 * pause).min(LONGEST_PAUSE);
        pause
    }
}

/// Returns what an ending without a verdict means.
fn explained(ending: Ending, packed: &Packed) -> String {
    match ending {
        Ending::Lacking(why) | Ending::Failed(why) => why,
        Ending::TimedOut => {
            let limit = packed.limit;
            format!("it says that the test ran out of time, before the {limit} s that it has were over")
        }
        Ending::Killed | Ending::Answer(_) => "the platform killed it".to_owned(),
    }
}
