//! Whole reductions, as a user starts them.

use crate::scene::Scene;
use serde_json::Value;

/// Interesting is what holds two lines.
const TWO_LINES: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

fn summary(scene: &Scene) -> Value {
    serde_json::from_str(&scene.read("summary.json")).unwrap()
}

#[test]
fn the_smallest_input_goes_beside_the_original_and_its_path_to_stdout() {
    let scene = Scene::new(TWO_LINES);
    let original = scene.read("words.txt");
    let seen = scene.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(seen.stdout, "words.reduced.txt\n");
    assert_eq!(scene.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    assert_eq!(scene.read("words.txt"), original);
    let seen =
        seen.says(&["words.txt: ", "4,692 bytes, 1,000 tokens", "candidates proposed", " trials run in "]);
    assert_eq!(scene.names(), ["test.sh", "words.reduced.txt", "words.txt"], "{}", seen.stderr);
}

#[test]
fn the_summary_is_one_documented_object() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "--summary", "summary.json", "--seed", "7", "-j", "2"]).check(0);
    let summary = summary(&scene);
    let names: Vec<&str> = summary.as_object().unwrap().keys().map(String::as_str).collect();
    let document = include_str!("../../../../docs/events.md");
    let example = document.split('`').find(|code| code.starts_with("{\"status\"")).unwrap();
    let example: Value = serde_json::from_str(example).unwrap();
    let mut documented: Vec<&str> = example.as_object().unwrap().keys().map(String::as_str).collect();
    let mut names = names;
    names.sort_unstable();
    documented.sort_unstable();
    assert_eq!(names, documented);
    assert_eq!(summary["status"], "reduced");
    assert!(summary["output"].as_str().unwrap().ends_with("words.reduced.txt"));
    assert_eq!(summary["bytes"][0], scene.read("words.txt").len());
    assert_eq!(summary["bytes"][1], scene.read("words.reduced.txt").len());
    assert_eq!(summary["tokens"], serde_json::json!([1000, 5]));
    assert_eq!(
        (&summary["jobs"], &summary["plan"], &summary["seed"]),
        (&2.into(), &"auto".into(), &7.into())
    );
    let count = |name: &str| summary[name].as_u64().unwrap();
    assert!(0 < count("accepted") && count("accepted") <= count("executed"));
    assert!(count("proposed") <= count("executed") + count("known") + count("gated") + count("put_off"));
}

#[test]
fn json_lines_are_all_there_is_on_stdout_and_end_with_the_summary() {
    let scene = Scene::new(TWO_LINES);
    let seen = scene.run(&["test.sh", "words.txt", "--format", "json", "--summary", "summary.json"]).check(0);
    let lines: Vec<Value> = seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, events) = lines.split_last().unwrap();
    assert_eq!(events[0]["event"], "started");
    assert_eq!(events.last().unwrap()["event"], "finished");
    assert!(events.is_sorted_by_key(|event| event["seconds"].as_f64()));
    let mut with_name = summary(&scene);
    with_name["event"] = "summary".into();
    assert_eq!(*last, with_name);
}

#[test]
fn in_place_keeps_the_original_beside_it() {
    let scene = Scene::new(TWO_LINES);
    let original = scene.read("words.txt");
    let seen = scene.run(&["--in-place", "test.sh", "words.txt"]).check(0);
    assert_eq!(seen.stdout, "words.txt\n");
    assert_eq!(scene.read("words.txt"), "line 42 \nline 123 has\n");
    assert_eq!(scene.read("words.txt.orig"), original);
    scene.run(&["--in-place", "test.sh", "words.txt"]).check(0);
    assert_eq!(scene.read("words.txt.orig"), original, "a second run leaves the first original alone");
}

#[test]
fn what_stands_in_the_place_of_the_result_is_not_overwritten() {
    let scene = Scene::new(TWO_LINES);
    scene.write("words.reduced.txt", "mine");
    scene.run(&["test.sh", "words.txt"]).check(2).says(&["words.reduced.txt", "was not made by", "help: "]);
    assert_eq!(scene.read("words.reduced.txt"), "mine");
    scene.run(&["test.sh", "words.txt", "-o", "small.txt"]).check(0);
    assert_eq!(scene.read("small.txt"), "line 42 \nline 123 has\n");
    scene.run(&["test.sh", "words.txt", "-o", "words.txt"]).check(2).says(&["--in-place"]);
}

