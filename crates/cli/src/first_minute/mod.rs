//! What is said before the reduction begins, when something is wrong with the test.

mod advice;
mod names;
mod shell;
mod wording;

pub use advice::{Scene, shortest};
pub use wording::describe;

use std::path::PathBuf;

use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::process::{End, Excess};

use crate::exit::Exit;
use crate::failure::Failure;

/// What is worth a warning, although the reduction goes on.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning(pub String);

/// Returns what a checkup found: nothing, a warning, or why nothing can be reduced. `neighbours`
/// are files of the user's beside which the test works, if it does not work alone.
pub fn judge(checkup: &Checkup, neighbours: &[PathBuf], scene: &Scene) -> Result<Option<Warning>, Failure> {
    match checkup.finding() {
        Finding::Fit => Ok(None),
        Finding::AcceptsEmpty if scene.allows_empty => {
            Ok(Some(Warning("the empty input is interesting, too".to_owned())))
        }
        Finding::AcceptsEmpty => Err(accepts_empty(checkup, scene)),
        Finding::NotInteresting => Err(not_interesting(checkup, neighbours, scene)),
        Finding::NoAnswer => Err(no_answer(checkup, scene)),
        Finding::Unsteady => Ok(Some(unsteady(checkup, scene))),
        Finding::Flaky => Err(flaky(checkup, scene)),
    }
}

/// Counts in how many of its runs the original was interesting.
fn runs(checkup: &Checkup) -> String {
    let (interesting, runs) =
        checkup.runs.map_or((1, 2), |(tally, _)| (u64::from(tally.interesting()), u64::from(tally.runs())));
    format!("{} of {}", words::number(interesting), words::counted(runs, "run"))
}

fn unsteady(checkup: &Checkup, scene: &Scene) -> Warning {
    let (input, runs) = (&scene.input, runs(checkup));
    Warning(format!(
        "the test is flaky: `{input}` was interesting in {runs}; each question is asked several times"
    ))
}

fn flaky(checkup: &Checkup, scene: &Scene) -> Failure {
    let (input, runs) = (&scene.input, runs(checkup));
    let second = checkup.second.as_ref().map(describe).unwrap_or_default();
    Failure::new(Exit::No, format!("the test is flaky: `{input}` was interesting in {runs}"))
        .note("the first run:")
        .note(describe(&checkup.first))
        .note("a later run:")
        .note(second)
        .help(
            "let the test try several times and exit with 0 as soon as one of the tries shows the bug, \
             or take away what differs between the runs: seeds, time limits, files outside of the trial's directory",
        )
        .help("or give the smallest share of runs in which the bug shows (a smaller share costs more trials):  --flaky 0.3")
}

fn not_interesting(checkup: &Checkup, neighbours: &[PathBuf], scene: &Scene) -> Failure {
    let mut failure = Failure::new(Exit::No, format!("`{}` is not interesting to start with", scene.input))
        .note(describe(&checkup.first));
    if !neighbours.is_empty() {
        failure = with_neighbours(failure, neighbours);
    }
    let mut advice = scene.advice_when_boring(&checkup.first);
    if advice.is_empty() && neighbours.is_empty() {
        advice.push(
            "the test has to exit with 0 while the bug is there, and with anything else when it is not"
                .to_owned(),
        );
    }
    advice.into_iter().fold(failure, Failure::help)
}

/// Adds that a test works beside other files of the user's.
pub fn with_neighbours(failure: Failure, neighbours: &[PathBuf]) -> Failure {
    let names: Vec<String> = neighbours.iter().map(|path| words::path(&shortest(path))).collect();
    let options: Vec<String> = names.iter().map(|name| format!("--with {name}")).collect();
    failure
        .note(format!(
            "it works here and not in the trial's directory: the same test says yes beside {}",
            names.join(", ")
        ))
        .help(format!("put what it needs beside each candidate: {}", options.join(" ")))
}

fn no_answer(checkup: &Checkup, scene: &Scene) -> Failure {
    let failure = Failure::new(Exit::No, format!("the test gave no answer on `{}`", scene.input))
        .note(describe(&checkup.first));
    match checkup.first.run.as_ref().map(|run| run.ended.end) {
        Some(End::TimedOut) => failure.help("give it more time: --timeout 5m"),
        Some(End::OverLimit(Excess::Memory)) => failure.help("give it more memory: --memory 8G"),
        _ => failure.help("`dwindle check` shows what happens"),
    }
}

fn accepts_empty(checkup: &Checkup, scene: &Scene) -> Failure {
    let sentence = match scene.command {
        Some(_) => "the command does the same with an empty input, so nothing of the input would be kept",
        None => "the test says yes to an empty input, too, so nothing of the input would be kept",
    };
    let mut failure = Failure::new(Exit::No, sentence);
    if let Some(empty) = &checkup.empty {
        failure = failure.note(describe(empty));
    }
    let advice = scene.advice_when_empty_is_accepted().into_iter();
    advice.fold(failure, Failure::help).help("if that is what you want: --allow-empty")
}

#[cfg(test)]
mod tests;
