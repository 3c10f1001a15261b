//! What is learned from the first run.

use super::CommandError;
use super::signature::{Expectations, Other, Signature};
use crate::process::{End, Ended};

/// A run of a command on the original.
pub(super) struct Observed {
    pub(super) command: String,
    pub(super) run: Ended,
}

/// Takes the signature from the run of a command. `is_compared` tells that another command will be run too.
pub(super) fn learn(
    expectations: &Expectations,
    observed: &Observed,
    is_compared: bool,
) -> Result<Signature, CommandError> {
    let Observed { command, run } = observed;
    let texts = Signature::new(expectations)?;
    let not_so = |missing| {
        let stderr = run.stderr.last_lines(10);
        Err(CommandError::NotSo { command: command.clone(), end: run.end, missing, stderr })
    };
    match (run.end, expectations.timeout_is_interesting) {
        (End::TimedOut, true) => {}
        (_, true) => return not_so("it does not run out of time".to_owned()),
        (_, false) => must_be_an_answer(observed)?,
    }
    if !texts.has_texts() {
        must_be_found(observed)?;
    }
    if let Some(missing) = texts.missing(run) {
        return not_so(missing);
    }
    match run.end {
        _ if is_compared => Ok(texts.with_end(run.end)),
        End::Exited(_) if texts.has_texts() => Ok(texts),
        End::Exited(0) => Err(CommandError::NothingWrong { command: command.clone() }),
        end => Ok(texts.with_end(end)),
    }
}

/// Adds how the other command disagrees.
pub(super) fn compare(
    signature: Signature,
    observed: &Observed,
    other: &Observed,
) -> Result<Signature, CommandError> {
    must_be_an_answer(other)?;
    must_be_found(other)?;
    let (run, other) = (&observed.run, &other.run);
    let same_end = run.end == other.end;
    if same_end && run.stdout.is_same(&other.stdout) {
        return Err(CommandError::NoDifference { end: run.end });
    }
    Ok(signature.with_other(Other { end: other.end, output_differs: same_end }))
}

/// Fails if a shell says that there is no such command: every other input would end like that, too.
fn must_be_found(observed: &Observed) -> Result<(), CommandError> {
    let Observed { command, run } = observed;
    let why = match run.end {
        End::Exited(126) => "a file can't be run: is it executable?",
        End::Exited(127) => "a command was not found: is it in PATH?",
        _ => return Ok(()),
    };
    let (command, stderr) = (command.clone(), run.stderr.last_lines(10));
    Err(CommandError::NotFound { command, end: run.end, why, stderr })
}

fn must_be_an_answer(observed: &Observed) -> Result<(), CommandError> {
    let end = observed.run.end;
    if !end.is_no_answer() {
        return Ok(());
    }
    let advice = match end {
        End::TimedOut => "give it more time with --timeout, or say --timeout-is-interesting",
        _ => "give it a higher limit",
    };
    Err(CommandError::NoAnswer { command: observed.command.clone(), end, advice })
}
