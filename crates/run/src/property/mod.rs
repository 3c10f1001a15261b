//! What must still hold of the input, and how it is asked.

mod cancel;
mod candidate_paths;
mod command;
mod diagnosis;
mod error;
mod others;
mod script;
mod server;

pub use cancel::{Cancel, OnCancel};
pub use candidate_paths::CandidatePaths;
pub use command::{CommandError, CommandOptions, CommandProperty, Expectations, Probe};
pub use diagnosis::{Diagnosis, Run};
pub use error::PropertyError;
pub use others::Others;
pub use script::ScriptProperty;
pub use server::{Answers, ServerOptions, ServerProperty};

use std::time::Instant;

use dwindle_reduce::{Candidate, Document, Verdict};

/// Answers whether an input is still interesting.
///
/// One property serves all workers: `test` is called from many threads at once.
pub trait Property: Send + Sync {
    /// Tests `input`, blocking until there is a verdict, the trial was cancelled, or the environment failed.
    ///
    /// Cancelling makes the call return soon. What it returns then says nothing about the input: callers look at
    /// [`Cancel::is_cancelled`] first. A timeout or a resource limit is [`Verdict::Unresolved`], never an error.
    ///
    /// # Errors
    /// When the environment failed, so that no further trial can be believed. This ends the session.
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError>;

    /// Tests a candidate; executors call this. A property that looks candidates up by their content finds the key here
    /// without hashing them.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn ask(&self, candidate: &Candidate, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        self.test(candidate.render(), cancel)
    }

    /// Tests `input` once more, for the `nth` time after the first. A property with a cache of its own, here or on
    /// other machines, must not answer from it.
    ///
    /// # Errors
    /// As [`Property::test`].
    fn test_again(&self, input: &Document, nth: u32, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        let _ = nth;
        self.test(input, cancel)
    }

    /// Tests `input` once and tells what happened, for people: slower than [`Property::test`], never another verdict.
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
