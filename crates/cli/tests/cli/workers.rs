//! Workers: the result is the same, whatever happens to them.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::fixture::{Fixture, RunOutput};

const RESULT: &str = "words.reduced.txt";
const TEST: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

fn dwindle() -> &'static str {
    env!("CARGO_BIN_EXE_dwindle")
}

fn worker() -> String {
    format!("{} worker --stdio", dwindle())
}

/// A fixture with a script `.worker.sh` that writes down its process id, which is the worker's
/// later, and a test that writes a line for each trial and does not end while `.hold` exists.
fn watched() -> Fixture {
    let fixture = Fixture::new("");
    let (log, hold) = (fixture.path(".log"), fixture.path(".hold"));
    let waits = format!("while [ -e '{}' ]; do sleep 0.01; done", hold.display());
    fixture.script("test.sh", &format!("echo x >>'{}'\nsleep 0.005\n{waits}\n{TEST}", log.display()));
    let pids = fixture.path(".pids");
    fixture.script(".worker.sh", &format!("echo $$ >>'{}'\nexec {}", pids.display(), worker()));
    fixture
}

fn accepted_hash(fixture: &Fixture) -> String {
    let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
    assert_eq!(summary["status"], "reduced");
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

/// Runs the same without workers. Returns the accepted hash and the result.
fn locally(fixture: &Fixture, arguments: &[&str]) -> (String, String) {
    let fixed = ["-j", "1", "--no-session", "--force", "--summary", ".summary", "-o", RESULT];
    fixture.run(&[&fixed, arguments].concat()).check(0);
    (accepted_hash(fixture), fixture.read(RESULT))
}

fn with_workers(fixture: &Fixture, workers: &[&str], arguments: &[&str]) -> RunOutput {
    let mut all = vec!["--no-session", "--force", "--summary", ".summary", "-o", RESULT];
    workers.iter().for_each(|worker| all.extend(["--workers", worker]));
    all.extend(arguments);
    fixture.run(&all)
}

/// Waits until a file has `n_lines` lines, and returns them.
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

/// Waits until none of these processes exists. Returns whether that happened.
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

/// Starts a run on workers in a fixture of `watched`, and kills or stops one of them after some
/// trials. No trial ends before that worker is lost: otherwise the run could end first.
fn disturbed(fixture: &Fixture, how: &str, arguments: &[&str]) -> (RunOutput, Vec<String>) {
    let script = fixture.path(".worker.sh").display().to_string();
    let fixed = ["--sandbox", "off", "--summary", ".summary", "--worker-timeout", "2s", "--timeout", "60s"];
    let mut all = [&fixed, arguments, &["test.sh", "words.txt"]].concat();
    (0..2).for_each(|_| all.extend(["--workers", &script]));
    let mut command = fixture.command(&all);
    let mut running: Child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pids = lines_of(&fixture.path(".pids"), 2);
    lines_of(&fixture.path(".log"), 20);
    fixture.write(".hold", "");
    signal(how, &pids[0]);
    let mut lines = BufReader::new(running.stderr.take().unwrap()).lines();
    let mut stderr = String::new();
    for line in lines.by_ref().map_while(Result::ok) {
        stderr += &format!("{line}\n");
        if line.contains("is lost") {
            break;
        }
    }
    fs::remove_file(fixture.path(".hold")).unwrap();
    lines.map_while(Result::ok).for_each(|line| stderr += &format!("{line}\n"));
    let mut seen = RunOutput::of(running.wait_with_output().unwrap());
    seen.stderr = stderr;
    (seen, pids)
}

#[test]
fn the_result_does_not_depend_on_the_number_of_workers() {
    let fixture = Fixture::new(TEST);
    let alone = locally(&fixture, &["test.sh", "words.txt"]);
    let one = worker();
    for (local, workers) in
        [("0", vec![one.clone()]), ("1", vec![format!("2:{one}"), format!("1:{one}"), one])]
    {
        let workers: Vec<&str> = workers.iter().map(String::as_str).collect();
        let seen = with_workers(&fixture, &workers, &["-j", local, "test.sh", "words.txt"]).check(0);
        assert_eq!(seen.stderr.matches("\nworker ").count(), workers.len(), "{}", seen.stderr);
        assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
    }
}

#[test]
fn extra_files_are_sent_to_workers() {
    let fixture = Fixture::new("sh needed/inner.sh words.txt");
    fixture.write("needed/inner.sh", TEST);
    let arguments = ["--with", "needed", "test.sh", "words.txt"];
    let alone = locally(&fixture, &arguments);
    with_workers(&fixture, &[&worker()], &[&["-j", "0"], &arguments[..]].concat()).check(0);
    assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
}

#[test]
fn workers_use_the_same_sandbox() {
    // If this machine does not allow the sandbox, there is nothing to compare.
    for mode in ["strict", "auto"] {
        let fixture = Fixture::new(TEST);
        let arguments = ["--sandbox", mode, "test.sh", "words.txt"];
        let fixed = ["-j", "1", "--no-session", "--force", "--summary", ".summary", "-o", RESULT];
        if fixture.run(&[&fixed, &arguments[..]].concat()).status != Some(0) {
            eprintln!("skipped: --sandbox {mode} can't be made here");
            continue;
        }
        let alone = accepted_hash(&fixture);
        let seen = with_workers(&fixture, &[&worker()], &[&["-j", "0"], &arguments[..]].concat()).check(0);
        assert!(!seen.stderr.contains("sandbox there"), "{}", seen.stderr);
        assert_eq!(accepted_hash(&fixture), alone);
    }
}

#[test]
fn workers_run_commands_servers_and_tests_of_directories() {
    let fixture = Fixture::new("grep -q 'line 42 ' a.txt && grep -q 'line 123 has' b/c.txt");
    fixture.script(
        "fails.sh",
        &format!(
            "if {}; then echo 'Assertion failed: x' >&2; exit 3; fi",
            TEST.replace("words.txt", "\"$1\"")
        ),
    );
    fixture.script(
        "tester.sh",
        &format!(
            "while read path; do if {}; then echo interesting; else echo boring; fi; done",
            TEST.replace("words.txt", "\"$path\"")
        ),
    );
    let words = fixture.read("words.txt");
    fixture.write("tree/a.txt", &words);
    fixture.write("tree/b/c.txt", &words);
    let tester = fixture.path("tester.sh").display().to_string();
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
            fixture.run(&[&fixed, &extra[..], arguments].concat()).check(0);
            hashes.push((accepted_hash(&fixture), fs::read(fixture.path(output)).ok()));
            let path = fixture.path(output);
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
        assert_eq!(hashes[0], hashes[1], "{arguments:?}");
    }
}

