//! One trial, from rendering to its verdict.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use dwindle_reduce::Trial;

use super::{End, Outcome};
use crate::property::{Cancel, Property};

/// Runs a trial on this thread.
pub(super) fn run_trial(property: &dyn Property, trial: &Trial, cancel: &Cancel) -> Outcome {
    let began = Instant::now();
    // The session ends after a panic, so the property is not used again.
    let result = catch_unwind(AssertUnwindSafe(|| property.ask(&trial.candidate, cancel)));
    let end = match result {
        Err(panic) => End::Panicked(panic_message(&*panic)),
        // The exit status of a killed test is no verdict.
        Ok(_) if cancel.is_cancelled() => End::Cancelled,
        Ok(Ok(verdict)) => End::Verdict(verdict),
        Ok(Err(error)) => End::Failed(error),
    };
    Outcome { id: trial.id, end, took: began.elapsed() }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}
