//! Properties: what must still hold of the input.

mod attempt;
mod cancel;
mod candidate_paths;
mod command;
mod diagnosis;
mod error;
mod others;
mod portable;
mod script;
mod server;

pub use attempt::{Answered, Attempt};
pub use cancel::{Cancel, OnCancel};
pub use candidate_paths::CandidatePaths;
pub use command::{CommandError, CommandOptions, CommandParts, CommandProperty, Expectations, Probe};
pub use diagnosis::{Diagnosis, Run};
pub use error::PropertyError;
pub use others::Others;
pub use portable::Portable;
pub use script::ScriptProperty;
pub use server::{Answers, ServerOptions, ServerProperty};

use std::time::Instant;

use dwindle_reduce::{Candidate, Document, Verdict};

/// Answers whether an input is still interesting.
///
/// One property serves all workers: `test` is called from many threads at once.
pub trait Property: Send + Sync {
    /// Tests `input`, blocking until there is a verdict, the trial was cancelled, or the
    /// environment failed.
    ///
    /// Cancelling makes the call return soon. The result then says nothing about the input: callers
    /// check [`Cancel::is_cancelled`] first. A time or resource limit is [`Verdict::Unresolved`],
    /// never an error.
    ///
    /// # Errors
    /// When the environment failed, so that further verdicts would be unreliable. This ends the
    /// session.
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError>;

    /// Tests a candidate; executors call this. A property that looks up candidates by their content
    /// gets the key without hashing them.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn ask(&self, candidate: &Candidate, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        self.test(candidate.render(), cancel)
    }

    /// Tests `input` in one of several runs, and returns how long that took. The time limit may
    /// differ from that of [`Property::test`]. A property without limits ignores it.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn attempt(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        let _ = attempt;
        let began = Instant::now();
        let verdict = self.test(input, cancel)?;
        Ok(Answered { verdict, took: began.elapsed() })
    }

    /// Tests a candidate in one of several runs, as [`Property::attempt`] does. A property that
    /// sends candidates to another machine gets their base and edits.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn attempt_candidate(
        &self,
        candidate: &Candidate,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        self.attempt(candidate.render(), attempt, cancel)
    }

    /// Returns what another process needs to ask the same property; `None` if that is not possible.
    fn portable(&self) -> Option<Portable> {
        None
    }

    /// Tests `input` once and returns the details, for users. It is slower than [`Property::test`],
    /// but the verdict is the same.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let started = Instant::now();
        let verdict = self.test(input, cancel)?;
        Ok(Diagnosis { verdict, wall: started.elapsed(), run: None })
    }
}

/// A closure is a property, for tests and for programs that use dwindle as a library.
impl<F> Property for F
where
    F: Fn(&Document, &Cancel) -> Result<Verdict, PropertyError> + Send + Sync,
{
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        self(input, cancel)
    }
}
