//! Trials in other processes over pipes: the same result, whatever happens to those who run them.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::scene::{Scene, Seen};

const RESULT: &str = "words.reduced.txt";
const TEST: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

fn dwindle() -> &'static str {
    env!("CARGO_BIN_EXE_dwindle")
}

fn worker() -> String {
    format!("{} worker --stdio", dwindle())
}

/// A scene with a script `worker.sh` that writes down its process id, which is the worker's later,
/// and a test that writes a line for each trial.
fn watched() -> Scene {
    let scene = Scene::new("");
    let log = scene.path(".log");
    scene.script("test.sh", &format!("echo x >>'{}'\nsleep 0.005\n{TEST}", log.display()));
    let pids = scene.path(".pids");
    scene.script(".worker.sh", &format!("echo $$ >>'{}'\nexec {}", pids.display(), worker()));
    scene
}

fn accepted_hash(scene: &Scene) -> String {
    let summary: serde_json::Value = serde_json::from_str(&scene.read(".summary")).unwrap();
    assert_eq!(summary["status"], "reduced");
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

/// Runs the same without workers, and returns what there is to compare.
fn locally(scene: &Scene, arguments: &[&str]) -> (String, String) {
    let fixed = ["-j", "1", "--no-session", "--force", "--summary", ".summary", "-o", RESULT];
    scene.run(&[&fixed, arguments].concat()).check(0);
    (accepted_hash(scene), scene.read(RESULT))
}

fn with_workers(scene: &Scene, workers: &[&str], arguments: &[&str]) -> Seen {
    let mut all = vec!["--no-session", "--force", "--summary", ".summary", "-o", RESULT];
    workers.iter().for_each(|worker| all.extend(["--workers", worker]));
    all.extend(arguments);
    scene.run(&all)
}

/// Waits until a file has so many lines, and returns them.
fn lines_of(path: &Path, n_lines: usize) -> Vec<String> {
    for _ in 0..2000 {
        let text = fs::read_to_string(path).unwrap_or_default();
        if n_lines <= text.lines().count() {
            return text.lines().map(str::to_owned).collect();
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{} never has {n_lines} lines", path.display());
}

fn signal(name: &str, pid: &str) {
    assert!(Command::new("kill").args([name, pid]).status().unwrap().success());
}

/// Waits until none of these processes is there.
fn are_gone(pids: &[String]) -> bool {
    let is_there = |pid: &String| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
    };
    (0..2000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        !pids.iter().any(is_there)
    })
}

/// Starts a run on workers in a scene of `watched`, and kills or stops one of them after some
/// trials.
fn disturbed(scene: &Scene, how: &str, arguments: &[&str]) -> (Seen, Vec<String>) {
    let script = scene.path(".worker.sh").display().to_string();
    let mut all =
        vec!["--sandbox", "off", "--summary", ".summary", "--worker-timeout", "2s", "test.sh", "words.txt"];
    all.extend(arguments);
    (0..2).for_each(|_| all.extend(["--workers", &script]));
    let mut command = scene.command(&all);
    let running: Child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pids = lines_of(&scene.path(".pids"), 2);
    lines_of(&scene.path(".log"), 20);
    signal(how, &pids[0]);
    (Seen::of(running.wait_with_output().unwrap()), pids)
}

#[test]
fn one_worker_and_three_give_the_same_result_as_none() {
    let scene = Scene::new(TEST);
    let alone = locally(&scene, &["test.sh", "words.txt"]);
    let one = worker();
    for (local, workers) in
        [("0", vec![one.clone()]), ("1", vec![format!("2:{one}"), format!("1:{one}"), one])]
    {
        let workers: Vec<&str> = workers.iter().map(String::as_str).collect();
        let seen = with_workers(&scene, &workers, &["-j", local, "test.sh", "words.txt"]).check(0);
        assert_eq!(seen.stderr.matches("\nworker ").count(), workers.len(), "{}", seen.stderr);
        assert_eq!((accepted_hash(&scene), scene.read(RESULT)), alone);
    }
}

#[test]
fn what_the_test_needs_goes_along() {
    let scene = Scene::new("sh needed/inner.sh words.txt");
    scene.write("needed/inner.sh", TEST);
    let arguments = ["--with", "needed", "test.sh", "words.txt"];
    let alone = locally(&scene, &arguments);
    with_workers(&scene, &[&worker()], &[&["-j", "0"], &arguments[..]].concat()).check(0);
    assert_eq!((accepted_hash(&scene), scene.read(RESULT)), alone);
}

#[test]
fn workers_make_the_same_sandbox() {
    // Where it can't be made here, there is nothing to compare.
    for mode in ["strict", "auto"] {
        let scene = Scene::new(TEST);
        let arguments = ["--sandbox", mode, "test.sh", "words.txt"];
        let fixed = ["-j", "1", "--no-session", "--force", "--summary", ".summary", "-o", RESULT];
        if scene.run(&[&fixed, &arguments[..]].concat()).status != Some(0) {
            eprintln!("skipped: --sandbox {mode} can't be made here");
            continue;
        }
        let alone = accepted_hash(&scene);
        let seen = with_workers(&scene, &[&worker()], &[&["-j", "0"], &arguments[..]].concat()).check(0);
        assert!(!seen.stderr.contains("sandbox there"), "{}", seen.stderr);
        assert_eq!(accepted_hash(&scene), alone);
    }
}

#[test]
fn commands_testers_and_directories_are_asked_elsewhere_too() {
    let scene = Scene::new("grep -q 'line 42 ' a.txt && grep -q 'line 123 has' b/c.txt");
    scene.script(
        "fails.sh",
        &format!(
            "if {}; then echo 'Assertion failed: x' >&2; exit 3; fi",
            TEST.replace("words.txt", "\"$1\"")
        ),
    );
    scene.script(
        "tester.sh",
        &format!(
            "while read path; do if {}; then echo interesting; else echo boring; fi; done",
            TEST.replace("words.txt", "\"$path\"")
        ),
    );
    let words = scene.read("words.txt");
    scene.write("tree/a.txt", &words);
    scene.write("tree/b/c.txt", &words);
    let tester = scene.path("tester.sh").display().to_string();
    let command: &[&str] = &["words.txt", "--", "./fails.sh", "{}"];
    for arguments in [command, &["--server", &tester, "words.txt"], &["test.sh", "tree"]] {
        let output = if arguments == ["test.sh", "tree"] { "tree.reduced" } else { RESULT };
        let mut hashes = Vec::new();
        for extra in [
            vec!["-j".to_owned(), "1".to_owned()],
            vec!["-j".to_owned(), "0".to_owned(), "--workers".to_owned(), format!("2:{}", worker())],
        ] {
            let extra: Vec<&str> = extra.iter().map(String::as_str).collect();
            let fixed = ["--no-session", "--summary", ".summary", "-o", output];
            scene.run(&[&fixed, &extra[..], arguments].concat()).check(0);
            hashes.push((accepted_hash(&scene), fs::read(scene.path(output)).ok()));
            let path = scene.path(output);
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
        assert_eq!(hashes[0], hashes[1], "{arguments:?}");
    }
}

#[test]
fn a_worker_that_is_killed_or_stops_is_done_without() {
    for (how, local) in [("-KILL", "0"), ("-STOP", "1")] {
        let scene = watched();
        let alone = locally(&scene, &["--sandbox", "off", "test.sh", "words.txt"]);
        fs::remove_file(scene.path(RESULT)).unwrap();
        fs::remove_file(scene.path(".log")).unwrap();
        let (seen, pids) = disturbed(&scene, how, &["-j", local]);
        seen.check(0).says(&["is lost", "1 of 2 workers left"]);
        assert_eq!((accepted_hash(&scene), scene.read(RESULT)), alone, "{how}");
        assert!(are_gone(&pids), "{how}: a worker is still there");
    }
}

#[test]
fn when_all_workers_are_lost_the_run_can_be_resumed() {
    let scene = watched();
    let alone = locally(&scene, &["--sandbox", "off", "test.sh", "words.txt"]);
    fs::remove_file(scene.path(RESULT)).unwrap();
    fs::remove_file(scene.path(".log")).unwrap();
    let script = scene.path(".worker.sh").display().to_string();
    let arguments = [
        "--sandbox",
        "off",
        "--summary",
        ".summary",
        "test.sh",
        "words.txt",
        "-j",
        "0",
        "--workers",
        &script,
    ];
    let mut command = scene.command(&arguments);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    lines_of(&scene.path(".log"), 30);
    signal("-KILL", &lines_of(&scene.path(".pids"), 1)[0]);
    let seen = Seen::of(running.wait_with_output().unwrap());
    seen.check(3).says(&["every worker is lost", "--resume", "the best so far is in"]);
    let first = scene.read(RESULT);
    assert!(first.contains("line 42 ") && first.contains("line 123 has"));
    scene.run(&[&arguments[..], &["--resume"]].concat()).check(0).says(&["resuming with"]);
    assert_eq!((accepted_hash(&scene), scene.read(RESULT)), alone);
}

#[test]
fn no_worker_outlives_a_coordinator_that_is_killed() {
    let scene = watched();
    let script = scene.path(".worker.sh").display().to_string();
    let workers = ["--workers", &script, "--workers", &script];
    let arguments = [&["--sandbox", "off", "test.sh", "words.txt", "-j", "0"], &workers[..]].concat();
    let mut running = scene.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pids = lines_of(&scene.path(".pids"), 2);
    lines_of(&scene.path(".log"), 20);
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(are_gone(&pids), "a worker is still there");
}

#[test]
fn what_is_no_worker_is_told_at_the_start() {
    let scene = Scene::new(TEST);
    let cases = [
        ("echo dwindle-worker 1 0.0.9; sleep 60", "is dwindle 0.0.9"),
        ("no-such-command-anywhere", "it has to run `dwindle worker --stdio`"),
        ("echo this is a login; exit", "this is a login"),
        ("yes", "it has to run"),
        ("sleep 60", "did not answer for 1 s"),
    ];
    for (command, told) in cases {
        let seen = with_workers(&scene, &[command], &["--worker-timeout", "1s", "test.sh", "words.txt"]);
        seen.check(3).says(&["1 worker can't be used", command, told, "leave the worker out"]);
        assert!(!scene.exists(RESULT), "{command}: nothing was begun");
    }
    scene.run(&["-j", "0", "test.sh", "words.txt"]).check(2).says(&["--workers"]);
    scene.run(&["--workers", "0:x", "test.sh", "words.txt"]).check(2).says(&["is no worker"]);
}

#[test]
fn garbage_within_a_run_loses_the_worker_and_nothing_else() {
    let scene = Scene::new(TEST);
    let alone = locally(&scene, &["test.sh", "words.txt"]);
    let broken = format!("{} | (dd bs=1 count=300 2>/dev/null; yes)", worker());
    let seen = with_workers(&scene, &[&broken], &["-j", "1", "test.sh", "words.txt"]).check(0);
    seen.says(&["is lost", "makes no sense"]);
    assert_eq!((accepted_hash(&scene), scene.read(RESULT)), alone);
}

#[test]
fn login_scripts_may_print_something() {
    let scene = Scene::new(TEST);
    let noisy = format!("echo Welcome to this machine; printf '%s' '$ '; exec {}", worker());
    with_workers(&scene, &[&noisy], &["-j", "0", "test.sh", "words.txt"]).check(0);
}

#[test]
fn a_machine_that_lacks_what_the_test_needs_is_not_used() {
    let scene = Scene::new("[ -n \"$TOOL\" ] && grep -q 'line 42 ' words.txt");
    let without = format!("env -u TOOL {}", worker());
    let run = |scene: &Scene| {
        let arguments = ["--workers", &without, "test.sh", "words.txt"];
        Seen::of(scene.command(&arguments).env("TOOL", "x").output().unwrap())
    };
    run(&scene).check(3).says(&["says no to the original", "exit status 1"]);
    // What fails for another reason there would accept everything.
    scene.script("test.sh", "if [ -n \"$TOOL\" ]; then grep -q 'line 42 ' words.txt; fi");
    run(&scene).check(3).says(&["says yes to an empty input"]);
}

#[test]
fn a_worker_says_what_it_does_not_understand() {
    let output = |input: &[u8]| {
        let mut command = Command::new(dwindle());
        command
            .args(["worker", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut worker = command.spawn().unwrap();
        std::io::Write::write_all(&mut worker.stdin.take().unwrap(), input).unwrap();
        Seen::of_bytes(worker.wait_with_output().unwrap())
    };
    output(b"").check(0);
    output(b"\xff\xff\xff\xff garbage").check(3).says(&["is not from dwindle"]);
    output(b"\x04\x00\x00\x00\x01\x07\x01\x00").check(3).says(&["a task is not there"]);
}
