//! Many inputs at once: each comes to what it would come to alone.

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use dwindle_testkit::signals::is_ignored;
use serde_json::Value;

use crate::scene::{Scene, Seen};

/// Looks for one line in whatever file it is given.
const TEST: &str = "grep -q 'line 42 ' \"$1\" && grep -q 'line 17 has' \"$1\"";

/// A scene with three inputs of different sizes in a directory.
fn scene(test: &str) -> Scene {
    let scene = Scene::new(test);
    let words = scene.read("words.txt");
    let lines: Vec<&str> = words.lines().collect();
    for (name, n_lines) in [("small.txt", 50), ("middle.txt", 120), ("large.txt", 200)] {
        scene.write(&format!("crashes/{name}"), lines[..n_lines].join("\n") + "\n");
    }
    scene.write("crashes/.hidden", "no input");
    scene.write("crashes/inner/file", "no input either");
    scene
}

fn summary(scene: &Scene) -> Value {
    serde_json::from_str(&scene.read(".summary")).unwrap()
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

fn results(scene: &Scene) -> BTreeMap<String, String> {
    let names = fs::read_dir(scene.path("crashes.reduced")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.map(|name| (name.clone(), scene.read(&format!("crashes.reduced/{name}")))).collect()
}

#[test]
fn each_input_comes_to_what_it_would_come_to_alone_over_any_number_of_slots() {
    let mut seen = Vec::new();
    for jobs in ["1", "2", "5"] {
        let scene = scene(TEST);
        let arguments = ["batch", "test.sh", "crashes", "-j", jobs, "--summary", ".summary"];
        let ran = scene.run(&arguments).check(0).says(&["3 inputs reduced", "large.txt: "]);
        let listed = ["large.txt", "middle.txt", "small.txt"].map(|name| format!("crashes.reduced/{name}\n"));
        assert_eq!(ran.stdout, listed.concat());
        let summary = summary(&scene);
        assert_eq!((&summary["status"], &summary["reduced"]), (&Value::from("done"), &Value::from(3)));
        for input in summary["inputs"].as_array().unwrap() {
            let n_runs = input["summary"]["result_runs"][1].as_u64().unwrap();
            assert!(2 < n_runs, "the result is confirmed, whatever share of the slots is left: {input}");
        }
        seen.push((inputs(&summary), results(&scene)));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    for name in ["small.txt", "middle.txt", "large.txt"] {
        let alone = scene(TEST);
        let input = format!("crashes/{name}");
        alone.run(&["test.sh", &input, "-o", "alone", "-j", "1", "--summary", ".summary"]).check(0);
        assert_eq!(seen[0].0[name].1, summary(&alone)["accepted_hash"].as_str().unwrap());
        assert_eq!(seen[0].1[name], alone.read("alone"));
    }
}

/// Reduces all inputs, and returns what there is to compare.
fn reduced_over(scene: &Scene, arguments: &[&str]) -> (String, Inputs, BTreeMap<String, String>) {
    let fixed = ["batch", "test.sh", "crashes", "--no-session", "--force", "--summary", ".summary"];
    let seen = scene.run(&[&fixed, arguments].concat()).check(0).says(&["3 inputs reduced"]);
    (seen.stderr, inputs(&summary(scene)), results(scene))
}

#[test]
fn workers_on_other_machines_are_one_pool_for_all_inputs_and_change_no_result() {
    let scene = scene(TEST);
    let (_, expected, files) = reduced_over(&scene, &["-j", "1"]);
    let worker = format!("{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let (two, one) = (format!("2:{worker}"), format!("1:{worker}"));
    let places: [&[&str]; 2] =
        [&["-j", "0", "--workers", &two], &["-j", "1", "--workers", &two, "--workers", &one]];
    for place in places {
        let (stderr, seen, made) = reduced_over(&scene, place);
        assert_eq!((&seen, &made), (&expected, &files), "{place:?}");
        let n_workers = place.iter().filter(|word| **word == "--workers").count();
        assert_eq!(stderr.matches("\nworker ").count(), n_workers, "once for each: {stderr}");
    }
    assert_eq!(summary(&scene)["jobs"], 4);
    scene
        .run(&["batch", "test.sh", "crashes", "-j", "0"])
        .check(2)
        .says(&["-j 0 leaves nothing that could run trials"]);
}

#[test]
fn a_worker_that_is_lost_is_lost_for_all_inputs_and_ends_none() {
    let scene = scene(TEST);
    let (_, expected, files) = reduced_over(&scene, &["-j", "1"]);
    let worker = format!("{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let pid = scene.path(".pid").display().to_string();
    // It ends as soon as so many trials have written a line.
    let log = scene.path(".log").display().to_string();
    scene.script("test.sh", &format!("echo x >>'{log}'\n{TEST}"));
    let watch = format!(
        "(while [ \"$(wc -l <'{log}')\" -lt 40 ]; do sleep 0.01; done; kill -9 $(cat '{pid}')) >/dev/null 2>&1 & \
         echo $$ >'{pid}'; exec {worker}"
    );
    fs::write(&log, "").unwrap();
    scene.script(".worker.sh", &watch);
    let own = scene.path(".worker.sh").display().to_string();
    let arguments = ["--sandbox", "off", "-j", "1", "--workers", &format!("1:{worker}"), "--workers", &own];
    let (stderr, seen, made) = reduced_over(&scene, &arguments);
    assert_eq!((seen, made), (expected, files));
    assert!(stderr.contains("is lost: ") && stderr.contains("1 of 2 workers left"), "{stderr}");
}

#[test]
fn where_a_worker_can_not_run_the_test_the_inputs_fail_and_say_so() {
    let scene = scene(&format!("command -v only-here >/dev/null && {TEST}"));
    scene.script("bin/only-here", "exit 0");
    let worker = format!("env PATH=/usr/bin:/bin {} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let mut command = scene.command(&["batch", "test.sh", "crashes", "--workers", &worker, "-j", "1"]);
    let path = format!("{}:{}", scene.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    let seen = Seen::of(command.env("PATH", path).output().unwrap());
    seen.check(3).says(&[
        "3 failed",
        "1 worker can't be used",
        "says no to the original",
        "leave the worker out",
    ]);
}

#[test]
fn failures_stand_apart_and_are_no_success() {
    let scene = scene(TEST);
    scene.write("crashes/boring.txt", "nothing to see\n");
    let seen = scene.run(&["batch", "test.sh", "crashes", "--summary", ".summary"]).check(1);
    let seen = seen.says(&[
        "3 inputs reduced, 1 failed",
        "crashes/boring.txt:\nerror: ",
        "is not interesting to start with",
    ]);
    assert!(seen.stderr.contains("boring.txt: failed: "), "{}", seen.stderr);
    let quiet = scene.run(&["batch", "test.sh", "crashes", "-q", "--force"]).check(1);
    assert!(quiet.stderr.starts_with("\ncrashes/boring.txt:\nerror: "), "{}", quiet.stderr);
    let summary = summary(&scene);
    assert_eq!(summary["status"], "failed");
    assert_eq!(inputs(&summary)["boring.txt"].0, "failed");
    assert_eq!(results(&scene).len(), 3);
}

#[test]
fn of_inputs_that_go_wrong_in_the_same_way_the_smallest_is_reduced() {
    let scene = scene("");
    let fails = "grep -q 'line 150 ' \"$1\" && { echo 'Assertion failed: other' >&2; exit 4; }\n\
                 grep -q 'line 42 ' \"$1\" && { echo 'Assertion failed: first' >&2; exit 3; }\nexit 0";
    scene.script("fails.sh", fails);
    let arguments = ["batch", "crashes", "--summary", ".summary"];
    let command = ["--", "./fails.sh", "{}"];
    scene
        .run(&[&arguments[..], &command].concat())
        .check(0)
        .says(&["middle.txt: goes wrong as", "2 inputs reduced"]);
    let seen = summary(&scene);
    let statuses: Vec<String> = inputs(&seen).into_values().map(|(status, _)| status).collect();
    assert_eq!(statuses, ["reduced", "duplicate", "reduced"], "large, middle, small");
    let duplicate =
        seen["inputs"].as_array().unwrap().iter().find(|row| row["status"] == "duplicate").unwrap();
    assert!(duplicate["duplicate_of"].as_str().unwrap().ends_with("small.txt"));
    assert_eq!(results(&scene).keys().collect::<Vec<_>>(), ["large.txt", "small.txt"]);

    scene.run(&[&arguments[..], &["--all"], &command].concat()).check(0).says(&["3 inputs reduced"]);
    assert_eq!(results(&scene).len(), 3);
}

#[test]
fn a_table_has_a_test_for_each_input() {
    let scene = scene(TEST);
    scene.script("tests/other.sh", "grep -q 'line 7 ' \"$1\"");
    scene.write(
        "table",
        "# test and input\ntest.sh\tcrashes/small.txt\n\ntests/other.sh\tcrashes/large.txt\n",
    );
    scene.run(&["batch", "--table", "table", "-o", "out", "-j", "2"]).check(0).says(&["2 inputs reduced"]);
    assert!(scene.read("out/small.txt").contains("line 42 "));
    assert!(scene.read("out/large.txt").starts_with("line 7 "));

    scene.write("table", "test.sh\n");
    scene.run(&["batch", "--table", "table"]).check(2).says(&["line 1 of `table` has not two fields"]);
    scene.write("table", "test.sh\tnowhere\n");
    scene
        .run(&["batch", "--table", "table"])
        .check(2)
        .says(&["line 1 of `table` names an input that can't be read"]);
}

#[test]
fn what_is_not_ours_is_never_replaced() {
    let scene = scene(TEST);
    scene.write("crashes.reduced/small.txt", "mine");
    scene.run(&["batch", "test.sh", "crashes"]).check(2).says(&["2 inputs reduced, 1 failed", "small.txt"]);
    assert_eq!(scene.read("crashes.reduced/small.txt"), "mine");
    let before = scene.read("crashes/small.txt");
    let seen = scene.run(&["batch", "test.sh", "crashes", "--summary", "crashes/small.txt"]);
    seen.check(2).says(&["the input or a part of it"]);
    assert_eq!(scene.read("crashes/small.txt"), before);
    scene.write("notes", "mine");
    scene.run(&["batch", "test.sh", "crashes", "--summary", "notes"]).check(2);
    assert_eq!(scene.read("notes"), "mine");
    // What an earlier run made may be replaced, and is not worse.
    scene.run(&["batch", "test.sh", "crashes", "--force"]).check(0);
    scene.run(&["batch", "test.sh", "crashes"]).check(0).says(&["3 inputs reduced"]);
}

#[test]
fn what_makes_no_batch_is_told() {
    let scene = scene(TEST);
    scene.write("more/small.txt", "line 42 and line 17 has\n");
    fs::create_dir(scene.path("empty")).unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["test.sh", "empty"], "there is nothing to reduce"),
        (&["test.sh"], "there is nothing to reduce"),
        (&["test.sh", "nowhere"], "`nowhere` can't be read"),
        (&["test.sh", "-"], "a batch can't read its input from standard input"),
        (&["test.sh", "crashes", "crashes/small.txt"], "is named twice"),
        (&["test.sh", "crashes", "more", "-o", "out"], "would have one name"),
        (&["crashes", "--save-script", "x", "--", "false"], "--save-script names one file"),
    ];
    for (arguments, told) in cases {
        scene.run(&[&["batch"], *arguments].concat()).check(2).says(&[told, "help:"]);
    }
}

#[test]
fn a_batch_that_is_killed_goes_on_with_all_its_inputs() {
    let whole = scene(TEST);
    whole.run(&["batch", "test.sh", "crashes", "-j", "2", "--summary", ".summary"]).check(0);
    let scene = scene(&format!("sleep 0.01; {TEST}"));
    let arguments = ["batch", "test.sh", "crashes", "-j", "2", "--resume", "--summary", ".summary"];
    for n_killed in 0..4u64 {
        let mut command = scene.command(&arguments);
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(500 + 700 * n_killed));
        running.kill().unwrap();
        running.wait().unwrap();
    }
    scene.run(&arguments).check(0).says(&["3 inputs reduced"]);
    assert_eq!(results(&scene), results(&whole));
    assert_eq!(inputs(&summary(&scene)), inputs(&summary(&whole)));
}

#[test]
fn an_interrupted_batch_keeps_the_best_of_all() {
    if is_ignored("-INT", 2) {
        return;
    }
    let scene = scene(TEST);
    // Once there is a result, trials take long enough to be interrupted on any machine.
    let first = scene.path("crashes.reduced/large.txt");
    scene.script("test.sh", &format!("[ ! -e {} ] || sleep 2\n{TEST}", first.display()));
    let mut command = scene.command(&["batch", "test.sh", "crashes", "-j", "2", "--summary", ".summary"]);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..2000 {
        if first.exists() {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    let pid = running.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let seen = Seen::of(running.wait_with_output().unwrap());
    seen.check(130).says(&["--resume"]);
    assert_eq!(summary(&scene)["status"], "interrupted");
    for result in results(&scene).values() {
        assert!(result.contains("line 42 ") && result.contains("line 17 has"));
    }
}
