//! Test scripts that misbehave, run by a keeper and directly.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::scene::{Fixture, crash, eventually, is_alive, verdict};
use dwindle_reduce::Verdict;
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, Property};

fn kept() -> Launcher {
    Launcher::with_keeper(PathBuf::from(env!("CARGO_BIN_EXE_dwindle-keeper")))
}

/// Runs a check with both ways of starting trials.
fn both(claim: impl Fn(fn() -> Launcher)) {
    claim(Launcher::direct);
    claim(kept);
}

/// Runs a script that writes process ids into the file `pids` and returns them.
fn pids_of(fixture: &Fixture) -> Vec<String> {
    let text = fs::read_to_string(fixture.path("pids")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn none_is_alive(fixture: &Fixture) -> bool {
    pids_of(fixture).iter().all(|pid| !is_alive(pid))
}

#[test]
fn verdicts_are_the_same_under_a_keeper() {
    for (lines, expected) in [
        ("grep -q main crash.c", Verdict::Interesting),
        ("exit 1", Verdict::Boring),
        ("kill -SEGV $$", Verdict::Boring),
        ("[ \"$(cat)\" = 'int main() {}' ]", Verdict::Interesting),
        ("kill -KILL $$", Verdict::Unresolved),
        ("kill -XCPU $$", Verdict::Unresolved),
    ] {
        let fixture = Fixture::new();
        let property = fixture.property(kept(), lines);
        assert_eq!(verdict(&property), expected, "{lines}");
        assert_eq!(verdict(&property), expected, "{lines}, with the same keeper");
        assert!(fixture.left_overs().is_empty(), "{lines}");
    }
}

#[test]
fn a_keeper_reports_a_script_that_cannot_be_started() {
    let fixture = Fixture::new();
    let script = fixture.script("#!/no/such/interpreter\n");
    let trial_host = fixture.trial_host(kept(), Limits::default());
    let paths = dwindle_run::property::CandidatePaths::root();
    let property = dwindle_run::property::ScriptProperty::new(&script, paths, trial_host).unwrap();
    let error = crate::scene::test(&property).unwrap_err().to_string();
    assert!(error.contains("/no/such/interpreter"), "{error}");
}

#[test]
fn a_timeout_kills_the_whole_group() {
    both(|launcher| {
        let fixture = Fixture::new();
        let pids = fixture.path("pids");
        let lines =
            format!("sleep 1000 & echo $! >> {0}; sh -c 'sleep 1001 & echo $! >> {0}; wait'", pids.display());
        let property = fixture.property(launcher(), &lines).with_time_limit(Some(Duration::from_millis(300)));
        assert_eq!(verdict(&property), Verdict::Unresolved);
        assert_eq!(pids_of(&fixture).len(), 2);
        eventually("all are dead", || none_is_alive(&fixture));
        assert!(fixture.left_overs().is_empty());
    });
}

#[test]
fn a_trial_that_ignores_signals_is_killed_at_its_time_limit() {
    both(|launcher| {
        let fixture = Fixture::new();
        let property = fixture.property(launcher(), "trap '' TERM INT HUP; while :; do :; done");
        let property = property.with_time_limit(Some(Duration::from_millis(200)));
        assert_eq!(verdict(&property), Verdict::Unresolved);
    });
}

#[test]
fn background_processes_of_a_script_end_with_it() {
    both(|launcher| {
        let fixture = Fixture::new();
        let lines = format!("sleep 1000 & echo $! >> {}", fixture.path("pids").display());
        assert_eq!(verdict(&fixture.property(launcher(), &lines)), Verdict::Interesting);
        assert_eq!(pids_of(&fixture).len(), 1);
        eventually("it is dead", || none_is_alive(&fixture));
    });
}

#[test]
fn a_grandchild_in_its_own_session_is_killed_before_the_verdict() {
    let fixture = Fixture::new();
    let pids = fixture.path("pids");
    let daemon =
        format!("setsid sh -c 'echo $$ >> {0}; setsid sleep 1000 & echo $! >> {0}; wait'", pids.display());
    let wait = format!("while [ \"$(wc -l < {})\" != 2 ]; do sleep 0.01; done", pids.display());
    let property = fixture.property(kept(), &format!(": > {}\n{daemon} &\n{wait}", pids.display()));
    assert_eq!(verdict(&property), Verdict::Interesting);
    assert_eq!(pids_of(&fixture).len(), 2);
    assert!(none_is_alive(&fixture));
}

#[test]
fn a_gigabyte_of_output_neither_blocks_nor_fills_memory() {
    both(|launcher| {
        let fixture = Fixture::new();
        let property =
            fixture.property(launcher(), "head -c 1000000000 /dev/zero; head -c 1000000 /dev/zero >&2");
        assert_eq!(verdict(&property), Verdict::Interesting);
        let ended = property.diagnose(&crash(), &Cancel::new()).unwrap().run.unwrap().ended;
        assert_eq!(ended.stdout.n_bytes(), 1_000_000_000);
        assert_eq!(ended.stderr.n_bytes(), 1_000_000);
        let kept: usize = ended.stdout.pieces().iter().map(Vec::len).sum();
        assert!(kept <= 1 << 20, "{kept}");
    });
}

#[test]
fn an_output_that_never_ends_does_not_outlive_the_time_limit() {
    both(|launcher| {
        let fixture = Fixture::new();
        let property = fixture.property(launcher(), "yes").with_time_limit(Some(Duration::from_millis(200)));
        let diagnosis = property.diagnose(&crash(), &Cancel::new()).unwrap();
        assert_eq!(diagnosis.verdict, Verdict::Unresolved);
    });
}

#[test]
fn cancelling_ends_a_trial_at_once() {
    both(|launcher| {
        let fixture = Fixture::new();
        let lines = format!("echo $$ >> {}; sleep 1000", fixture.path("pids").display());
        let property = fixture.property(launcher(), &lines);
        let cancel = Cancel::new();
        let token = cancel.clone();
        thread::scope(|scope| {
            let trial = scope.spawn(|| property.test(&crash(), &cancel));
            eventually("it runs", || !pids_of(&fixture).is_empty());
            token.cancel();
            assert_eq!(trial.join().unwrap().unwrap(), Verdict::Unresolved);
        });
        assert!(none_is_alive(&fixture));
        assert!(fixture.left_overs().is_empty());
    });
}

#[test]
fn a_trial_that_was_cancelled_before_is_not_started() {
    let fixture = Fixture::new();
    let property = fixture.property(kept(), &format!("echo $$ >> {}", fixture.path("pids").display()));
    let cancel = Cancel::new();
    cancel.cancel();
    property.test(&crash(), &cancel).unwrap();
    assert!(pids_of(&fixture).is_empty());
}

#[test]
fn the_next_trial_of_a_keeper_is_not_hit_by_a_late_cancellation() {
    let fixture = Fixture::new();
    let property = fixture.property(kept(), "exit 0");
    for _ in 0..100 {
        let cancel = Cancel::new();
        let token = cancel.clone();
        thread::scope(|scope| {
            scope.spawn(move || token.cancel());
            property.test(&crash(), &cancel).unwrap();
        });
        assert_eq!(verdict(&property), Verdict::Interesting);
    }
}

#[test]
fn a_fork_bomb_is_ended() {
    let fixture = Fixture::new();
    let limits = Limits { processes: Some(200), ..Limits::default() };
    // If the limit fails, it stops at 2^12 processes, which wait for each other.
    let bomb = "bomb() { [ $1 = 0 ] && exec sleep 1000; bomb $(($1-1)) & bomb $(($1-1)) & wait; }; bomb 12";
    let property = fixture.limited(kept(), bomb, limits).with_time_limit(Some(Duration::from_secs(60)));
    let started = Instant::now();
    assert_eq!(verdict(&property), Verdict::Unresolved);
    assert!(started.elapsed() < Duration::from_secs(60), "ended by the limit of processes, not by time");
    assert_eq!(verdict(&fixture.property(kept(), "exit 0")), Verdict::Interesting);
}

#[test]
fn a_fork_bomb_in_many_sessions_is_ended() {
    let fixture = Fixture::new();
    let limits = Limits { processes: Some(100), ..Limits::default() };
    let marker = "987654";
    let script = format!(
        "#!/bin/sh\nn=${{2:-11}}\n[ $n = 0 ] && exec sleep {marker}\nn=$((n-1))\nsetsid $0 x $n &\nsetsid $0 x $n &\nsleep {marker}\n"
    );
    let path = fixture.script(&script);
    let paths = dwindle_run::property::CandidatePaths::root();
    let property =
        dwindle_run::property::ScriptProperty::new(&path, paths, fixture.trial_host(kept(), limits)).unwrap();
    let property = property.with_time_limit(Some(Duration::from_secs(60)));
    let started = Instant::now();
    assert_eq!(verdict(&property), Verdict::Unresolved);
    assert!(started.elapsed() < Duration::from_secs(60), "ended by the limit of processes, not by time");
    let sleepers = fs::read_dir("/proc").unwrap().flatten().filter(|entry| {
        fs::read_to_string(entry.path().join("cmdline")).is_ok_and(|line| line.contains(marker))
    });
    assert_eq!(sleepers.count(), 0);
}

#[test]
fn too_much_memory_is_unresolved() {
    let fixture = Fixture::new();
    let limits = Limits { memory: Some(100 << 20), ..Limits::default() };
    // A program that sorts lines keeps a line of 400 MB in memory.
    let hungry = "head -c 400000000 /dev/zero | sort | sleep 1000";
    let property =
        fixture.limited(kept(), hungry, limits.clone()).with_time_limit(Some(Duration::from_secs(60)));
    let started = Instant::now();
    assert_eq!(verdict(&property), Verdict::Unresolved);
    assert!(started.elapsed() < Duration::from_secs(60));
    assert_eq!(verdict(&fixture.limited(kept(), "sleep 0.2", limits)), Verdict::Interesting);
}

#[test]
fn a_file_that_grows_too_large_is_unresolved() {
    both(|launcher| {
        let fixture = Fixture::new();
        let limits = Limits { file_size: Some(1 << 20), ..Limits::default() };
        // Some limits are set after the start: the first command waits for that.
        let property = fixture.limited(launcher(), "sleep 0.1; exec head -c 2000000 /dev/zero > big", limits);
        assert_eq!(verdict(&property), Verdict::Unresolved);
        assert!(fixture.left_overs().is_empty());
    });
}

#[test]
fn core_files_are_not_written() {
    let fixture = Fixture::new();
    assert_eq!(verdict(&fixture.property(kept(), "[ \"$(ulimit -c)\" = 0 ]")), Verdict::Interesting);
}

#[test]
fn a_script_that_deletes_its_directory_does_no_harm() {
    both(|launcher| {
        let fixture = Fixture::new();
        let property = fixture.property(launcher(), "rm -rf \"$PWD\" \"$TMPDIR\"; exit 0");
        assert_eq!(verdict(&property), Verdict::Interesting);
        assert_eq!(verdict(&property), Verdict::Interesting);
    });
}

#[test]
fn left_over_files_without_permissions_are_removed() {
    let fixture = Fixture::new();
    let property = fixture.property(
        kept(),
        "mkdir -p a/b $TMPDIR/c && touch a/b/x $TMPDIR/c/y && chmod 000 a/b a $TMPDIR/c $TMPDIR .",
    );
    assert_eq!(verdict(&property), Verdict::Interesting);
    assert!(fixture.left_overs().is_empty());
}

#[test]
fn a_keeper_that_is_killed_is_replaced_and_leaves_nothing() {
    let fixture = Fixture::new();
    let pids = fixture.path("pids").display().to_string();
    let daemon = format!("setsid sleep 1000 & echo $! >> {pids}; echo $$ >> {pids}");
    let lines = format!("[ -e {pids} ] && exit 0; {daemon}; kill -9 $PPID; sleep 1000");
    assert_eq!(verdict(&fixture.property(kept(), &lines)), Verdict::Interesting);
    assert_eq!(pids_of(&fixture).len(), 2);
    eventually("all are dead", || none_is_alive(&fixture));

    let always = fixture.property(kept(), &format!("{daemon}; kill -9 $PPID; sleep 1000"));
    let error = crate::scene::test(&always).unwrap_err().to_string();
    assert!(error.contains("killed"), "{error}");
    assert_eq!(pids_of(&fixture).len(), 6);
    eventually("all are dead", || none_is_alive(&fixture));
}

#[test]
fn many_trials_at_once_do_not_disturb_each_other() {
    let fixture = Fixture::new();
    let property = fixture.property(kept(), "sleep 0.01; grep -q main crash.c");
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..8 {
            let (property, sender) = (&property, sender.clone());
            scope.spawn(move || (0..20).for_each(|_| sender.send(verdict(property)).unwrap()));
        }
    });
    drop(sender);
    assert_eq!(receiver.iter().filter(|verdict| verdict.is_interesting()).count(), 160);
    assert!(fixture.left_overs().is_empty());
}

