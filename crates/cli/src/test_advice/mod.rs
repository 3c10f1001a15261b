//! Messages about a test that is not fit for a reduction, with advice.

mod advice;
mod names;
mod shell;
mod wording;

pub use advice::{TestFacts, shortest};
pub use wording::describe;

use std::path::PathBuf;

use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::process::{End, Excess};

use crate::exit::Exit;
use crate::failure::Failure;

/// A warning; the reduction goes on.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning(pub String);

/// Returns the conclusion of a checkup: nothing, a warning, or a failure if nothing can be reduced.
/// `neighbours` are the user's files without which the test does not work.
pub fn judge(
    checkup: &Checkup,
    neighbours: &[PathBuf],
    facts: &TestFacts,
) -> Result<Option<Warning>, Failure> {
    match checkup.finding() {
        Finding::Reliable => Ok(None),
        Finding::AcceptsEmpty if facts.allows_empty => {
            Ok(Some(Warning("the empty input is interesting, too".to_owned())))
        }
        Finding::AcceptsEmpty => Err(accepts_empty(checkup, facts)),
        Finding::NotInteresting => Err(not_interesting(checkup, neighbours, facts)),
        Finding::NoAnswer => Err(no_answer(checkup, facts)),
        Finding::Unsteady => Ok(Some(unsteady(checkup, facts))),
        Finding::Flaky => Err(flaky(checkup, facts)),
    }
}

/// Returns in how many of its runs the original was interesting.
fn runs(checkup: &Checkup) -> String {
    let (interesting, runs) =
        checkup.runs.map_or((1, 2), |(tally, _)| (u64::from(tally.interesting()), u64::from(tally.runs())));
    format!("{} of {}", words::number(interesting), words::counted(runs, "run"))
}

fn unsteady(checkup: &Checkup, facts: &TestFacts) -> Warning {
    let (input, runs) = (&facts.input, runs(checkup));
    Warning(format!(
        "the test is flaky: `{input}` was interesting in {runs}; each candidate is tested several times"
    ))
}

fn flaky(checkup: &Checkup, facts: &TestFacts) -> Failure {
    let (input, runs) = (&facts.input, runs(checkup));
    let second = checkup.second.as_ref().map(describe).unwrap_or_default();
    Failure::new(Exit::No, format!("the test is flaky: `{input}` was interesting in {runs}"))
        .note("the first run:")
        .note(describe(&checkup.first))
        .note("a later run:")
        .note(second)
        .help(
            "let the test try several times and exit with 0 as soon as one of the tries shows the bug, \
             or remove what differs between the runs: seeds, time limits, files outside the trial's directory",
        )
        .help("or give the smallest share of runs in which the bug shows (a smaller share costs more trials):  --flaky 0.3")
}

fn not_interesting(checkup: &Checkup, neighbours: &[PathBuf], facts: &TestFacts) -> Failure {
    let mut failure = Failure::new(Exit::No, format!("`{}` is not interesting to start with", facts.input))
        .note(describe(&checkup.first));
    if !neighbours.is_empty() {
        failure = with_neighbours(failure, neighbours);
    }
    let mut advice = facts.advice_when_boring(&checkup.first);
    if advice.is_empty() && neighbours.is_empty() {
        advice.push(
            "the test has to exit with 0 while the bug is there, and with anything else when it is not"
                .to_owned(),
        );
    }
    advice.into_iter().fold(failure, Failure::help)
}

/// Adds that a test works with other files of the user's beside the candidate.
pub fn with_neighbours(failure: Failure, neighbours: &[PathBuf]) -> Failure {
    let names: Vec<String> = neighbours.iter().map(|path| words::path(&shortest(path))).collect();
    let options: Vec<String> = names.iter().map(|name| format!("--with {name}")).collect();
    failure
        .note(format!(
            "the test works here, but not in the trial's directory: it says yes if these files are beside the candidate: {}",
            names.join(", ")
        ))
        .help(format!("put these files beside each candidate: {}", options.join(" ")))
}

fn no_answer(checkup: &Checkup, facts: &TestFacts) -> Failure {
    let failure = Failure::new(Exit::No, format!("the test gave no answer on `{}`", facts.input))
        .note(describe(&checkup.first));
    match checkup.first.run.as_ref().map(|run| run.ended.end) {
        Some(End::TimedOut) => failure.help("give it more time: --timeout 5m"),
        Some(End::OverLimit(Excess::Memory)) => failure.help("give it more memory: --memory 8G"),
        _ => failure.help("`dwindle check` shows what happens"),
    }
}

fn accepts_empty(checkup: &Checkup, facts: &TestFacts) -> Failure {
    let sentence = match facts.command {
        Some(_) => "the command does the same with an empty input, so nothing of the input would be kept",
        None => "the test says yes to an empty input, too, so nothing of the input would be kept",
    };
    let mut failure = Failure::new(Exit::No, sentence);
    if let Some(empty) = &checkup.empty {
        failure = failure.note(describe(empty));
    }
    let advice = facts.advice_when_empty_is_accepted().into_iter();
    advice.fold(failure, Failure::help).help("if that is what you want: --allow-empty")
}

#[cfg(test)]
mod tests;
