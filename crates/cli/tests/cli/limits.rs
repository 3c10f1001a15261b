//! Limits of a run, resuming, and the number of jobs.

use crate::fixture::{Fixture, TWO_LINES};

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let run = |jobs: &[&str]| {
        // It sleeps, so that the default number of jobs may grow during the run.
        let fixture = Fixture::new(
            "sleep 0.02; grep -q 'line 4.* ' words.txt && grep -q 'words' words.txt && grep -q ' 123' words.txt",
        );
        fixture.run(&[&["test.sh", "words.txt", "--summary", "summary.json"], jobs].concat()).check(0);
        let summary = fixture.summary();
        let counts = ["accepted_hash", "accepted", "proposed"].map(|name| summary[name].clone());
        (fixture.read("words.reduced.txt"), counts)
    };
    let alone = run(&["-j", "1"]);
    assert_eq!(alone, run(&["-j", "2"]));
    assert_eq!(alone, run(&["-j", "8"]));
    assert_eq!(alone, run(&[]));
}

#[test]
fn a_run_that_a_limit_of_trials_ended_can_be_resumed() {
    let whole = Fixture::new(TWO_LINES);
    whole.run(&["test.sh", "words.txt", "-j", "1", "--summary", "summary.json"]).check(0);

    let fixture = Fixture::new(TWO_LINES);
    let arguments = ["test.sh", "words.txt", "-j", "1", "--summary", "summary.json"];
    fixture.run(&[&arguments[..], &["--max-trials", "20"]].concat()).check(0).says(&["limit of trials"]);
    assert_eq!(fixture.summary()["status"], "budget");
    fixture.run(&[&arguments[..], &["--resume"]].concat()).check(0).says(&["resuming with 2"]);
    assert_eq!(fixture.read("words.reduced.txt"), whole.read("words.reduced.txt"));
    let (resumed, whole) = (fixture.summary(), whole.summary());
    assert_eq!(resumed["accepted_hash"], whole["accepted_hash"]);
    assert_eq!(resumed["executed"].as_u64().unwrap() + 20, whole["executed"].as_u64().unwrap());
}

#[test]
fn a_budget_of_time_counts_from_the_start_of_the_command() {
    let fixture = Fixture::new("sleep 0.2; grep -q 'line 42' words.txt");
    let arguments = ["test.sh", "words.txt", "--budget", "100ms", "--summary", "summary.json"];
    fixture.run(&arguments).check(1).says(&["the time of --budget was over", "--budget"]);
    assert!(!fixture.exists("words.reduced.txt") && !fixture.exists("summary.json"));
}

#[test]
fn an_unconfirmed_result_ends_with_1() {
    // The second test of each file takes too long, except for the original.
    let fixture = Fixture::new(
        "here=$(dirname \"$0\"); seen=$here/seen-$(cksum <words.txt | tr ' ' -)
        [ ! -e \"$seen\" ] || cmp -s words.txt \"$here/words.txt\" || sleep 100
        : >\"$seen\"; grep -q 'line 42' words.txt",
    );
    let arguments =
        ["test.sh", "words.txt", "--budget", "4s", "--sandbox", "off", "--summary", "summary.json"];
    fixture.run(&arguments).check(1).says(&["no time was left to run the test on the result a second time"]);
    assert_eq!(fixture.summary()["status"], "unconfirmed");
    assert!(fixture.read("words.reduced.txt").contains("line 42"));
}

#[test]
fn resuming_after_the_test_was_changed_is_refused() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "--max-trials", "20"]).check(0);
    fixture.script("test.sh", "grep -q 'line 42 has' words.txt");
    let seen = fixture.run(&["--resume", "test.sh", "words.txt"]).check(2);
    let seen = seen.says(&["cannot resume", "the test", "help: "]);
    assert!(!seen.stderr.contains("replaced"), "{}", seen.stderr);
}

#[test]
fn resuming_after_an_extra_file_was_changed_is_refused() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.write("include/a.h", "one");
    let line = ["test.sh", "words.txt", "--with", "include", "--max-trials", "20"];
    fixture.run(&line).check(0);
    fixture.run(&[&line[..], &["--resume"]].concat()).check(0).says(&["resuming with"]);
    fixture.write("include/a.h", "two");
    fixture.run(&[&line[..], &["--resume"]].concat()).check(2).says(&["--with include"]);
}

#[test]
fn the_target_size_ends_the_run() {
    let fixture = Fixture::new(TWO_LINES);
    fixture
        .run(&["test.sh", "words.txt", "--target-size", "50%"])
        .check(0)
        .says(&["the target size is reached"]);
    let (before, after) = (fixture.read("words.txt").len(), fixture.read("words.reduced.txt").len());
    assert!(after <= before / 2 && 30 < after, "{after}");
}