/// The program that `nothing_survives_a_killed_session` kills.
#[test]
#[ignore = "started by another test"]
fn run_a_trial_until_killed() {
    let Ok(home) = std::env::var("DWINDLE_TEST_HOME") else { return };
    let fixture = Fixture::at(home.into());
    let pids = fixture.path("pids").display().to_string();
    let lines =
        format!("echo $$ >> {pids}; echo $PPID >> {pids}; setsid sleep 1000 & echo $! >> {pids}; sleep 1001");
    let property = fixture.property(kept(), &lines);
    let _ = property.test(&crash(), &Cancel::new());
}

#[test]
fn nothing_survives_a_killed_session() {
    let fixture = Fixture::new();
    let mut session = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["faults::run_a_trial_until_killed", "--exact", "--ignored"])
        .env("DWINDLE_TEST_HOME", fixture.home())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    eventually("the trial runs", || pids_of(&fixture).len() == 3);
    assert!(pids_of(&fixture).iter().all(|pid| is_alive(pid)));
    session.kill().unwrap();
    session.wait().unwrap();
    eventually("script, keeper and daemon are dead", || none_is_alive(&fixture));
    // The next session removes what it left on disk.
    assert!(!fixture.left_overs().is_empty());
    let place = dwindle_run::trial::TempBase::Below(fixture.path("trials"));
    let swept = dwindle_run::trial::sweep(&place, &Cancel::new());
    assert_eq!((swept.n_removed, swept.left), (1, Vec::new()));
    assert!(fixture.left_overs().is_empty());
}

