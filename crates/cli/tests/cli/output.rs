//! Where results are written, and what is never replaced.

use crate::fixture::{Fixture, TWO_LINES};

#[test]
fn the_result_is_written_beside_the_original_and_its_path_to_stdout() {
    let fixture = Fixture::new(TWO_LINES);
    let original = fixture.read("words.txt");
    let seen = fixture.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(seen.stdout, "words.reduced.txt\n");
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    assert_eq!(fixture.read("words.txt"), original);
    let seen =
        seen.says(&["words.txt: ", "4,692 bytes, 1,000 tokens", "candidates proposed", " trials run in "]);
    assert_eq!(fixture.names(), ["test.sh", "words.reduced.txt", "words.txt"], "{}", seen.stderr);
}

#[test]
fn in_place_saves_the_original_beside_the_result() {
    let fixture = Fixture::new(TWO_LINES);
    let original = fixture.read("words.txt");
    let seen = fixture.run(&["--in-place", "test.sh", "words.txt"]).check(0);
    assert_eq!(seen.stdout, "words.txt\n");
    assert_eq!(fixture.read("words.txt"), "line 42 \nline 123 has\n");
    assert_eq!(fixture.read("words.txt.orig"), original);
    fixture.run(&["--in-place", "test.sh", "words.txt"]).check(0);
    assert_eq!(fixture.read("words.txt.orig"), original, "a second run does not replace the saved original");
}

#[test]
fn an_existing_file_is_not_overwritten_by_the_result() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.write("words.reduced.txt", "mine");
    fixture.run(&["test.sh", "words.txt"]).check(2).says(&[
        "words.reduced.txt",
        "was not written by",
        "help: ",
    ]);
    assert_eq!(fixture.read("words.reduced.txt"), "mine");
    fixture.run(&["test.sh", "words.txt", "-o", "small.txt"]).check(0);
    assert_eq!(fixture.read("small.txt"), "line 42 \nline 123 has\n");
    fixture.run(&["test.sh", "words.txt", "-o", "words.txt"]).check(2).says(&["--in-place"]);
}

#[test]
fn a_second_run_replaces_the_result_of_the_first() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt"]).check(0);
    fixture.script("test.sh", "grep -q 'line 42 has' words.txt");
    fixture.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 has\n");
    assert_eq!(fixture.names(), ["test.sh", "words.reduced.txt", "words.txt"]);
}

#[test]
fn a_run_that_ends_early_does_not_replace_a_smaller_result() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt"]).check(0);
    let best = fixture.read("words.reduced.txt");
    let cut = ["test.sh", "words.txt", "--max-trials", "1"];
    let arguments = [&cut[..], &["--summary", "summary.json"]].concat();
    fixture.run(&arguments).check(0).says(&["the result of an earlier run is smaller, so it is kept"]);
    assert_eq!(fixture.read("words.reduced.txt"), best);
    let bytes = &fixture.summary()["bytes"];
    assert_eq!(bytes[1], best.len(), "the summary is about the file at the output");
    fixture.run(&[&cut[..], &["--resume"]].concat()).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), best);
    fixture.run(&[&cut[..], &["--force"]].concat()).check(0);
    assert!(best.len() < fixture.read("words.reduced.txt").len());
}

#[test]
fn a_smaller_result_that_is_not_interesting_any_more_is_replaced() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt"]).check(0);
    fixture.script("test.sh", "grep -q 'line 50 ' words.txt");
    let seen = fixture.run(&["test.sh", "words.txt", "--max-trials", "1"]).check(0);
    seen.says(&["says no to the result of an earlier run"]);
    assert!(fixture.read("words.reduced.txt").contains("line 50 "));
}

#[test]
fn the_result_of_another_input_is_replaced() {
    let fixture = Fixture::new("grep -q needle words.txt");
    fixture.write("words.txt", "needle\n");
    fixture.run(&["test.sh", "words.txt"]).check(0);
    fixture.write("words.txt", "hay\na longer needle indeed\nhay\n");
    fixture.run(&["test.sh", "words.txt", "--keep", "longer needle indeed"]).check(0);
    assert!(fixture.read("words.reduced.txt").contains("longer needle indeed"));
}

#[test]
fn force_replaces_a_file_and_renames_a_directory() {
    let fixture = Fixture::new("grep -q needle a.txt");
    fixture.write("a.txt", "hay needle");
    fixture.write("a.reduced.txt", "mine");
    fixture.run(&["--force", "--no-session", "test.sh", "a.txt"]).check(0);
    assert_eq!(fixture.read("a.reduced.txt"), "needle");
    fixture.run(&["--force", "test.sh", "a.txt", "-o", "a.txt"]).check(2).says(&["--in-place"]);
    fixture.write("project/a.txt", "hay needle");
    fixture.write("project.reduced/notes", "mine");
    fixture.run(&["--force", "test.sh", "project"]).check(0);
    assert_eq!(fixture.read("project.reduced.orig/notes"), "mine");
}

#[test]
fn a_summary_replaces_only_a_summary_unless_forced() {
    let fixture = Fixture::new(TWO_LINES);
    let original = fixture.read("words.txt");
    let run = |path: &str, more: &[&str]| {
        fixture.run(&[&["test.sh", "words.txt", "--max-trials", "3", "--summary", path], more].concat())
    };
    for (path, what) in
        [("words.txt", "the input"), ("words.reduced.txt", "the result"), ("test.sh", "the test")]
    {
        run(path, &["--force"]).check(2).says(&[what, "never replaced"]);
    }
    assert_eq!(fixture.read("words.txt"), original);
    fixture.write("notes", "mine");
    run("notes", &[]).check(2).says(&["was not written by dwindle", "--force"]);
    assert_eq!(fixture.read("notes"), "mine");
    run("notes", &["--force"]).check(0);
    run("notes", &[]).check(0);
}

#[test]
fn a_run_on_a_boring_original_ends_with_1_and_creates_no_files() {
    let fixture = Fixture::new("echo 'no bug here' >&2; exit 3");
    let seen = fixture.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["not interesting", "test.sh", "directory", "exit status 3", "| no bug here", "help: "]);
    assert_eq!(fixture.names(), ["test.sh", "words.txt"]);
}

#[test]
fn no_session_leaves_no_journal() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["--no-session", "test.sh", "words.txt"]).check(0);
    assert!(!fixture.exists(".dwindle"));
}
