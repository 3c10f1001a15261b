//! Batches: the result of each input is that of a run of this input alone.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use dwindle_testkit::signals::is_ignored;
use serde_json::Value;

use crate::fixture::{Fixture, RunOutput};

/// A test that searches for one line in the file of its argument.
const TEST: &str = "grep -q 'line 42 ' \"$1\" && grep -q 'line 17 has' \"$1\"";

/// A fixture with three inputs of different sizes in a directory.
fn fixture(test: &str) -> Fixture {
    let fixture = Fixture::new(test);
    let words = fixture.read("words.txt");
    let lines: Vec<&str> = words.lines().collect();
    for (name, n_lines) in [("small.txt", 50), ("middle.txt", 120), ("large.txt", 200)] {
        fixture.write(&format!("crashes/{name}"), lines[..n_lines].join("\n") + "\n");
    }
    fixture.write("crashes/.hidden", "no input");
    fixture.write("crashes/inner/file", "no input either");
    fixture
}

fn summary(fixture: &Fixture) -> Value {
    serde_json::from_str(&fixture.read(".summary")).unwrap()
}

/// The status and the accepted hash of each input, by its name.
type Inputs = BTreeMap<String, (String, String)>;

fn inputs(summary: &Value) -> Inputs {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| {
        let name = text(&row["input"]).rsplit('/').next().unwrap().to_owned();
        (name, (text(&row["status"]), text(&row["summary"]["accepted_hash"])))
    };
    summary["inputs"].as_array().unwrap().iter().map(row).collect()
}

