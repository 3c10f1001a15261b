//! Trials in a sandbox: what they can do, and that nothing is left of them.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use crate::scene::{Fixture, crash};
use dwindle_reduce::Verdict;
use dwindle_run::limits::Limits;
use dwindle_run::process::{Confinement, Launcher, Sandbox};
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{TempBase, TrialHost, TrialHostOptions};

fn kept() -> Launcher {
    Launcher::with_keeper(env!("CARGO_BIN_EXE_dwindle-keeper").into())
}

fn within(fixture: &Fixture, confinement: Confinement) -> Launcher {
    let shown = vec![fixture.home().to_owned()];
    kept().sandboxed(Sandbox::new(confinement, shown)).unwrap()
}

/// Runs a script of these lines. Returns its verdict and its output.
fn run(fixture: &Fixture, launcher: Launcher, limits: Limits, lines: &str) -> (Verdict, String) {
    let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
    let base = TempBase::Below(fixture.path("trials"));
    let trial_host =
        TrialHost::new(TrialHostOptions { base, limits, launcher, ..TrialHostOptions::default() });
    let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
    let property = property.with_time_limit(Some(Duration::from_secs(180)));
    let seen = property.diagnose(&crash(), &Cancel::new()).unwrap();
    let ended = seen.run.unwrap().ended;
    (seen.verdict, format!("{}\n{:?}\n{:?}", ended.end, ended.stdout, ended.stderr))
}

const BOTH: [Confinement; 2] = [Confinement::USUAL, Confinement::STRICT];

#[test]
fn a_trial_works_in_a_sandbox() {
    let lines = "grep -q main crash.c && echo x > made && mkdir $TMPDIR/a && echo y > $TMPDIR/a/b && cat made $TMPDIR/a/b \
                 && echo z > /tmp/z && cat < /tmp/z > /dev/null && [ -c /dev/zero ] && ps ax > /dev/null";
    for confinement in BOTH {
        let fixture = Fixture::new();
        let (verdict, text) = run(&fixture, within(&fixture, confinement), Limits::default(), lines);
        assert_eq!(verdict, Verdict::Interesting, "{confinement}: {text}");
    }
}

#[test]
fn files_of_a_trial_in_shared_directories_are_removed_after_it() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let launcher = within(&fixture, confinement);
        let script = fixture.script("#!/bin/sh\n[ ! -e /tmp/seen-before ] && [ ! -e /dev/shm/seen-before ] && echo x > /tmp/seen-before && mkdir -p /dev/shm/seen-before/a\n");
        let base = TempBase::Below(fixture.path("trials"));
        let trial_host = TrialHost::new(TrialHostOptions { base, launcher, ..TrialHostOptions::default() });
        let property =
            ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
        for _ in 0..3 {
            let verdict = property.test(&crash(), &Cancel::new()).unwrap();
            assert_eq!(verdict, Verdict::Interesting, "{confinement}");
        }
        assert!(!fs::exists("/tmp/seen-before").unwrap());
    }
}

#[test]
fn scripts_that_drop_privileges_work_in_a_sandbox() {
    let lines = "t=$(mktemp -d) && chmod 755 $t && mkdir -m 777 $t/w && cp crash.c $t/w && chmod 644 $t/w/crash.c && \
                 setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"cd $t/w && grep -q main crash.c && echo x > made\"";
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can drop privileges");
        return;
    }
    for confinement in BOTH {
        let fixture = Fixture::new();
        let (verdict, text) = run(&fixture, within(&fixture, confinement), Limits::default(), lines);
        assert_eq!(verdict, Verdict::Interesting, "{confinement}: {text}");
    }
}

#[test]
fn no_process_or_file_is_left_when_dwindle_or_a_keeper_is_killed() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let launcher = within(&fixture, confinement);
        // The keeper in the sandbox is the parent of what it starts.
        let lines = "sleep 1000 & setsid sleep 1001 & wait";
        let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
        let base = TempBase::Below(fixture.path("trials"));
        let trial_host = TrialHost::new(TrialHostOptions { base, launcher, ..TrialHostOptions::default() });
        let property =
            ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
        let cancel = Cancel::new();
        let (stop, cancelled) = (cancel.clone(), std::time::Instant::now());
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            stop.cancel();
        });
        let _ = property.test(&crash(), &cancel).unwrap();
        thread.join().unwrap();
        assert!(cancelled.elapsed() < Duration::from_secs(15));
        drop(property);
        assert!(fixture.left_overs().is_empty());
        assert!(!fs::read_to_string("/proc/mounts").unwrap().contains("dwindle-"), "no mount is left");
    }
}
