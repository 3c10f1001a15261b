//! Interrupted runs: the file on disk is complete and interesting, and the run can be resumed.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use dwindle_testkit::signals::is_ignored;

use crate::fixture::{Fixture, RunOutput};

/// A test that needs two lines. It is slow, so that a run can be interrupted in the middle.
const SLOW: &str = "sleep 0.02; grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

const ARGUMENTS: [&str; 4] = ["test.sh", "words.txt", "-j", "2"];

/// Starts a run and waits until it has written a result that is smaller than the original.
fn started(fixture: &Fixture) -> Child {
    let mut child =
        fixture.command(&ARGUMENTS).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let original = fixture.read("words.txt").len() as u64;
    let began = Instant::now();
    loop {
        let metadata = fixture.path("words.reduced.txt").metadata();
        if metadata.is_ok_and(|metadata| 0 < metadata.len() && metadata.len() < original) {
            return child;
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was cut off");
        assert!(began.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn send(signal: &str, child: &Child) {
    let status = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Checks that the file on disk is interesting, and that resuming gives the result of a complete
/// run.
fn check_resuming(fixture: &Fixture) {
    let left = fixture.read("words.reduced.txt");
    assert!(left.contains("line 42 ") && left.contains("line 123 has"), "{left}");
    fixture.run(&[&ARGUMENTS[..], &["--resume"]].concat()).check(0).says(&["resuming with "]);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    assert_eq!(fixture.names(), ["test.sh", "words.reduced.txt", "words.txt"]);
}

#[test]
fn sigint_leaves_the_best_so_far_and_exits_with_130() {
    if is_ignored("-INT", 2) {
        return;
    }
    let fixture = Fixture::new(SLOW);
    let child = started(&fixture);
    send("-INT", &child);
    let seen = RunOutput::of(child.wait_with_output().unwrap()).check(130);
    assert_eq!(seen.stdout, "words.reduced.txt\n");
    seen.says(&["interrupted", "--resume"]);
    check_resuming(&fixture);
}

#[test]
fn a_run_killed_by_sigkill_leaves_a_complete_file_and_can_be_resumed() {
    let fixture = Fixture::new(SLOW);
    let mut child = started(&fixture);
    child.kill().unwrap();
    child.wait().unwrap();
    check_resuming(&fixture);
}

#[test]
fn a_run_after_a_kill_mentions_resume() {
    let fixture = Fixture::new(SLOW);
    let mut child = started(&fixture);
    child.kill().unwrap();
    child.wait().unwrap();
    fixture.run(&ARGUMENTS).check(0).says(&["stopped after", "--resume"]);
}

#[test]
fn a_signal_before_the_reduction_leaves_no_result() {
    if is_ignored("-TERM", 15) {
        return;
    }
    let fixture = Fixture::new("");
    let began = fixture.path("began");
    fixture.script("test.sh", &format!("touch {}; sleep 600", began.display()));
    // The test writes a file outside its directory when it starts.
    let arguments = [&ARGUMENTS[..], &["--sandbox", "off"]].concat();
    let child = fixture.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !began.exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    send("-TERM", &child);
    RunOutput::of(child.wait_with_output().unwrap())
        .check(130)
        .says(&["interrupted before anything was reduced"]);
    assert_eq!(fixture.names(), ["began", "test.sh", "words.txt"]);
}

#[test]
fn an_interrupted_verification_lists_its_findings() {
    if is_ignored("-INT", 2) {
        return;
    }
    let fixture = Fixture::new("");
    fixture.write("small.txt", "needed and more\n");
    let began = fixture.path("began");
    // The test of the last word does not end.
    let last = format!("grep -q more small.txt || {{ touch {}; sleep 600; }}", began.display());
    fixture.script("test.sh", &format!("grep -q needed small.txt || exit 1\n{last}"));
    let mut command = fixture.command(&[
        "verify",
        "-j",
        "1",
        "--timeout",
        "500",
        "--sandbox",
        "off",
        "test.sh",
        "small.txt",
    ]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !began.exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    send("-INT", &child);
    let seen = RunOutput::of(child.wait_with_output().unwrap()).check(130);
    assert_eq!(seen.stdout, "small.txt:1:8: and\n");
    seen.says(&["interrupted; 2 trials so far, 1 could be removed"]);
}
