//! Runs faults, and checks what must hold after each of them.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use crate::fault::{End, Family, Fault, Need, Then, fault};
use crate::scene::{Scene, Seen, has, words};

/// The variable by which the processes of a fault are found.
pub const MARK: &str = "DWINDLE_FAULT";
const RESULT: &str = "words.reduced.txt";
/// How long a process may need to end after its program has.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs all faults of a family; fails with everything that is wrong of any.
pub fn check(family: &Family) {
    let mut complaints = String::new();
    let (mut n_run, mut skipped) = (0, Vec::new());
    let only = std::env::var("FAULT").ok();
    for fault in family.faults.iter().filter(|fault| only.as_deref().is_none_or(|only| only == fault.name)) {
        match fault.needs.iter().find(|need| !has(**need)) {
            Some(need) => skipped.push((fault.name, need.missing())),
            None => {
                n_run += 1;
                check_one(fault, &mut complaints);
            }
        }
    }
    report(family, n_run, &skipped);
    assert!(complaints.is_empty(), "\n{complaints}");
}

/// Counts what was run and what could not be, also where the test harness hides the output of tests
/// that pass.
fn report(family: &Family, n_run: usize, skipped: &[(&str, &str)]) {
    let mut text = format!("faults, {}: {n_run} run, {} skipped\n", family.title, skipped.len());
    for (name, need) in skipped {
        let _ = writeln!(text, "faults, skipped: {name} needs {need}");
    }
    let _ = io::stderr().write_all(text.as_bytes());
}

fn check_one(fault: &Fault, complaints: &mut String) {
    let scene = Scene::new(fault);
    let began = Instant::now();
    let seen = scene.run(fault);
    let mut wrong = Vec::new();
    let fitting: Vec<&End> =
        fault.ends.iter().filter(|end| ends_so(end, &seen, &scene.path(RESULT))).collect();
    if fitting.is_empty() {
        wrong.push("it did not end as it must".to_owned());
    }
    for word in ["panicked", "RUST_BACKTRACE", "stack overflow", "\u{1b}", "never: "] {
        if seen.stderr.contains(word) {
            wrong.push(format!("stderr holds {word:?}"));
        }
    }
    if !fault.changes_input && fs::read_to_string(scene.path("words.txt")).ok() != Some(words()) {
        wrong.push("the input is not as it was".to_owned());
    }
    if let Ok(result) = fs::read_to_string(scene.path(RESULT))
        && !(result.contains("line 7 ") && result.contains("line 42 "))
    {
        wrong.push(format!("the result is not interesting: {result:?}"));
    }
    if !seen.left.is_empty() {
        wrong.push(format!("left behind: {}", seen.left.join(" ")));
    }
    let alive = still_alive(fault.name);
    if !alive.is_empty() {
        wrong.push(format!("still alive: {}", alive.join(", ")));
    }
    if !wrong.is_empty() {
        let _ = writeln!(
            complaints,
            "== {} ({}), status {:?} after {:.1} s: {}\nresult: {:?}\n{}",
            fault.name,
            fault.what,
            seen.status,
            began.elapsed().as_secs_f64(),
            wrong.join("; "),
            fs::read_to_string(scene.path(RESULT)).ok().map(|text| text.chars().take(40).collect::<String>()),
            seen.stderr
        );
    }
}

fn ends_so(end: &End, seen: &Seen, result: &Path) -> bool {
    let is_there = match end.then {
        Then::Same => fs::read(result).is_ok_and(|bytes| bytes == undisturbed()),
        // Whether it is interesting is checked for all.
        Then::Interesting => result.is_file(),
        Then::Nothing => result.symlink_metadata().is_err(),
    };
    seen.status == Some(end.status) && is_there && end.says.iter().all(|text| seen.stderr.contains(text))
}

/// Returns the result of a run without any fault.
fn undisturbed() -> &'static [u8] {
    static RESULT_OF: OnceLock<Vec<u8>> = OnceLock::new();
    RESULT_OF.get_or_init(|| {
        let none = fault("none", "nothing", "run");
        let scene = Scene::new(&none);
        let seen = scene.run(&none);
        assert_eq!(seen.status, Some(0), "an undisturbed run: {}", seen.stderr);
        fs::read(scene.path(RESULT)).unwrap()
    })
}

/// Returns the processes of a fault that do not end.
fn still_alive(name: &str) -> Vec<String> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let alive = alive(name);
        if alive.is_empty() || deadline < Instant::now() {
            return alive;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the processes that inherited the mark of a fault; none where there is no `/proc`.
fn alive(name: &str) -> Vec<String> {
    let mark = format!("{MARK}={name}");
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let processes = entries.flatten().filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
    });
    processes
        .map(|entry| {
            let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            format!(
                "{} ({})",
                entry.file_name().to_string_lossy(),
                command.chars().take(60).collect::<String>()
            )
        })
        .collect()
}

#[test]
fn faults_have_unique_names_and_an_end() {
    let mut names: Vec<&str> = Vec::new();
    for fault in crate::FAMILIES.iter().flat_map(|family| family.faults) {
        assert!(!names.contains(&fault.name), "{} is there twice", fault.name);
        assert!(!fault.ends.is_empty() && !fault.what.is_empty());
        let says_why = fault.ends.iter().all(|end| end.status == 0 || !end.says.is_empty());
        assert!(says_why, "{}: a failure has a message", fault.name);
        names.push(fault.name);
    }
    assert!(100 < names.len(), "there are {} faults", names.len());
}

#[test]
fn needs_name_what_is_missing() {
    for need in [Need::Mounts, Need::Users, Need::Faketime] {
        assert!(!need.missing().is_empty());
    }
}
