//! `kill -9` of the program and of its workers at many moments: no answer is lost, and the result
//! is the same.

use std::collections::HashMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::fixture::Fixture;

/// How many trials are run at once.
const JOBS: usize = 3;
/// The file with the process ids of the workers of the last run.
const PIDS: &str = ".pids";
const RESULT: &str = "words.reduced.txt";

/// Where trials run.
#[derive(Clone, Copy, PartialEq)]
enum Site {
    /// In the program itself.
    Local,
    /// In the program and in two workers.
    Workers,
}

/// Creates a fixture whose test logs the checksum of each candidate at its end, and whose workers
/// log their process ids.
fn logging_fixture() -> Fixture {
    let fixture = Fixture::new("");
    let log = fixture.path(".log");
    let needed = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";
    fixture.script(
        "test.sh",
        &format!("sleep 0.005\n{needed}; answer=$?\ncksum <words.txt >>'{}'\nexit $answer", log.display()),
    );
    let (pids, program) = (fixture.path(PIDS), env!("CARGO_BIN_EXE_dwindle"));
    fixture.script(".worker.sh", &format!("echo $$ >>'{}'\nexec {program} worker --stdio", pids.display()));
    fixture
}

fn start(fixture: &Fixture, site: Site) -> Child {
    fixture.write(PIDS, "");
    let (jobs, worker) = (JOBS.to_string(), format!("1:{}", fixture.path(".worker.sh").display()));
    let options = match site {
        Site::Local => vec!["-j", &jobs],
        Site::Workers => vec!["-j", "1", "--workers", &worker, "--workers", &worker],
    };
    let fixed = ["test.sh", "words.txt", "--resume", "--summary", ".summary"];
    let mut command = fixture.command(&[&fixed, &options[..]].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Kills a worker of the current run. Returns whether there was one.
fn kill_a_worker(fixture: &Fixture, which: usize) -> bool {
    let is_worker = |pid: &&str| {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.contains("worker")
    };
    let pids = fixture.read(PIDS);
    let there: Vec<&str> = pids.lines().filter(is_worker).collect();
    let Some(pid) = there.get(which % there.len().max(1)) else { return false };
    Command::new("kill").args(["-9", pid]).stderr(Stdio::null()).status().unwrap().success()
}

/// Returns how many tests of each checksum ended.
fn tested(fixture: &Fixture) -> HashMap<String, usize> {
    let mut times = HashMap::new();
    for line in fixture.read(".log").lines() {
        *times.entry(line.to_owned()).or_default() += 1;
    }
    times
}

fn accepted_hash(fixture: &Fixture) -> String {
    let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
    assert_eq!(summary["status"], "reduced");
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

/// Kills a run and its workers until it ends, at most `most_kills` times, and checks the result.
/// Returns the number of kills.
fn live(whole: &Fixture, site: Site, most_kills: u64, longest: Duration, seed: u64) -> u64 {
    let fixture = logging_fixture();
    let mut n_killed = 0;
    let mut child = start(&fixture, site);
    while n_killed < most_kills {
        // A pseudo-random delay. It grows, so that a slow machine makes progress, too.
        let random = (seed + n_killed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        thread::sleep(longest.mul_f64(random as f64 / f64::from(1 << 24)) * (1 + n_killed as u32 / 5));
        match child.try_wait().unwrap() {
            Some(status) if status.success() => break,
            // A worker was killed before the check of the worker had ended.
            Some(_) => child = start(&fixture, site),
            None => {}
        }
        n_killed += 1;
        let is_worker = site == Site::Workers && !random.is_multiple_of(3);
        if !is_worker || !kill_a_worker(&fixture, random as usize / 3) {
            child.kill().unwrap();
            child.wait().unwrap();
            child = start(&fixture, site);
        }
        if fixture.exists(RESULT) {
            let left = fixture.read(RESULT);
            assert!(left.contains("line 42 ") && left.contains("line 123 has"), "kill {n_killed}: {left}");
        }
    }
    child.wait().unwrap();
    // A complete run can be resumed, too.
    assert!(start(&fixture, site).wait().unwrap().success());
    assert_eq!(fixture.read(RESULT), whole.read(RESULT));
    assert_eq!(accepted_hash(&fixture), accepted_hash(whole));
    assert_eq!(fixture.names(), ["test.sh", RESULT, "words.txt"]);

    let mut times = tested(&fixture);
    fixture.write("empty", "");
    for in_every_run in ["words.txt", "empty"] {
        times.remove(&sum_of(&fixture, in_every_run));
    }
    let n_again: usize = times.values().map(|n_times| n_times - 1).sum();
    // An answer is lost if the kill comes after the end of the test and before the journal is
    // written, or if the trial was cancelled.
    let most = JOBS * n_killed as usize + times.len() / 10;
    assert!(n_again <= most, "{n_again} of {} contents were tested again in {n_killed} kills", times.len());
    n_killed
}

fn sum_of(fixture: &Fixture, name: &str) -> String {
    let output = Command::new("cksum").stdin(fs::File::open(fixture.path(name)).unwrap()).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

fn survives_kills(site: Site, n_kills: u64, longest: Duration) {
    let whole = logging_fixture();
    assert!(start(&whole, Site::Local).wait().unwrap().success());
    let mut n_killed = 0;
    while n_killed < n_kills {
        n_killed += live(&whole, site, n_kills - n_killed, longest, n_killed * 7).max(1);
    }
}

#[test]
fn a_run_survives_a_few_kills() {
    survives_kills(Site::Local, 8, Duration::from_millis(300));
}

#[test]
#[ignore = "takes a minute; run by hand"]
fn a_run_survives_fifty_kills() {
    survives_kills(Site::Local, 50, Duration::from_millis(300));
}

#[test]
fn a_run_survives_a_few_kills_of_itself_and_its_workers() {
    survives_kills(Site::Workers, 6, Duration::from_millis(500));
}

#[test]
#[ignore = "takes minutes; run by hand"]
fn a_run_survives_fifty_kills_of_itself_and_its_workers() {
    survives_kills(Site::Workers, 50, Duration::from_millis(500));
}
