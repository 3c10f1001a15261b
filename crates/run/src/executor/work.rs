//! One trial, from rendering to its verdict.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use dwindle_reduce::Trial;

use super::{End, Outcome};
use crate::property::{Cancel, Property};

/// Runs a trial on this thread.
pub(super) fn run(property: &dyn Property, trial: &Trial, cancel: &Cancel) -> Outcome {
    let began = Instant::now();
    // The property is not used any more after it panicked: the session ends.
    let result = catch_unwind(AssertUnwindSafe(|| property.ask(&trial.candidate, cancel)));
    let end = match result {
        Err(panic) => End::Panicked(message(&*panic)),
        // A killed test's exit status is no verdict.
        Ok(_) if cancel.is_cancelled() => End::Cancelled,
        Ok(Ok(verdict)) => End::Verdict(verdict),
        Ok(Err(error)) => End::Failed(error),
    };
    Outcome { id: trial.id, end, took: began.elapsed() }
}

/// Returns what a panic said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
