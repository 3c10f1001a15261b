//! Runs that are cut off: what is left on disk is whole and interesting, and can be gone on from.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use dwindle_testkit::signals::is_ignored;

use crate::scene::{Scene, Seen};

/// Interesting is what holds two lines; slow enough that a run can be cut off in the middle.
const SLOW: &str = "sleep 0.02; grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

const ARGUMENTS: [&str; 4] = ["test.sh", "words.txt", "-j", "2"];

/// Starts a run and waits until it has written something smaller than the original.
fn started(scene: &Scene) -> Child {
    let mut child = scene.command(&ARGUMENTS).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let original = scene.read("words.txt").len() as u64;
    let began = Instant::now();
    loop {
        let metadata = scene.path("words.reduced.txt").metadata();
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

/// Checks that what is on disk is interesting, and that resuming gives what a whole run gives.
fn check_resuming(scene: &Scene) {
    let left = scene.read("words.reduced.txt");
    assert!(left.contains("line 42 ") && left.contains("line 123 has"), "{left}");
    scene.run(&[&ARGUMENTS[..], &["--resume"]].concat()).check(0).says(&["resuming with "]);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    assert_eq!(scene.names(), ["test.sh", "words.reduced.txt", "words.txt"]);
}

#[test]
fn ctrl_c_leaves_the_best_so_far_and_exits_with_130() {
    if is_ignored("-INT", 2) {
        return;
    }
    let scene = Scene::new(SLOW);
    let child = started(&scene);
    send("-INT", &child);
    let seen = Seen::of(child.wait_with_output().unwrap()).check(130);
    assert_eq!(seen.stdout, "words.reduced.txt\n");
    seen.says(&["interrupted", "--resume"]);
    check_resuming(&scene);
}

#[test]
fn kill_9_leaves_a_whole_file_and_can_be_resumed() {
    let scene = Scene::new(SLOW);
    let mut child = started(&scene);
    child.kill().unwrap();
    child.wait().unwrap();
    check_resuming(&scene);
}

#[test]
fn a_run_that_was_cut_off_is_offered_to_be_resumed() {
    let scene = Scene::new(SLOW);
    let mut child = started(&scene);
    child.kill().unwrap();
    child.wait().unwrap();
    scene.run(&ARGUMENTS).check(0).says(&["stopped after", "--resume"]);
}

#[test]
fn a_signal_before_the_reduction_began_leaves_nothing() {
    if is_ignored("-TERM", 15) {
        return;
    }
    let scene = Scene::new("");
    let began = scene.path("began");
    scene.script("test.sh", &format!("touch {}; sleep 600", began.display()));
    // The test tells outside of its directory that it runs.
    let arguments = [&ARGUMENTS[..], &["--sandbox", "off"]].concat();
    let child = scene.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !began.exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    send("-TERM", &child);
    Seen::of(child.wait_with_output().unwrap()).check(130).says(&["interrupted before anything was reduced"]);
    assert_eq!(scene.names(), ["began", "test.sh", "words.txt"]);
}

#[test]
fn a_verification_that_is_interrupted_lists_what_it_found() {
    if is_ignored("-INT", 2) {
        return;
    }
    let scene = Scene::new("");
    scene.write("small.txt", "needed and more\n");
    let began = scene.path("began");
    // The last word takes for ever.
    let last = format!("grep -q more small.txt || {{ touch {}; sleep 600; }}", began.display());
    scene.script("test.sh", &format!("grep -q needed small.txt || exit 1\n{last}"));
    let mut command =
        scene.command(&["verify", "-j", "1", "--timeout", "500", "--sandbox", "off", "test.sh", "small.txt"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !began.exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    send("-INT", &child);
    let seen = Seen::of(child.wait_with_output().unwrap()).check(130);
    assert_eq!(seen.stdout, "small.txt:1:8: and\n");
    seen.says(&["interrupted; 2 trials so far, 1 could go"]);
}
