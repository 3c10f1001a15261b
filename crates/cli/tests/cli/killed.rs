//! `kill -9` of the program and of its workers at any moment, again and again: nothing is lost, and
//! the end is the same.

use std::collections::HashMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::scene::Scene;

/// How many trials are run at once.
const JOBS: usize = 3;
/// The process ids of the workers of the last run.
const PIDS: &str = ".pids";
const RESULT: &str = "words.reduced.txt";

/// Who runs trials.
#[derive(Clone, Copy, PartialEq)]
enum Crew {
    /// The program itself.
    Alone,
    /// The program, and two more in workers at the other ends of pipes.
    Workers,
}

/// A scene whose test writes down what it tested once it knows the answer, and whose workers write
/// down who they are.
fn logging_scene() -> Scene {
    let scene = Scene::new("");
    let log = scene.path(".log");
    let needed = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";
    scene.script(
        "test.sh",
        &format!("sleep 0.005\n{needed}; answer=$?\ncksum <words.txt >>'{}'\nexit $answer", log.display()),
    );
    let (pids, program) = (scene.path(PIDS), env!("CARGO_BIN_EXE_dwindle"));
    scene.script(".worker.sh", &format!("echo $$ >>'{}'\nexec {program} worker --stdio", pids.display()));
    scene
}

fn start(scene: &Scene, crew: Crew) -> Child {
    scene.write(PIDS, "");
    let (jobs, worker) = (JOBS.to_string(), format!("1:{}", scene.path(".worker.sh").display()));
    let places = match crew {
        Crew::Alone => vec!["-j", &jobs],
        Crew::Workers => vec!["-j", "1", "--workers", &worker, "--workers", &worker],
    };
    let fixed = ["test.sh", "words.txt", "--resume", "--summary", ".summary"];
    let mut command = scene.command(&[&fixed, &places[..]].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills a worker of the present run, if there is one, and says so.
fn kill_a_worker(scene: &Scene, which: usize) -> bool {
    let is_worker = |pid: &&str| {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.contains("worker")
    };
    let pids = scene.read(PIDS);
    let there: Vec<&str> = pids.lines().filter(is_worker).collect();
    let Some(pid) = there.get(which % there.len().max(1)) else { return false };
    Command::new("kill").args(["-9", pid]).stderr(Stdio::null()).status().unwrap().success()
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

/// Kills a run and its workers until it comes to its end or so many were killed, and returns how
/// many that were.
fn live(whole: &Scene, crew: Crew, most_kills: u64, longest: Duration, seed: u64) -> u64 {
    let scene = logging_scene();
    let mut n_killed = 0;
    let mut child = start(&scene, crew);
    while n_killed < most_kills {
        // Scrambled, and longer and longer, so that also a slow machine gets somewhere.
        let random = (seed + n_killed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        thread::sleep(longest.mul_f64(random as f64 / f64::from(1 << 24)) * (1 + n_killed as u32 / 5));
        match child.try_wait().unwrap() {
            Some(status) if status.success() => break,
            // A worker was killed before it had shown that it is of use.
            Some(_) => child = start(&scene, crew),
            None => {}
        }
        n_killed += 1;
        let is_worker = crew == Crew::Workers && !random.is_multiple_of(3);
        if !is_worker || !kill_a_worker(&scene, random as usize / 3) {
            child.kill().unwrap();
            child.wait().unwrap();
            child = start(&scene, crew);
        }
        if scene.exists(RESULT) {
            let left = scene.read(RESULT);
            assert!(left.contains("line 42 ") && left.contains("line 123 has"), "kill {n_killed}: {left}");
        }
    }
    child.wait().unwrap();
    // What has come to its end is resumed, too.
    assert!(start(&scene, crew).wait().unwrap().success());
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

fn survives_kills(crew: Crew, n_kills: u64, longest: Duration) {
    let whole = logging_scene();
    assert!(start(&whole, Crew::Alone).wait().unwrap().success());
    let mut n_killed = 0;
    while n_killed < n_kills {
        n_killed += live(&whole, crew, n_kills - n_killed, longest, n_killed * 7).max(1);
    }
}

#[test]
fn a_few_kills_lose_nothing() {
    survives_kills(Crew::Alone, 8, Duration::from_millis(300));
}

#[test]
#[ignore = "takes a minute; run by hand"]
fn fifty_kills_lose_nothing() {
    survives_kills(Crew::Alone, 50, Duration::from_millis(300));
}

#[test]
fn a_few_kills_of_the_program_and_its_workers_lose_nothing() {
    survives_kills(Crew::Workers, 6, Duration::from_millis(500));
}

#[test]
#[ignore = "takes minutes; run by hand"]
fn fifty_kills_of_the_program_and_its_workers_lose_nothing() {
    survives_kills(Crew::Workers, 50, Duration::from_millis(500));
}