#[test]
fn a_worker_that_is_killed_or_stopped_is_lost_and_the_run_continues() {
    for (how, local) in [("-KILL", "0"), ("-STOP", "1")] {
        let fixture = watched();
        let alone = locally(&fixture, &["--sandbox", "off", "test.sh", "words.txt"]);
        fs::remove_file(fixture.path(RESULT)).unwrap();
        fs::remove_file(fixture.path(".log")).unwrap();
        let (seen, pids) = disturbed(&fixture, how, &["-j", local]);
        seen.check(0).says(&["is lost", "1 of 2 workers left"]);
        assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone, "{how}");
        assert!(are_gone(&pids), "{how}: a worker is still there");
    }
}

#[test]
fn when_all_workers_are_lost_the_run_can_be_resumed() {
    let fixture = watched();
    let alone = locally(&fixture, &["--sandbox", "off", "test.sh", "words.txt"]);
    fs::remove_file(fixture.path(RESULT)).unwrap();
    fs::remove_file(fixture.path(".log")).unwrap();
    let script = fixture.path(".worker.sh").display().to_string();
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
    let mut command = fixture.command(&arguments);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    lines_of(&fixture.path(".log"), 30);
    signal("-KILL", &lines_of(&fixture.path(".pids"), 1)[0]);
    let seen = RunOutput::of(running.wait_with_output().unwrap());
    seen.check(3).says(&["every worker is lost", "--resume", "the best so far is in"]);
    let first = fixture.read(RESULT);
    assert!(first.contains("line 42 ") && first.contains("line 123 has"));
    fixture.run(&[&arguments[..], &["--resume"]].concat()).check(0).says(&["resuming with"]);
    assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
}

