//! `kill -9` at any moment, again and again: nothing is lost, and the end is the same.

use std::collections::HashMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::scene::Scene;

/// How many trials are run at once.
const JOBS: usize = 2;
const RESULT: &str = "words.reduced.txt";

/// A scene whose test writes down what it tested once it knows the answer.
fn logging_scene() -> Scene {
    let scene = Scene::new("");
    let log = scene.path(".log");
    let needed = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";
    scene.script(
        "test.sh",
        &format!("sleep 0.005\n{needed}; answer=$?\ncksum <words.txt >>'{}'\nexit $answer", log.display()),
    );
    scene
}

fn start(scene: &Scene) -> Child {
    let jobs = JOBS.to_string();
    let mut command =
        scene.command(&["test.sh", "words.txt", "-j", &jobs, "--resume", "--summary", ".summary"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// How often each content was tested to the end.
fn tested(scene: &Scene) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    for line in scene.read(".log").lines() {
        *times.entry(line.to_owned()).or_default() += 1;
    }
    times
}

fn accepted_hash(scene: &Scene) -> String {
    let summary: serde_json::Value = serde_json::from_str(&scene.read(".summary")).unwrap();
    assert_eq!(summary["status"], "reduced");
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

/// Kills a run until it comes to its end or was killed so often, and gives how often it was.
fn live(whole: &Scene, most_kills: u64, longest: Duration, seed: u64) -> u64 {
    let scene = logging_scene();
    let mut n_killed = 0;
    while n_killed < most_kills {
        let mut child = start(&scene);
        // Scrambled, and longer and longer, so that also a slow machine gets somewhere.
        let share = (seed + n_killed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        thread::sleep(longest.mul_f64(share as f64 / f64::from(1 << 24)) * (1 + n_killed as u32 / 5));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        n_killed += 1;
        if scene.exists(RESULT) {
            let left = scene.read(RESULT);
            assert!(left.contains("line 42 ") && left.contains("line 123 has"), "kill {n_killed}: {left}");
        }
    }
    assert!(start(&scene).wait().unwrap().success());
    assert_eq!(scene.read(RESULT), whole.read(RESULT));
    assert_eq!(accepted_hash(&scene), accepted_hash(whole));
    assert_eq!(scene.names(), ["test.sh", RESULT, "words.txt"]);

    let mut times = tested(&scene);
    scene.write("empty", "");
    for in_every_run in ["words.txt", "empty"] {
        times.remove(&sum_of(&scene, in_every_run));
    }
    let n_again: usize = times.values().map(|n_times| n_times - 1).sum();
    // An answer is lost if the kill comes between the test's end and the journal, or if nobody
    // waited for it any more.
    let most = JOBS * n_killed as usize + times.len() / 10;
    assert!(n_again <= most, "{n_again} of {} contents were tested again in {n_killed} kills", times.len());
    n_killed
}

fn sum_of(scene: &Scene, name: &str) -> String {
    let output = Command::new("cksum").stdin(fs::File::open(scene.path(name)).unwrap()).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

fn survives_kills(n_kills: u64, longest: Duration) {
    let whole = logging_scene();
    assert!(start(&whole).wait().unwrap().success());
    let mut n_killed = 0;
    while n_killed < n_kills {
        n_killed += live(&whole, n_kills - n_killed, longest, n_killed * 7).max(1);
    }
}

#[test]
fn a_few_kills_lose_nothing() {
    survives_kills(8, Duration::from_millis(300));
}

#[test]
#[ignore = "takes a minute; run by hand"]
fn fifty_kills_lose_nothing() {
    survives_kills(50, Duration::from_millis(300));
}
