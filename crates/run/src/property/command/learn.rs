//! The signature that is learned from the first runs.

use super::CommandError;
use super::complaint::{Complaint, Strength};
use super::difference::Difference;
use super::pattern::Surroundings;
use super::signature::{Expectations, Other, Signature};
use crate::process::{Captured, End, Ended};
use crate::trial::quoted;

/// A run of a command on the original.
pub(super) struct Observed {
    pub(super) command: String,
    pub(super) run: Ended,
}

/// Last lines of an output among which a text to keep is suggested.
const N_SUGGESTED: usize = 3;
/// The smallest exit status with which a shell reports a signal.
const FIRST_OF_SIGNALS: i32 = 129;
/// The message of a program that does not find a file.
const LACKS: &str = "No such file or directory";

/// Returns the signature of a run. `is_compared` is whether the property compares two commands.
pub(super) fn learn(
    expectations: &Expectations,
    observed: &Observed,
    is_compared: bool,
    surroundings: &Surroundings<'_>,
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
    let says = |least| Complaint::of(run, surroundings, least);
    match run.end {
        end if is_compared => Ok(texts.with_end(end).with_complaint(complaint_of(run, surroundings))),
        End::Exited(_) if texts.has_texts() => Ok(texts),
        end if texts.has_texts() => Ok(texts.with_end(end)),
        End::Exited(0) => match says(Strength::Strong) {
            Some(complaint) => Ok(texts.with_complaint(complaint)),
            None => {
                Err(CommandError::NothingWrong { command: command.clone(), hint: hint(run, surroundings) })
            }
        },
        End::Exited(status) if status < FIRST_OF_SIGNALS => match says(Strength::Weak) {
            Some(complaint) if complaint.to_string().contains(LACKS) => {
                let stderr = run.stderr.last_lines(10);
                Err(CommandError::LacksFile { command: command.clone(), stderr })
            }
            Some(complaint) => Ok(texts.with_failure().with_complaint(complaint)),
            None => Ok(texts.with_end(run.end)),
        },
        end => Ok(texts.with_end(end).with_complaint(says(Strength::Strong))),
    }
}

/// Returns the error message of a run that failed.
fn complaint_of(run: &Ended, surroundings: &Surroundings<'_>) -> Option<Complaint> {
    match run.end {
        End::Exited(0) | End::TimedOut => None,
        End::Exited(status) if status < FIRST_OF_SIGNALS => Complaint::of(run, surroundings, Strength::Weak),
        _ => Complaint::of(run, surroundings, Strength::Strong),
    }
}

/// Returns the signature without the parts of its error message that differ in another run on the
/// same input.
pub(super) fn confirmed(signature: Signature, again: &Ended, surroundings: &Surroundings<'_>) -> Signature {
    let Some(complaint) = signature.complaint().filter(|complaint| !complaint.is_in(again)) else {
        return signature;
    };
    match Complaint::of(again, surroundings, Strength::Weak) {
        Some(other) => {
            let common = complaint.common(&other);
            signature.with_complaint(common)
        }
        None => signature,
    }
}

/// Returns a suggestion of an option that fits the output of a run. Lines with the trial's path are
/// not used, because it differs in each trial.
fn hint(run: &Ended, surroundings: &Surroundings<'_>) -> String {
    let directory = surroundings.directory.to_string_lossy();
    let option = |output: &Captured, name: &str| {
        let text = output.last_lines(N_SUGGESTED);
        let is_steady = |line: &&str| !line.is_empty() && !line.contains(&*directory);
        let line = text.lines().map(str::trim).rfind(is_steady)?.to_owned();
        let shown: String = line.chars().take(60).collect();
        Some(format!("{name} {}", quoted(&shown)))
    };
    let option =
        option(&run.stderr, "--stderr-contains").or_else(|| option(&run.stdout, "--stdout-contains"));
    option.map(|option| format!(", e.g. {option}")).unwrap_or_default()
}

/// Returns the signature with the way in which the other command differs.
pub(super) fn compare(
    signature: Signature,
    observed: &Observed,
    other: &Observed,
    surroundings: &Surroundings<'_>,
) -> Result<Signature, CommandError> {
    must_be_an_answer(other)?;
    must_be_found(other)?;
    let (run, other) = (&observed.run, &other.run);
    let same_end = run.end == other.end;
    if same_end && run.stdout.is_same(&other.stdout) {
        return Err(CommandError::NoDifference { end: run.end });
    }
    // Both end alike, so their outputs must differ.
    let signature = if same_end { signature.with_complaint(None) } else { signature };
    let complaint = complaint_of(other, surroundings).filter(|_| !same_end);
    let difference = if same_end { Difference::Bytes } else { Difference::Unneeded };
    Ok(signature.with_other(Other { end: other.end, complaint, difference }))
}

/// Fails if the exit status says that a command could not be run: every input would end like that.
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
        End::TimedOut => "give it more time with --timeout, or use --timeout-is-interesting",
        _ => "give it a higher limit",
    };
    Err(CommandError::NoAnswer { command: observed.command.clone(), end, advice })
}