#[test]
fn a_second_run_replaces_the_result_of_the_first() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt"]).check(0);
    scene.script("test.sh", "grep -q 'line 42 has' words.txt");
    scene.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 has\n");
    assert_eq!(scene.names(), ["test.sh", "words.reduced.txt", "words.txt"]);
}

#[test]
fn a_better_result_stays_when_a_run_is_cut_short() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt"]).check(0);
    let best = scene.read("words.reduced.txt");
    let cut = ["test.sh", "words.txt", "--max-trials", "1"];
    let told = [&cut[..], &["--summary", "summary.json"]].concat();
    scene.run(&told).check(0).says(&["the result of an earlier run is smaller, and stays"]);
    assert_eq!(scene.read("words.reduced.txt"), best);
    let bytes = &summary(&scene)["bytes"];
    assert_eq!(bytes[1], best.len(), "the summary is about what stands at the output");
    scene.run(&[&cut[..], &["--resume"]].concat()).check(0);
    assert_eq!(scene.read("words.reduced.txt"), best);
    scene.run(&[&cut[..], &["--force"]].concat()).check(0);
    assert!(best.len() < scene.read("words.reduced.txt").len());
}

#[test]
fn a_better_result_that_the_present_test_does_not_confirm_is_replaced() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt"]).check(0);
    scene.script("test.sh", "grep -q 'line 50 ' words.txt");
    let seen = scene.run(&["test.sh", "words.txt", "--max-trials", "1"]).check(0);
    seen.says(&["says no to the result of an earlier run"]);
    assert!(scene.read("words.reduced.txt").contains("line 50 "));
}

#[test]
fn the_result_of_another_input_does_not_stay() {
    let scene = Scene::new("grep -q needle words.txt");
    scene.write("words.txt", "needle\n");
    scene.run(&["test.sh", "words.txt"]).check(0);
    scene.write("words.txt", "hay\na longer needle indeed\nhay\n");
    scene.run(&["test.sh", "words.txt", "--keep", "longer needle indeed"]).check(0);
    assert!(scene.read("words.reduced.txt").contains("longer needle indeed"));
}

#[test]
fn force_replaces_a_file_and_sets_a_directory_aside() {
    let scene = Scene::new("grep -q needle a.txt");
    scene.write("a.txt", "hay needle");
    scene.write("a.reduced.txt", "mine");
    scene.run(&["--force", "--no-session", "test.sh", "a.txt"]).check(0);
    assert_eq!(scene.read("a.reduced.txt"), "needle");
    scene.run(&["--force", "test.sh", "a.txt", "-o", "a.txt"]).check(2).says(&["--in-place"]);
    scene.write("project/a.txt", "hay needle");
    scene.write("project.reduced/notes", "mine");
    scene.run(&["--force", "test.sh", "project"]).check(0);
    assert_eq!(scene.read("project.reduced.orig/notes"), "mine");
}

#[test]
fn a_summary_takes_the_place_of_nothing_but_a_summary() {
    let scene = Scene::new(TWO_LINES);
    let original = scene.read("words.txt");
    let run = |path: &str, more: &[&str]| {
        scene.run(&[&["test.sh", "words.txt", "--max-trials", "3", "--summary", path], more].concat())
    };
    for (path, what) in
        [("words.txt", "the input"), ("words.reduced.txt", "the result"), ("test.sh", "the test")]
    {
        run(path, &["--force"]).check(2).says(&[what, "never replaced"]);
    }
    assert_eq!(scene.read("words.txt"), original);
    scene.write("notes", "mine");
    run("notes", &[]).check(2).says(&["was not written by dwindle", "--force"]);
    assert_eq!(scene.read("notes"), "mine");
    run("notes", &["--force"]).check(0);
    run("notes", &[]).check(0);
}

#[test]
fn an_original_that_is_not_interesting_ends_with_1_and_leaves_nothing() {
    let scene = Scene::new("echo 'no bug here' >&2; exit 3");
    let seen = scene.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["not interesting", "test.sh", "directory", "exit status 3", "| no bug here", "help: "]);
    assert_eq!(scene.names(), ["test.sh", "words.txt"]);
}

