//! What a run writes to stdout and stderr, and the summary.

use serde_json::Value;

use crate::fixture::{Fixture, TWO_LINES};

#[test]
fn the_summary_has_the_documented_keys() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "--summary", "summary.json", "--seed", "7", "-j", "2"]).check(0);
    let summary = fixture.summary();
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
    assert_eq!(summary["bytes"][0], fixture.read("words.txt").len());
    assert_eq!(summary["bytes"][1], fixture.read("words.reduced.txt").len());
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
fn with_json_lines_stdout_has_only_the_events_and_the_summary() {
    let fixture = Fixture::new(TWO_LINES);
    let seen =
        fixture.run(&["test.sh", "words.txt", "--format", "json", "--summary", "summary.json"]).check(0);
    let lines: Vec<Value> = seen.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, events) = lines.split_last().unwrap();
    assert_eq!(events[0]["event"], "started");
    assert_eq!(events.last().unwrap()["event"], "finished");
    assert!(events.is_sorted_by_key(|event| event["seconds"].as_f64()));
    let mut with_name = fixture.summary();
    with_name["event"] = "summary".into();
    assert_eq!(*last, with_name);
}

#[test]
fn quiet_writes_nothing_to_stderr() {
    let fixture = Fixture::new(TWO_LINES);
    let seen = fixture.run(&["-q", "test.sh", "words.txt"]).check(0);
    assert_eq!((seen.stderr.as_str(), seen.stdout.as_str()), ("", "words.reduced.txt\n"));
}

#[test]
fn verbose_names_passes_and_accepted_candidates() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["-v", "test.sh", "words.txt"]).check(0).says(&[
        "treesplit-coarse begins",
        "accepted 1: ",
        "treesplit-coarse ends: ",
    ]);
}