#[test]
fn a_verdict_is_rejected_if_another_trial_removed_its_directory() {
    let fixture = Fixture::new();
    let lines = "if grep -q evil crash.c; then sleep 0.3; rm -rf ../../*; exit 1; fi\nsleep 1; grep -q innocent crash.c";
    let property = fixture.property(kept(), lines);
    let test = |text: &str| {
        property.test(&dwindle_reduce::Document::single("crash.c", text), &Cancel::new()).unwrap()
    };
    thread::scope(|scope| {
        let innocent = scope.spawn(|| test("innocent"));
        assert_eq!(test("evil"), Verdict::Boring);
        assert_eq!(innocent.join().unwrap(), Verdict::Interesting);
    });
}

#[test]
fn a_test_that_removes_the_directories_of_all_trials_is_an_error() {
    let fixture = Fixture::new();
    let property = fixture.property(kept(), "rm -rf \"$(dirname \"$(dirname \"$(dirname \"$1\")\")\")\"");
    let error = crate::scene::test(&property).unwrap_err().to_string();
    assert!(error.contains("removed the directories of all trials"), "{error}");
}

#[test]
fn a_test_may_move_its_candidate() {
    let fixture = Fixture::new();
    let property = fixture.property(kept(), "mv crash.c other && grep -q main other");
    assert_eq!(verdict(&property), Verdict::Interesting);
    assert_eq!(verdict(&property), Verdict::Interesting);
}