#[test]
fn no_worker_outlives_a_coordinator_that_is_killed() {
    let fixture = watched();
    let script = fixture.path(".worker.sh").display().to_string();
    let workers = ["--workers", &script, "--workers", &script];
    let arguments = [&["--sandbox", "off", "test.sh", "words.txt", "-j", "0"], &workers[..]].concat();
    let mut running =
        fixture.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pids = lines_of(&fixture.path(".pids"), 2);
    lines_of(&fixture.path(".log"), 20);
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(are_gone(&pids), "a worker is still there");
}

#[test]
fn a_command_that_is_not_a_worker_is_refused_at_the_start() {
    let fixture = Fixture::new(TEST);
    let cases = [
        ("echo dwindle-worker 1 0.0.9; sleep 60", "is dwindle 0.0.9"),
        ("no-such-command-anywhere", "has to run `dwindle worker --stdio`"),
        ("echo this is a login; exit", "this is a login"),
        ("yes", "has to run"),
        ("sleep 60", "did not answer for 1 s"),
    ];
    for (command, told) in cases {
        let seen = with_workers(&fixture, &[command], &["--worker-timeout", "1s", "test.sh", "words.txt"]);
        seen.check(3).says(&["1 worker can't be used", command, told, "leave the worker out"]);
        assert!(!fixture.exists(RESULT), "{command}: nothing was begun");
    }
    fixture.run(&["-j", "0", "test.sh", "words.txt"]).check(2).says(&["--workers"]);
    fixture.run(&["--workers", "0:x", "test.sh", "words.txt"]).check(2).says(&["is not a worker"]);
}

#[test]
fn a_worker_that_sends_garbage_is_lost_and_the_run_continues() {
    let fixture = Fixture::new(TEST);
    let alone = locally(&fixture, &["test.sh", "words.txt"]);
    let broken = format!("{} | (dd bs=1 count=300 2>/dev/null; yes)", worker());
    let seen = with_workers(&fixture, &[&broken], &["-j", "1", "test.sh", "words.txt"]).check(0);
    seen.says(&["is lost", "it sent a message that cannot be read"]);
    assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
}

#[test]
fn output_of_login_scripts_is_skipped() {
    let fixture = Fixture::new(TEST);
    let noisy = format!("echo Welcome to this machine; printf '%s' '$ '; exec {}", worker());
    with_workers(&fixture, &[&noisy], &["-j", "0", "test.sh", "words.txt"]).check(0);
}

#[test]
fn a_worker_that_lacks_what_the_test_needs_is_refused() {
    let fixture = Fixture::new("[ -n \"$TOOL\" ] && grep -q 'line 42 ' words.txt");
    let without = format!("env -u TOOL {}", worker());
    let run = |fixture: &Fixture| {
        let arguments = ["--workers", &without, "test.sh", "words.txt"];
        RunOutput::of(fixture.command(&arguments).env("TOOL", "x").output().unwrap())
    };
    run(&fixture).check(3).says(&["says no to the original", "exit status 1"]);
    // A test that fails there for another reason would accept everything.
    fixture.script("test.sh", "if [ -n \"$TOOL\" ]; then grep -q 'line 42 ' words.txt; fi");
    run(&fixture).check(3).says(&["says yes to an empty input"]);
}

#[test]
fn a_worker_reports_a_message_that_it_does_not_understand() {
    let output = |input: &[u8]| {
        let mut command = Command::new(dwindle());
        command
            .args(["worker", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut worker = command.spawn().unwrap();
        std::io::Write::write_all(&mut worker.stdin.take().unwrap(), input).unwrap();
        RunOutput::of_bytes(worker.wait_with_output().unwrap())
    };
    output(b"").check(0);
    output(b"\xff\xff\xff\xff garbage").check(3).says(&["is not from dwindle"]);
    output(b"\x04\x00\x00\x00\x01\x07\x01\x00").check(3).says(&["a task is unknown"]);
}
