//! Orphans of trials on systems without subreapers.
//!
//! A filter of system calls refuses subreapers, as `qemu-user` does, in the thread of a test and in
//! the processes that it starts.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::scene::{Fixture, crash, eventually, is_alive, verdict};
use dwindle_reduce::Verdict;
use dwindle_run::limits::Limits;
use dwindle_run::process::{Launcher, can_adopt_orphans};
use dwindle_run::property::{Cancel, Property};
use dwindle_testkit::refusal::without_subreaper;

fn kept() -> Launcher {
    Launcher::with_keeper(env!("CARGO_BIN_EXE_dwindle-keeper").into())
}

fn pids_of(fixture: &Fixture) -> Vec<String> {
    fs::read_to_string(fixture.path("pids")).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Fails unless a script of these lines is interesting and the processes whose numbers it writes to
/// the file `$pids` were alive when it ended and are dead before its verdict.
fn ends_all_of(lines: &str) {
    without_subreaper(|| {
        let fixture = Fixture::new();
        let pids = fixture.path("pids");
        let alive = "for pid in $(cat $pids); do kill -0 $pid || exit 1; done; [ -s $pids ]";
        let lines = format!("pids={}\nexport pids\n{lines}\n{alive}", pids.display());
        let property = fixture.property(kept(), &lines);
        for n_trials in 1..=2 {
            assert_eq!(verdict(&property), Verdict::Interesting, "{lines}");
            assert_eq!(pids_of(&fixture).len(), 1, "trial {n_trials}: {lines}");
            assert!(pids_of(&fixture).iter().all(|pid| !is_alive(pid)), "{lines}");
            fs::remove_file(&pids).unwrap();
        }
        assert!(fixture.left_overs().is_empty());
    });
}

#[test]
fn the_filter_applies_only_to_its_thread() {
    without_subreaper(|| assert!(!can_adopt_orphans()));
    assert!(can_adopt_orphans());
}

#[test]
fn a_daemon_is_found_by_the_variable_in_its_environment() {
    // The daemon leaves both sessions, and its parent ends.
    ends_all_of(
        "setsid sh -c 'setsid sleep 1000 & echo $! > $pids'\n\
         until [ \"$(cut -d' ' -f4 /proc/$(cat $pids)/stat)\" = 1 ] || [ $((n += 1)) = 200 ]; do sleep 0.01; done",
    );
}

#[test]
fn a_process_group_without_the_variable_is_found_by_its_session() {
    ends_all_of("bash -c 'set -m; env -i sleep 1000 & echo $! > $pids'");
}

/// Documents a limitation, and shows that the tests above can fail.
#[test]
fn a_daemon_that_clears_its_environment_lives_on() {
    let lines = |pids: &str| format!("env -i setsid sh -c 'setsid sleep 1000 & echo $! > {pids}'");
    without_subreaper(|| {
        let fixture = Fixture::new();
        let lines = lines(&fixture.path("pids").display().to_string());
        assert_eq!(verdict(&fixture.property(kept(), &lines)), Verdict::Interesting);
        let pid = pids_of(&fixture).remove(0);
        assert!(is_alive(&pid));
        assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
    });
    let fixture = Fixture::new();
    let lines = lines(&fixture.path("pids").display().to_string());
    assert_eq!(verdict(&fixture.property(kept(), &lines)), Verdict::Interesting);
    assert!(!is_alive(&pids_of(&fixture)[0]), "with a subreaper it is ended");
}

#[test]
fn processes_that_are_not_of_the_trial_are_not_killed() {
    without_subreaper(|| {
        let fixture = Fixture::new();
        let mut other = Command::new("sleep").arg("1000").env("DWINDLE_TRIAL", "another").spawn().unwrap();
        let daemon = format!("setsid sleep 1000 & echo $! > {}", fixture.path("pids").display());
        assert_eq!(verdict(&fixture.property(kept(), &daemon)), Verdict::Interesting);
        assert!(!is_alive(&pids_of(&fixture)[0]) && is_alive(&other.id().to_string()));
        other.kill().unwrap();
        other.wait().unwrap();
    });
}

#[test]
fn a_cancelled_trial_leaves_no_processes() {
    without_subreaper(|| {
        let fixture = Fixture::new();
        let pids = fixture.path("pids");
        let lines = format!("setsid sh -c 'setsid sleep 1000 & echo $! > {}'; sleep 1000", pids.display());
        let property = fixture.property(kept(), &lines);
        let cancel = Cancel::new();
        let token = cancel.clone();
        let watcher = std::thread::spawn({
            let pids = pids.clone();
            move || {
                eventually("it runs", || fs::read_to_string(&pids).is_ok_and(|text| text.ends_with('\n')));
                token.cancel();
            }
        });
        assert_eq!(property.test(&crash(), &cancel).unwrap(), Verdict::Unresolved);
        watcher.join().unwrap();
        assert!(!is_alive(&pids_of(&fixture)[0]));
    });
}

#[test]
fn orphans_count_as_processes_of_the_trial() {
    without_subreaper(|| {
        let fixture = Fixture::new();
        let limits = Limits { processes: Some(20), ..Limits::default() };
        let lines = "for n in $(seq 40); do setsid sh -c 'setsid sleep 1000 &'; done; sleep 1000";
        let property = fixture.limited(kept(), lines, limits).with_time_limit(Some(Duration::from_secs(60)));
        let ended = property.diagnose(&crash(), &Cancel::new()).unwrap().run.unwrap().ended;
        assert_eq!(ended.end.to_string(), "over the limit of processes");
    });
}
