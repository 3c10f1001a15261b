//! What is said before the reduction begins, when something is wrong with the test.

mod advice;
mod wording;

pub use advice::Scene;
pub use wording::describe;

use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::property::Diagnosis;

use crate::exit::Exit;
use crate::failure::Failure;

/// What is worth a warning, although the reduction goes on.
#[derive(Debug, PartialEq, Eq)]
pub struct Warning(pub String);

/// Says what a checkup found: nothing, a warning, or why nothing can be reduced. `here` is a run of the test where the
/// user's own files are, if there was one.
pub fn judge(checkup: &Checkup, here: Option<&Diagnosis>, scene: &Scene) -> Result<Option<Warning>, Failure> {
    let input = &scene.input;
    match checkup.finding() {
        Finding::Fit => Ok(None),
        Finding::AcceptsEmpty => Ok(Some(accepts_empty(scene))),
        Finding::NotInteresting => Err(not_interesting(checkup, here, scene)),
        Finding::NoAnswer => Err(no_answer(checkup, scene)),
        Finding::Flaky => {
            let second = checkup.second.as_ref().map(describe).unwrap_or_default();
            Err(Failure::new(Exit::No, format!("the test is flaky: `{input}` was interesting once, but not again"))
                .note("the first run:")
                .note(describe(&checkup.first))
                .note("the second run:")
                .note(second)
                .help(
                    "let the test try several times and exit with 0 as soon as one of the tries shows the bug, \
                     or take away what differs between the runs: seeds, time limits, files outside of the trial's directory",
                ))
        }
    }
}

fn not_interesting(checkup: &Checkup, here: Option<&Diagnosis>, scene: &Scene) -> Failure {
    let input = &scene.input;
    let mut failure = Failure::new(Exit::No, format!("`{input}` is not interesting to start with"))
        .note(describe(&checkup.first));
    if let Some(here) = here
        && here.verdict.is_interesting()
    {
        let place = here.run.as_ref().map(|run| words::path(&run.directory)).unwrap_or_default();
        failure = failure.note(format!(
            "it works here, not there: in {place} the same test exits with 0,\n\
             so it needs something that the trial's directory does not have"
        ));
    }
    for help in scene.advice_when_boring(&checkup.first, here) {
        failure = failure.help(help);
    }
    failure
}

fn no_answer(checkup: &Checkup, scene: &Scene) -> Failure {
    let failure = Failure::new(Exit::No, format!("the test gave no answer on `{}`", scene.input))
        .note(describe(&checkup.first));
    match checkup.first.run.as_ref().map(|run| run.ended.end) {
        Some(dwindle_run::process::End::TimedOut) => failure.help("give it more time: --timeout 5m"),
        Some(dwindle_run::process::End::OverLimit(dwindle_run::process::Excess::Memory)) => {
            failure.help("give it more memory: --memory 8G")
        }
        _ => failure.help("`dwindle check` shows what happens, again and again"),
    }
}

fn accepts_empty(scene: &Scene) -> Warning {
    let mut text = "the empty input is interesting, too: the test may accept everything".to_owned();
    for advice in scene.advice_when_empty_is_accepted() {
        text.push_str("\n  help: ");
        text.push_str(&advice);
    }
    Warning(text)
}

#[cfg(test)]
mod tests;
