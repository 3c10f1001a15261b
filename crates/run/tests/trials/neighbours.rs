//! Another user of the machine, who must not read or change the files of trials.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::scene::{Fixture, crash};
use dwindle_reduce::Verdict;
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{Access, Owner, TempBase, TrialHost, TrialHostOptions};

/// An unused user id.
const OTHER: u32 = 54_321;

/// Whether a shell of another user succeeds with these lines. Returns `None` if the test cannot
/// change to another user.
fn other_user(lines: &str) -> Option<bool> {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can be another user");
        return None;
    }
    let mut command = Command::new("sh");
    command.args(["-c", lines]).uid(OTHER).gid(OTHER);
    Some(command.output().unwrap().status.success())
}

fn trial_host(fixture: &Fixture, access: Access) -> Arc<TrialHost> {
    let base = TempBase::Below(fixture.path("trials"));
    Arc::new(TrialHost::new(TrialHostOptions { base, access, ..TrialHostOptions::default() }))
}

fn enters(directory: &Path) -> Option<bool> {
    other_user(&format!("cd '{}'", directory.display()))
}

#[test]
fn another_user_can_not_enter_the_directories_of_trials() {
    let fixture = Fixture::new();
    for (access, expected) in [(Access::Private, false), (Access::Enter, true), (Access::Share, true)] {
        let trial = trial_host(&fixture, access).directory(&crash()).unwrap();
        for directory in [trial.path(), trial.temporary(), trial.path().parent().unwrap()] {
            assert!(enters(directory).is_none_or(|enters| enters == expected), "{access:?}");
        }
        // The first step of the attack: a link in the place of a directory that is about to be
        // removed.
        let link = format!("ln -s /etc '{}/link'", trial.temporary().display());
        assert!(other_user(&link).is_none_or(|made| made == (access == Access::Share)), "{access:?}");
    }
}

#[test]
fn trials_as_another_user_have_their_own_directories() {
    let fixture = Fixture::new();
    let owner = Owner { uid: OTHER, gid: OTHER };
    if other_user("true").is_none() {
        return;
    }
    let closed = fixture.path("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o700)).unwrap();
    let lines = format!(
        "[ $(id -u) = {OTHER} ] && [ $(id -G) = {OTHER} ] && echo x > made && echo y > crash.c && echo z > $TMPDIR/z && ! ls '{}' 2>/dev/null",
        closed.display()
    );
    for launcher in [Launcher::direct(), Launcher::with_keeper(env!("CARGO_BIN_EXE_dwindle-keeper").into())] {
        let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
        let base = TempBase::Below(fixture.path("trials"));
        let options =
            TrialHostOptions { base, launcher, access: Access::User(owner), ..TrialHostOptions::default() };
        let paths = CandidatePaths::of(&crash());
        let property = ScriptProperty::new(&script, paths, Arc::new(TrialHost::new(options))).unwrap();
        assert_eq!(property.test(&crash(), &Cancel::new()).unwrap(), Verdict::Interesting);
        assert!(fixture.left_overs().is_empty());
    }
}
