//! Files that trials need beside the candidate.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use crate::scene::{Fixture, crash};
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, CandidatePaths, Property, PropertyError, ScriptProperty};
use dwindle_run::trial::{Extra, ExtraKind, TempBase, TrialHost, TrialHostOptions};

/// Whether a script of these lines exits with 0 in a trial with an extra file or directory.
fn holds(fixture: &Fixture, extra: &Path, kind: ExtraKind, lines: &str) -> bool {
    let trial_host = TrialHost::new(TrialHostOptions {
        base: TempBase::Below(fixture.path("trials")),
        with: vec![Extra::new(extra, kind).unwrap()],
        limits: Limits::default(),
        launcher: Launcher::direct(),
        ..TrialHostOptions::default()
    });
    let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
    let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
    property.test(&crash(), &Cancel::new()).unwrap().is_interesting()
}

#[test]
fn a_copy_has_the_name_and_the_permissions_and_can_be_changed() {
    let fixture = Fixture::new();
    let tool = fixture.path("tool");
    fs::write(&tool, "#!/bin/sh\necho fine\n").unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    for _ in 0..2 {
        assert!(holds(&fixture, &tool, ExtraKind::Copy, "[ $(./tool) = fine ] && echo spoilt > tool"));
    }
    assert!(fs::read_to_string(&tool).unwrap().contains("fine"));
}

#[test]
fn a_link_points_to_the_original() {
    let fixture = Fixture::new();
    let data = fixture.path("data");
    fs::write(&data, "0123").unwrap();
    assert!(holds(&fixture, &data, ExtraKind::Link, "[ -L data ] && [ $(cat data) = 0123 ]"));
    assert!(data.exists(), "removing a trial does not follow links");
}

#[test]
fn a_directory_is_copied_with_its_contents() {
    let fixture = Fixture::new();
    let include = fixture.path("include");
    fs::create_dir_all(include.join("sys/deep")).unwrap();
    fs::write(include.join("sys/deep/a.h"), "a").unwrap();
    std::os::unix::fs::symlink("sys/deep/a.h", include.join("link")).unwrap();
    let lines = "[ $(cat include/sys/deep/a.h) = a ] && [ $(cat include/link) = a ] && [ -L include/link ]";
    assert!(holds(&fixture, &include, ExtraKind::Copy, lines));
}

#[test]
fn the_candidate_replaces_an_extra_file_of_its_name() {
    let fixture = Fixture::new();
    let extra = fixture.path("crash.c");
    fs::write(&extra, "precious").unwrap();
    for means in [ExtraKind::Copy, ExtraKind::Link] {
        assert!(holds(&fixture, &extra, means, "grep -q main crash.c && [ ! -L crash.c ]"));
    }
    assert_eq!(fs::read_to_string(&extra).unwrap(), "precious");
}

#[test]
fn a_missing_extra_file_is_an_error_at_the_start() {
    let fixture = Fixture::new();
    let error = Extra::new(&fixture.path("missing"), ExtraKind::Copy).unwrap_err();
    assert!(matches!(error, PropertyError::Extra { .. }));
    assert!(error.to_string().contains("missing"), "{error}");
}