#[test]
fn a_flaky_test_that_mostly_works_is_asked_several_times() {
    let scene = Scene::new("");
    let count = scene.path("count");
    // One run in nine says no, whatever there is.
    scene.script(
        "test.sh",
        &format!(
            "echo >> {0}; test $(($(wc -l < {0}) % 9)) != 2 && grep -q 'line 42 has' words.txt",
            count.display()
        ),
    );
    let run = scene.run(&["test.sh", "words.txt", "-j", "1", "--sandbox", "off"]).check(0);
    run.says(&["warning: the test is flaky", "the result was interesting in"]);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 has\n");
    scene
        .run(&["test.sh", "words.txt", "--flaky", "1.5"])
        .check(2)
        .says(&["a share of the runs such as 0.5"]);
}

#[test]
fn a_flaky_test_ends_with_1() {
    let scene = Scene::new("");
    let seen = scene.path("seen");
    scene.script("test.sh", &format!("test -e {0} && exit 1; touch {0}", seen.display()));
    let line = ["test.sh", "words.txt", "--sandbox", "off"];
    scene.run(&line).check(1).says(&["flaky", "a later run", "1 of", "--flaky"]);
}

#[test]
fn a_test_that_accepts_everything_is_refused_unless_the_user_insists() {
    let scene = Scene::new("exit 0");
    let seen = scene.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["the test says yes to an empty input, too", "--allow-empty"]);
    assert!(!scene.exists("words.reduced.txt"));
    scene.run(&["--allow-empty", "test.sh", "words.txt"]).check(0).says(&["warning: the empty input"]);
    assert_eq!(scene.read("words.reduced.txt"), "");
}

#[test]
fn a_command_that_does_not_look_at_the_input_is_refused() {
    let scene = Scene::new("");
    scene.write("project/Makefile.txt", "all:\n\tfalse\n");
    for line in [&["words.txt", "--", "sh", "-c", "exit 3"][..], &["project", "--", "sh", "-c", "exit 3"]] {
        scene.run(line).check(1).says(&["the same with an empty input", "--allow-empty"]);
    }
    let line = ["project", "--", "sh", "-c", "grep -q false Makefile.txt && exit 3; exit 1"];
    scene.run(&line).check(0);
}

#[test]
fn a_command_that_is_not_found_is_no_answer() {
    let scene = Scene::new("");
    let line = ["words.txt", "--differs-from", "no-such-command-here {}", "--", "cat", "{}"];
    scene.run(&line).check(1).says(&["no-such-command-here", "a command was not found"]);
    scene.run(&["words.txt", "--", "no-such-command-here {}"]).check(1).says(&["a command was not found"]);
    assert!(!scene.exists("words.reduced.txt"));
}

#[test]
fn a_test_that_names_the_original_is_refused_unless_the_user_insists() {
    let scene = Scene::new("");
    let path = scene.path("words.txt");
    scene.script("test.sh", &format!("grep -q 'line 42' {} && test -s words.txt", path.display()));
    let seen = scene.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["names the original", "line 2: grep", "--allow-original"]);
    let path = path.to_str().unwrap();
    scene.run(&["words.txt", "--", "cat", path]).check(1).says(&["names the original", "write {}"]);
    scene.run(&["--allow-original", "test.sh", "words.txt", "--max-trials", "3"]).check(0);
}

#[test]
fn the_number_of_workers_changes_nothing_but_the_time() {
    let run = |jobs: &[&str]| {
        // It sleeps, so that the default may become more in mid-run.
        let scene = Scene::new(
            "sleep 0.02; grep -q 'line 4.* ' words.txt && grep -q 'words' words.txt && grep -q ' 123' words.txt",
        );
        scene.run(&[&["test.sh", "words.txt", "--summary", "summary.json"], jobs].concat()).check(0);
        let summary = summary(&scene);
        let counts = ["accepted_hash", "accepted", "proposed"].map(|name| summary[name].clone());
        (scene.read("words.reduced.txt"), counts)
    };
    let alone = run(&["-j", "1"]);
    assert_eq!(alone, run(&["-j", "2"]));
    assert_eq!(alone, run(&["-j", "8"]));
    assert_eq!(alone, run(&[]));
}