fn results(fixture: &Fixture) -> BTreeMap<String, String> {
    let names = fs::read_dir(fixture.path("crashes.reduced")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.map(|name| (name.clone(), fixture.read(&format!("crashes.reduced/{name}")))).collect()
}

#[test]
fn each_result_is_that_of_a_single_run_with_any_number_of_slots() {
    let mut seen = Vec::new();
    for jobs in ["1", "2", "5"] {
        let fixture = fixture(TEST);
        let arguments = ["batch", "test.sh", "crashes", "-j", jobs, "--summary", ".summary"];
        let ran = fixture.run(&arguments).check(0).says(&["3 inputs reduced", "large.txt: "]);
        let listed = ["large.txt", "middle.txt", "small.txt"].map(|name| format!("crashes.reduced/{name}\n"));
        assert_eq!(ran.stdout, listed.concat());
        let summary = summary(&fixture);
        assert_eq!((&summary["status"], &summary["reduced"]), (&Value::from("done"), &Value::from(3)));
        for input in summary["inputs"].as_array().unwrap() {
            let n_runs = input["summary"]["result_runs"][1].as_u64().unwrap();
            assert!(2 < n_runs, "the result is confirmed, whatever share of the slots is left: {input}");
        }
        seen.push((inputs(&summary), results(&fixture)));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    for name in ["small.txt", "middle.txt", "large.txt"] {
        let alone = fixture(TEST);
        let input = format!("crashes/{name}");
        alone.run(&["test.sh", &input, "-o", "alone", "-j", "1", "--summary", ".summary"]).check(0);
        assert_eq!(seen[0].0[name].1, summary(&alone)["accepted_hash"].as_str().unwrap());
        assert_eq!(seen[0].1[name], alone.read("alone"));
    }
}

#[test]
fn sleeping_tests_get_as_many_slots_as_the_lines_tell_and_the_same_results() {
    let fixture = fixture(&format!("sleep 0.03; {TEST}"));
    let (_, expected, files) = reduced_over(&fixture, &["-j", "1"]);
    let (stderr, seen, made) = reduced_over(&fixture, &[]);
    assert_eq!((seen, made), (expected, files));
    // Whether there are more depends on what else the machine does.
    let first = stderr.split("; ").nth(1).and_then(|text| text.split(' ').next()).unwrap();
    let told: Vec<&str> = stderr
        .lines()
        .filter_map(|line| line.split_once(" trials at a time from now on"))
        .map(|(before, _)| before.rsplit(' ').next().unwrap())
        .collect();
    let jobs = summary(&fixture)["jobs"].to_string();
    assert_eq!(&jobs, told.last().unwrap_or(&first), "{stderr}");
    let asked = reduced_over(&fixture, &["-j", "3"]).0;
    assert_eq!(summary(&fixture)["jobs"], 3);
    assert!(!asked.contains("at a time from now on"), "{asked}");
}

/// Reduces all inputs. Returns the messages, the hashes and the results.
fn reduced_over(fixture: &Fixture, arguments: &[&str]) -> (String, Inputs, BTreeMap<String, String>) {
    let fixed = ["batch", "test.sh", "crashes", "--no-session", "--force", "--summary", ".summary"];
    let seen = fixture.run(&[&fixed, arguments].concat()).check(0).says(&["3 inputs reduced"]);
    (seen.stderr, inputs(&summary(fixture)), results(fixture))
}

#[test]
fn all_inputs_share_the_workers_and_have_the_same_results() {
    let fixture = fixture(TEST);
    let (_, expected, files) = reduced_over(&fixture, &["-j", "1"]);
    let worker = format!("{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let (two, one) = (format!("2:{worker}"), format!("1:{worker}"));
    let places: [&[&str]; 2] =
        [&["-j", "0", "--workers", &two], &["-j", "1", "--workers", &two, "--workers", &one]];
    for place in places {
        let (stderr, seen, made) = reduced_over(&fixture, place);
        assert_eq!((&seen, &made), (&expected, &files), "{place:?}");
        let n_workers = place.iter().filter(|word| **word == "--workers").count();
        assert_eq!(stderr.matches("\nworker ").count(), n_workers, "once for each: {stderr}");
    }
    assert_eq!(summary(&fixture)["jobs"], 4);
    fixture
        .run(&["batch", "test.sh", "crashes", "-j", "0"])
        .check(2)
        .says(&["-j 0 leaves nothing that could run trials"]);
}

#[test]
fn a_lost_worker_is_reported_once_and_all_inputs_are_reduced() {
    let fixture = fixture(TEST);
    let (_, expected, files) = reduced_over(&fixture, &["-j", "1"]);
    let worker = format!("{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let pid = fixture.path(".pid").display().to_string();
    // It ends when enough trials have written a line.
    let log = fixture.path(".log").display().to_string();
    fixture.script("test.sh", &format!("echo x >>'{log}'\n{TEST}"));
    let watch = format!(
        "(while [ \"$(wc -l <'{log}')\" -lt 40 ]; do sleep 0.01; done; kill -9 $(cat '{pid}')) >/dev/null 2>&1 & \
         echo $$ >'{pid}'; exec {worker}"
    );
    fs::write(&log, "").unwrap();
    fixture.script(".worker.sh", &watch);
    let own = fixture.path(".worker.sh").display().to_string();
    let arguments = ["--sandbox", "off", "-j", "1", "--workers", &format!("1:{worker}"), "--workers", &own];
    let (stderr, seen, made) = reduced_over(&fixture, &arguments);
    assert_eq!((seen, made), (expected, files));
    assert!(stderr.contains("is lost: ") && stderr.contains("1 of 2 workers left"), "{stderr}");
}

#[test]
fn inputs_fail_if_a_worker_can_not_run_the_test() {
    let fixture = fixture(&format!("command -v only-here >/dev/null && {TEST}"));
    fixture.script("bin/only-here", "exit 0");
    let worker = format!("env PATH=/usr/bin:/bin {} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let mut command = fixture.command(&["batch", "test.sh", "crashes", "--workers", &worker, "-j", "1"]);
    let path = format!("{}:{}", fixture.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    let seen = RunOutput::of(command.env("PATH", path).output().unwrap());
    seen.check(3).says(&[
        "3 failed",
        "1 worker can't be used",
        "says no to the original",
        "leave the worker out",
    ]);
}

#[test]
fn failures_are_listed_and_end_the_batch_with_1() {
    let fixture = fixture(TEST);
    fixture.write("crashes/boring.txt", "nothing to see\n");
    let seen = fixture.run(&["batch", "test.sh", "crashes", "--summary", ".summary"]).check(1);
    let seen = seen.says(&[
        "3 inputs reduced, 1 failed",
        "crashes/boring.txt:\nerror: ",
        "is not interesting to start with",
    ]);
    assert!(seen.stderr.contains("boring.txt: failed: "), "{}", seen.stderr);
    let quiet = fixture.run(&["batch", "test.sh", "crashes", "-q", "--force"]).check(1);
    assert!(quiet.stderr.starts_with("\ncrashes/boring.txt:\nerror: "), "{}", quiet.stderr);
    let summary = summary(&fixture);
    assert_eq!(summary["status"], "failed");
    assert_eq!(inputs(&summary)["boring.txt"].0, "failed");
    assert_eq!(results(&fixture).len(), 3);
}

#[test]
fn only_the_smallest_input_of_each_failure_is_reduced() {
    let fixture = fixture("");
    let fails = "grep -q 'line 150 ' \"$1\" && { echo 'Assertion failed: other' >&2; exit 4; }\n\
                 grep -q 'line 42 ' \"$1\" && { echo 'Assertion failed: first' >&2; exit 3; }\nexit 0";
    fixture.script("fails.sh", fails);
    let arguments = ["batch", "crashes", "--summary", ".summary"];
    let command = ["--", "./fails.sh", "{}"];
    fixture
        .run(&[&arguments[..], &command].concat())
        .check(0)
        .says(&["middle.txt: fails in the same way as", "2 inputs reduced"]);
    let seen = summary(&fixture);
    let statuses: Vec<String> = inputs(&seen).into_values().map(|(status, _)| status).collect();
    assert_eq!(statuses, ["reduced", "duplicate", "reduced"], "large, middle, small");
    let duplicate =
        seen["inputs"].as_array().unwrap().iter().find(|row| row["status"] == "duplicate").unwrap();
    assert!(duplicate["duplicate_of"].as_str().unwrap().ends_with("small.txt"));
    assert_eq!(results(&fixture).keys().collect::<Vec<_>>(), ["large.txt", "small.txt"]);

    fixture.run(&[&arguments[..], &["--all"], &command].concat()).check(0).says(&["3 inputs reduced"]);
    assert_eq!(results(&fixture).len(), 3);
}

#[test]
fn a_table_has_a_test_for_each_input() {
    let fixture = fixture(TEST);
    fixture.script("tests/other.sh", "grep -q 'line 7 ' \"$1\"");
    fixture.write(
        "table",
        "# test and input\ntest.sh\tcrashes/small.txt\n\ntests/other.sh\tcrashes/large.txt\n",
    );
    fixture.run(&["batch", "--table", "table", "-o", "out", "-j", "2"]).check(0).says(&["2 inputs reduced"]);
    assert!(fixture.read("out/small.txt").contains("line 42 "));
    assert!(fixture.read("out/large.txt").starts_with("line 7 "));

    fixture.write("table", "test.sh\n");
    fixture
        .run(&["batch", "--table", "table"])
        .check(2)
        .says(&["line 1 of `table` does not have two fields"]);
    fixture.write("table", "test.sh\tnowhere\n");
    fixture
        .run(&["batch", "--table", "table"])
        .check(2)
        .says(&["line 1 of `table` names an input that can't be read"]);
}

#[test]
fn files_of_the_user_are_never_replaced() {
    let fixture = fixture(TEST);
    fixture.write("crashes.reduced/small.txt", "mine");
    fixture.run(&["batch", "test.sh", "crashes"]).check(2).says(&["2 inputs reduced, 1 failed", "small.txt"]);
    assert_eq!(fixture.read("crashes.reduced/small.txt"), "mine");
    let before = fixture.read("crashes/small.txt");
    let seen = fixture.run(&["batch", "test.sh", "crashes", "--summary", "crashes/small.txt"]);
    seen.check(2).says(&["the input or a part of it"]);
    assert_eq!(fixture.read("crashes/small.txt"), before);
    fixture.write("notes", "mine");
    fixture.run(&["batch", "test.sh", "crashes", "--summary", "notes"]).check(2);
    assert_eq!(fixture.read("notes"), "mine");
    // The results of an earlier run may be replaced.
    fixture.run(&["batch", "test.sh", "crashes", "--force"]).check(0);
    fixture.run(&["batch", "test.sh", "crashes"]).check(0).says(&["3 inputs reduced"]);
}

#[test]
fn impossible_batches_are_refused() {
    let fixture = fixture(TEST);
    fixture.write("more/small.txt", "line 42 and line 17 has\n");
    fs::create_dir(fixture.path("empty")).unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["test.sh", "empty"], "there is nothing to reduce"),
        (&["test.sh"], "there is nothing to reduce"),
        (&["test.sh", "nowhere"], "`nowhere` can't be read"),
        (&["test.sh", "-"], "a batch can't read its input from standard input"),
        (&["test.sh", "crashes", "crashes/small.txt"], "is named twice"),
        (&["test.sh", "crashes", "more", "-o", "out"], "would have the same path"),
        (&["crashes", "--save-script", "x", "--", "false"], "--save-script names one file"),
    ];
    for (arguments, told) in cases {
        fixture.run(&[&["batch"], *arguments].concat()).check(2).says(&[told, "help:"]);
    }
}

#[test]
fn a_killed_batch_is_resumed_with_all_inputs() {
    let whole = fixture(TEST);
    whole.run(&["batch", "test.sh", "crashes", "-j", "2", "--summary", ".summary"]).check(0);
    let fixture = fixture(&format!("sleep 0.01; {TEST}"));
    let arguments = ["batch", "test.sh", "crashes", "-j", "2", "--resume", "--summary", ".summary"];
    for n_killed in 0..4u64 {
        let mut command = fixture.command(&arguments);
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(500 + 700 * n_killed));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    fixture.run(&arguments).check(0).says(&["3 inputs reduced"]);
    assert_eq!(results(&fixture), results(&whole));
    assert_eq!(inputs(&summary(&fixture)), inputs(&summary(&whole)));
}

#[test]
fn an_interrupted_batch_keeps_the_best_of_all() {
    if is_ignored("-INT", 2) {
        return;
    }
    let fixture = fixture(TEST);
    // Once there is a result, trials take long, so that they are interrupted on any machine.
    let first = fixture.path("crashes.reduced/large.txt");
    fixture.script("test.sh", &format!("[ ! -e {} ] || sleep 2\n{TEST}", first.display()));
    let mut command = fixture.command(&["batch", "test.sh", "crashes", "-j", "2", "--summary", ".summary"]);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..2000 {
        if first.exists() {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let pid = running.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let seen = RunOutput::of(running.wait_with_output().unwrap());
    seen.check(130).says(&["--resume"]);
    assert_eq!(summary(&fixture)["status"], "interrupted");
    for result in results(&fixture).values() {
        assert!(result.contains("line 42 ") && result.contains("line 17 has"));
    }
}
