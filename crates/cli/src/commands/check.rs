//! `dwindle check`: the first runs of a test in detail.

use std::fmt::Write;

use dwindle_report::words;
use dwindle_run::property::{Cancel, Diagnosis};

use crate::args::{PropertyArgs, SubjectArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::setup::{Setup, Source};
use crate::test_advice::{describe, judge};

/// Runs the test on the original twice and on an empty input. Returns a description of the runs.
pub fn check(subject: &SubjectArgs, property: &PropertyArgs) -> Result<(String, Exit), Failure> {
    let setup = Setup::new(subject, property, Source::Input)?;
    let interrupt = Cancel::new();
    if let Some(swept) = setup.sweep(&interrupt) {
        anstream::eprintln!("{swept}");
    }
    let checked = setup.check_up(&interrupt)?;
    let checkup = &checked.checkup;
    let runs = [
        ("the original", Some(&checkup.first)),
        ("the original again", checkup.second.as_ref()),
        ("an empty input", checkup.empty.as_ref()),
    ];
    let mut text: String = runs.into_iter().filter_map(|(name, run)| Some(section(name, run?))).collect();
    if let Some(signature) = &checked.signature {
        let _ = writeln!(text, "what is kept: {}", words::printable(signature));
    }
    if let Some(doubt) = &checked.doubt {
        let _ = writeln!(text, "warning: {doubt}");
    }
    let (verdict, exit) = match judge(checkup, &checked.neighbours, &setup.facts) {
        Ok(None) => ("the test is fit for a reduction\n".to_owned(), Exit::Done),
        Ok(Some(warning)) => (format!("warning: {}\n", warning.0), Exit::Done),
        Err(failure) => {
            let exit = failure.exit();
            (failure.without_notes().to_string(), exit)
        }
    };
    for notice in &checked.notices {
        text.push_str(&format!("note: {notice}\n"));
    }
    text.push_str(&verdict);
    Ok((text, exit))
}

fn section(name: &str, run: &Diagnosis) -> String {
    let lines: String = describe(run).lines().map(|line| format!("  {line}\n")).collect();
    format!("{name}\n{lines}\n")
}