#[test]
fn a_budget_of_trials_ends_the_run_and_resuming_goes_on() {
    let whole = Scene::new(TWO_LINES);
    whole.run(&["test.sh", "words.txt", "-j", "1", "--summary", "summary.json"]).check(0);

    let scene = Scene::new(TWO_LINES);
    let arguments = ["test.sh", "words.txt", "-j", "1", "--summary", "summary.json"];
    scene.run(&[&arguments[..], &["--max-trials", "20"]].concat()).check(0).says(&["limit of trials"]);
    assert_eq!(summary(&scene)["status"], "budget");
    scene.run(&[&arguments[..], &["--resume"]].concat()).check(0).says(&["resuming with 2"]);
    assert_eq!(scene.read("words.reduced.txt"), whole.read("words.reduced.txt"));
    let (resumed, whole) = (summary(&scene), summary(&whole));
    assert_eq!(resumed["accepted_hash"], whole["accepted_hash"]);
    assert_eq!(resumed["executed"].as_u64().unwrap() + 20, whole["executed"].as_u64().unwrap());
}

#[test]
fn a_budget_of_time_counts_from_the_start_of_the_command() {
    let scene = Scene::new("sleep 0.2; grep -q 'line 42' words.txt");
    let arguments = ["test.sh", "words.txt", "--budget", "100ms", "--summary", "summary.json"];
    scene.run(&arguments).check(1).says(&["the time that was allowed was over", "--budget"]);
    assert!(!scene.exists("words.reduced.txt") && !scene.exists("summary.json"));
}

#[test]
fn a_result_that_no_time_was_left_to_confirm_ends_with_1() {
    // The second time that a file is tested takes for ever, but for the original.
    let scene = Scene::new(
        "here=$(dirname \"$0\"); seen=$here/seen-$(cksum <words.txt | tr ' ' -)
        [ ! -e \"$seen\" ] || cmp -s words.txt \"$here/words.txt\" || sleep 100
        : >\"$seen\"; grep -q 'line 42' words.txt",
    );
    let arguments =
        ["test.sh", "words.txt", "--budget", "4s", "--sandbox", "off", "--summary", "summary.json"];
    scene.run(&arguments).check(1).says(&["no time was left to run the test on the result a second time"]);
    assert_eq!(summary(&scene)["status"], "unconfirmed");
    assert!(scene.read("words.reduced.txt").contains("line 42"));
}

#[test]
fn resuming_after_the_test_was_changed_is_refused() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "--max-trials", "20"]).check(0);
    scene.script("test.sh", "grep -q 'line 42 has' words.txt");
    let seen = scene.run(&["--resume", "test.sh", "words.txt"]).check(2);
    let seen = seen.says(&["cannot resume", "the test", "help: "]);
    assert!(!seen.stderr.contains("replaced"), "{}", seen.stderr);
}

#[test]
fn a_size_that_is_small_enough_ends_the_run() {
    let scene = Scene::new(TWO_LINES);
    scene
        .run(&["test.sh", "words.txt", "--target-size", "50%"])
        .check(0)
        .says(&["the target size is reached"]);
    let (before, after) = (scene.read("words.txt").len(), scene.read("words.reduced.txt").len());
    assert!(after <= before / 2 && 30 < after, "{after}");
}

#[test]
fn what_is_to_be_kept_is_kept() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "--keep", "^line 77 .*$"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 words\nline 77 has some words\nline 123 has\n");
    scene
        .run(&["test.sh", "words.txt", "--keep", "no such text"])
        .check(2)
        .says(&["nothing in the input matches"]);
}

#[test]
fn a_directory_is_reduced_to_a_directory() {
    let scene = Scene::new("grep -q needle src/a.txt && test -e include/b.h");
    for name in ["src/a.txt", "src/c.txt", "include/b.h", "include/d.h"] {
        scene.write(&format!("project/{name}"), "hay\nneedle\nhay\n");
    }
    let seen = scene.run(&["test.sh", "project"]).check(0);
    assert_eq!(seen.stdout, "project.reduced\n");
    assert_eq!(scene.read("project.reduced/src/a.txt"), "needle\n");
    assert_eq!(scene.read("project.reduced/include/b.h"), "");
    assert!(!scene.exists("project.reduced/src/c.txt") && !scene.exists("project.reduced/include/d.h"));
}

#[test]
fn a_test_may_look_for_a_directory_under_its_name() {
    let scene = Scene::new("cd project && grep -q needle src/a.txt");
    for name in ["src/a.txt", "src/b.txt"] {
        scene.write(&format!("project/{name}"), "hay\nneedle\nhay\n");
    }
    scene.run(&["test.sh", "project"]).check(0);
    assert_eq!(scene.read("project.reduced/src/a.txt"), "needle\n");
    assert!(!scene.exists("project.reduced/src/b.txt") && !scene.exists("project.reduced/project"));
}

