//! Tests of the messages, with real scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};
use dwindle_run::checkup::{Checkup, needed_neighbours};
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{Extra, ExtraKind, TrialHost, TrialHostOptions};

use super::{TestFacts, judge};

/// Checks a script on `crash.c`, with `config.h` beside it, and returns the message.
fn told(script: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let home_path = home.path().canonicalize().unwrap();
    let path = home_path.join("test.sh");
    let script = script.replace("HOME_DIR", home_path.to_str().unwrap());
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(home_path.join("config.h"), "int x;\n").unwrap();
    fs::write(home_path.join("crash.c"), "int main;\n").unwrap();

    let original = Document::single("crash.c", "int main;\n");
    let cancel = Cancel::new();
    let property = |with: &[PathBuf]| {
        let with = with.iter().map(|path| Extra::new(path, ExtraKind::Copy).unwrap()).collect();
        let trial_host = Arc::new(TrialHost::new(TrialHostOptions { with, ..TrialHostOptions::default() }));
        ScriptProperty::new(&path, CandidatePaths::of(&original), trial_host)
            .unwrap()
            .with_time_limit(Some(Duration::from_millis(500)))
    };
    let checkup = Checkup::of(&property(&[]), &original, &cancel).unwrap();
    let facts = TestFacts {
        input: "crash.c".to_owned(),
        origin: home_path.join("crash.c"),
        script: Some(path.clone()),
        files: vec!["crash.c".into()],
        ..TestFacts::default()
    };
    let neighbours = needed_neighbours(
        &home_path,
        |path| facts.is_named(path, Some(&checkup.first)),
        |with| property(with).test(&original, &cancel).map(Verdict::is_interesting),
    )
    .unwrap()
    .unwrap_or_default();
    let text = match judge(&checkup, &neighbours, &facts) {
        Ok(None) => "fit".to_owned(),
        Ok(Some(warning)) => warning.0,
        Err(failure) => failure.to_string(),
    };
    let mut places = vec![(home_path, "HOME_DIR")];
    for diagnosis in std::iter::once(&checkup.first).chain(&checkup.second).chain(&checkup.empty) {
        places.extend(diagnosis.run.as_ref().map(|run| (run.directory.clone(), "TRIAL_DIR")));
    }
    steady(&text, &places)
}

/// Replaces the parts that differ between two runs of the tests.
fn steady(text: &str, places: &[(PathBuf, &str)]) -> String {
    let mut text = text.to_owned();
    for (place, name) in places {
        text = text.replace(AsRef::<Path>::as_ref(place).to_str().unwrap(), name);
    }
    let lines = text.lines().map(|line| match (line.find(" after "), line.find("s (")) {
        (Some(start), Some(end)) => format!("{} after TIME{}", &line[..start], &line[end + 1..]),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_good_test_is_fit() {
    assert_eq!(told("grep -q main crash.c"), "fit");
}

#[test]
fn a_boring_original_is_shown_with_all_there_is_to_see() {
    insta::assert_snapshot!(told("echo looking; echo 'no crash' >&2; exit 3"));
}

#[test]
fn a_test_that_needs_another_file_is_told_which() {
    insta::assert_snapshot!(told("grep -q int config.h && grep -q main crash.c"));
}

#[test]
fn a_command_that_is_not_there_is_explained() {
    insta::assert_snapshot!(told("definitely-no-such-command-anywhere 2>/dev/null"));
}

#[test]
fn a_test_of_the_original_instead_of_the_candidate_is_found_out() {
    insta::assert_snapshot!(told("grep -q main HOME_DIR/crash.c"));
}

#[test]
fn a_script_for_bash_is_told_from_one_for_sh() {
    if Path::new("/bin/sh").canonicalize().is_ok_and(|shell| shell.ends_with("dash")) {
        insta::assert_snapshot!(told("[[ $(cat \"$1\") == *main* ]]"));
    }
}

#[test]
fn a_test_that_accepts_everything_is_refused() {
    insta::assert_snapshot!(told("exit 0"));
}

#[test]
fn a_flaky_test_is_shown_twice() {
    insta::assert_snapshot!(told("test -e HOME_DIR/seen && exit 1; touch HOME_DIR/seen"));
}

#[test]
fn a_test_without_an_answer_in_time_is_given_more() {
    insta::assert_snapshot!(told("sleep 20"));
}