#[test]
fn a_command_must_keep_doing_what_it_does_now() {
    let scene = Scene::new("");
    let seen = scene.run(&["words.txt", "--stdout-contains", "line 42", "--", "cat", "{}"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42\n");
    seen.says(&["what is kept: ", "line 42"]);
    scene.run(&["words.txt", "--", "cat", "{}"]).check(1).says(&["nothing is wrong now", "help: "]);
}

#[test]
fn a_tester_that_stays_answers_for_one_path_after_the_other() {
    let scene = Scene::new("");
    scene.script(
        "tester.sh",
        "while read -r path; do if grep -q 'line 42 has' \"$path\"; then echo interesting; else echo boring; fi; done",
    );
    scene.run(&["--server", "./tester.sh", "words.txt", "-j", "2"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 has\n");
    scene.run(&["--server", "./no-such-tester", "words.txt", "-o", "x"]).check(3).says(&["no-such-tester"]);
}

#[test]
fn a_command_keeps_its_bug_and_not_only_its_exit_status() {
    let scene = Scene::new("");
    let tool = "grep -q 'line 42 has' {} && { echo \"{}:42: error: no rule for 'words' here\" >&2; exit 1; }; \
                echo '{}:1: error: syntax error' >&2; exit 1";
    let line = ["words.txt", "--save-script", "kept.sh", "--", tool];
    scene.run(&line).check(0).says(&["what is kept: ", "error: no rule for '…' here"]);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 has\n");
    // The script asks the same.
    scene.run(&["./kept.sh", "words.txt", "-o", "again.txt"]).check(0);
    assert_eq!(scene.read("again.txt"), "line 42 has\n");
    scene.run(&["check", "./kept.sh", "words.reduced.txt"]).check(0);
    // It may be replaced by another run, unless a person has changed it.
    scene.run(&line).check(0);
    scene.write("kept.sh", &(scene.read("kept.sh") + "grep -q has \"$1\"\n"));
    scene.run(&line).check(2).says(&["kept.sh", "--force"]);
    scene.write("notes.sh", "mine");
    scene.run(&["words.txt", "--save-script", "notes.sh", "--", tool]).check(2).says(&["--force"]);
}

#[test]
fn other_failures_are_kept_aside() {
    let scene = Scene::new("");
    let tool = "grep -q 'line 42 ' {} && grep -q 'line 43 ' {} && kill -SEGV $$; \
                grep -q 'line 43 ' {} && kill -ABRT $$; exit 0";
    scene.run(&["words.txt", "--keep-others", "others", "--", tool]).check(0).says(&["1 other failure kept"]);
    assert!(scene.read("others/1/input/words.txt").contains("line 43 "));
    assert!(scene.read("others/1/failure.txt").contains("SIGABRT"));
    scene.script("test.sh", "grep -q 'line 42 ' words.txt && exit 0; test -s words.txt && exit 99; exit 1");
    let line = ["test.sh", "words.txt", "--also-interesting", "99", "--keep-others", "also", "--force"];
    scene.run(&line).check(0);
    assert!(!scene.read("also/1/input/words.txt").contains("line 42 "));
    scene.run(&["test.sh", "words.txt", "--keep-others", "also"]).check(2).says(&["--also-interesting"]);
    scene.run(&["test.sh", "words.txt", "--also-interesting", "99"]).check(2);
}

#[test]
fn the_candidate_is_also_on_standard_input() {
    let scene = Scene::new("grep -q 'line 42 has'");
    scene.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 has\n");
}

#[test]
fn a_script_that_does_not_say_what_runs_it_is_refused_if_no_shell_would() {
    let scene = Scene::new("");
    scene.script("test.py", "");
    scene.write("test.py", "import sys\nsys.exit('line 42' not in open(sys.argv[1]).read())\n");
    let seen = scene.run(&["test.py", "words.txt"]).check(2);
    seen.says(&["no shell script", "#!/usr/bin/env python3"]);
}

#[test]
fn answers_hold_only_with_the_same_contents_of_a_directory_of_the_users() {
    let scene = Scene::new(TWO_LINES);
    scene.write("include/a.h", "one");
    let line = ["test.sh", "words.txt", "--with", "include", "--max-trials", "20"];
    scene.run(&line).check(0);
    scene.run(&[&line[..], &["--resume"]].concat()).check(0).says(&["resuming with"]);
    scene.write("include/a.h", "two");
    scene.run(&[&line[..], &["--resume"]].concat()).check(2).says(&["--with include"]);
}

#[test]
fn two_commands_must_keep_disagreeing() {
    let scene = Scene::new("");
    scene.write("words.txt", "a\nb\nB\nc\n");
    let arguments = ["words.txt", "--differs-from", "grep -c b {}", "--", "grep", "-ic", "b", "{}"];
    scene.run(&arguments).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "b\nB\n");
}

#[test]
fn quiet_says_nothing() {
    let scene = Scene::new(TWO_LINES);
    let seen = scene.run(&["-q", "test.sh", "words.txt"]).check(0);
    assert_eq!((seen.stderr.as_str(), seen.stdout.as_str()), ("", "words.reduced.txt\n"));
}

#[test]
fn verbose_names_passes_and_steps() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["-v", "test.sh", "words.txt"]).check(0).says(&[
        "treesplit-coarse begins",
        "accepted 1: ",
        "treesplit-coarse ends: ",
    ]);
}

#[test]
fn no_session_leaves_no_journal() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["--no-session", "test.sh", "words.txt"]).check(0);
    assert!(!scene.exists(".dwindle"));
}

#[test]
fn the_result_of_the_default_plan_is_1_minimal() {
    let scene = Scene::new("grep -q 'line 42 ' \"$1\" && grep -q 'line 123 has' \"$1\"");
    scene.run(&["test.sh", "words.txt"]).check(0);
    scene.run(&["verify", "test.sh", "words.reduced.txt"]).check(0);
}

#[test]
fn the_example_of_the_readme_gets_small() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cc");
        return;
    }
    let scene = Scene::new("");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shift/");
    scene.write("hashes.c", std::fs::read(format!("{examples}hashes.c")).unwrap());
    scene.run(&[&format!("{examples}test.sh"), "hashes.c", "--summary", "summary.json"]).check(0);
    let tokens = summary(&scene)["tokens"].clone();
    assert!(tokens[1].as_u64().unwrap() < 100, "{tokens}");
    assert!(scene.read("hashes.reduced.c").contains(">> 33"));
}

#[test]
fn the_result_is_formatted_at_the_end_if_it_stays_interesting() {
    let scene = Scene::new(TWO_LINES);
    let seen = scene.run(&["test.sh", "words.txt", "--format-with", "sed -i 's/has/has all/'"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 \nline 123 has all\n");
    seen.says(&["the result is formatted"]);
    let again = scene.run(&["test.sh", "words.txt", "--format-with", "sed s/line/row/ {}"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    again.says(&["not interesting any more"]);
    scene.run(&["test.sh", "words.txt", "--format-with", "false"]).check(0).says(&["is not formatted"]);
}

#[test]
fn the_result_is_laid_out_on_wish_if_it_stays_interesting() {
    let scene = Scene::new("tr -d ' \\n' <\"$1\" | grep -q 'if(a){f();f();}'");
    scene.write("a.c", "void f(); void g(int a) { if (a) { f(); f(); } g(1); }\n");
    let seen = scene.run(&["test.sh", "a.c", "--layout"]).check(0);
    assert!(scene.read("a.reduced.c").contains("{\n    f();\n    f();\n}"), "{}", scene.read("a.reduced.c"));
    seen.says(&["the result is formatted"]);
    scene.run(&["verify", "test.sh", "a.reduced.c"]).check(0);
    scene.write("test.sh", "#!/bin/sh\ngrep -q 'if.*{ *f(); *f(); *}' \"$1\"\n");
    let seen = scene.run(&["test.sh", "a.c", "--layout"]).check(0);
    assert_eq!(scene.read("a.reduced.c").lines().count(), 1);
    seen.says(&["it stays as it was"]);
    scene.run(&["test.sh", "a.c", "--layout", "--format-with", "cat"]).check(2);
}

#[test]
fn candidates_stay_valid_on_wish() {
    let scene = Scene::new("grep -q 'f(1)' a.c");
    scene.write("a.c", "int f(int a) { return a; }\nint main(void) { return f(1); }\n");
    scene.run(&["test.sh", "a.c", "--valid"]).check(0);
    let left = scene.read("a.reduced.c");
    assert_eq!(left.matches('{').count(), left.matches('}').count(), "{left}");
    scene.write("b.c", "int f( {\n");
    scene.run(&["test.sh", "b.c", "--valid"]).check(2).says(&["b.c:1: not valid c", "--valid"]);
}
