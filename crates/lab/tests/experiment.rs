//! Tests of the command line: an experiment on a directory of cases, and a comparison, from
//! arguments to tables.
#![expect(clippy::unwrap_used, reason = "a helper of a test that fails fails the test")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// Creates a directory with one case: keep the line with the needle.
fn folder_of_cases() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("needle");
    fs::create_dir(&case).unwrap();
    fs::write(case.join("case.toml"), "language = \"Text\"\nfile = \"hay.txt\"\nbytes = 1\n").unwrap();
    let hay: String =
        (0..64).map(|i| if i == 41 { "needle\n".to_owned() } else { format!("hay {i}\n") }).collect();
    fs::write(case.join("hay.txt"), hay).unwrap();
    script(&case.join("test.sh"), "grep -q needle hay.txt");
    folder
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn an_experiment_is_measured_once_and_gives_a_table() {
    let folder = folder_of_cases();
    let (cases, raw) = (folder.path().to_str().unwrap(), folder.path().join("raw.jsonl"));
    let raw = raw.to_str().unwrap();
    let line =
        ["run", "--cases", cases, "--frameworks", "lines", "--algorithms", "ddmin,split", "--raw", raw];
    let output = lab(&line);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let measured = fs::read_to_string(raw).unwrap();
    assert_eq!(measured.lines().count(), 2);
    assert!(
        measured.lines().all(|line| line.contains(r#""status":"complete","tokens":[127,1]"#)),
        "{measured}"
    );

    let again = lab(&line);
    assert!(text(&again.stderr).starts_with("2 measurements, 2 of them there already"), "{again:?}");
    assert_eq!(fs::read_to_string(raw).unwrap(), measured);

    let table = lab(&["table", raw]);
    assert!(
        text(&table.stdout).contains("| needle              |    127 |     1 |     1 |"),
        "{}",
        text(&table.stdout)
    );
    let figures = folder.path().join("figures");
    let plots = lab(&["plot", raw, "--out", figures.to_str().unwrap()]);
    assert!(text(&plots.stdout).contains("size-lines-needle.svg"), "{plots:?}");
    assert!(fs::read_to_string(figures.join("ratio-trials-lines.svg")).unwrap().ends_with("</svg>\n"));
}

#[test]
fn the_same_experiment_has_the_same_figures() {
    let folder = folder_of_cases();
    let counts = |name: &str| {
        let raw = folder.path().join(name);
        let line =
            ["run", "--cases", folder.path().to_str().unwrap(), "--frameworks", "text", "--algorithms"];
        let seeded = ["active-coarsen,probdd", "--seed", "5", "--raw", raw.to_str().unwrap()];
        let output = lab(&[&line[..], &seeded].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let records = fs::read_to_string(&raw).unwrap();
        let figures = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            ["tokens", "executed", "accepted_hash"].map(|field| record[field].to_string()).join(" ")
        };
        records.lines().map(figures).collect::<Vec<_>>()
    };
    assert_eq!(counts("one.jsonl"), counts("two.jsonl"));
}

#[test]
fn a_generated_case_is_reduced_the_same_way_by_any_number_of_workers() {
    let folder = folder_of_cases();
    let figures = |jobs: &str| {
        let raw = folder.path().join(format!("{jobs}.jsonl"));
        let cases = folder.path().to_str().unwrap();
        let line = ["run", "--cases", cases, "--only", "json-crime/1", "--jobs", jobs, "--max-trials", "150"];
        let more = ["--frameworks", "hdd*,treesplit", "--algorithms", "wcdd", "--raw", raw.to_str().unwrap()];
        let output = lab(&[&line[..], &more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let records = fs::read_to_string(&raw).unwrap();
        let figures = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            ["case", "framework", "tokens", "accepted_hash"].map(|field| record[field].to_string()).join(" ")
        };
        records.lines().map(figures).collect::<Vec<_>>()
    };
    let alone = figures("1");
    assert_eq!(alone.len(), 2);
    assert_eq!(alone, figures("2"));
}

#[test]
fn a_case_whose_property_does_not_hold_is_skipped_and_said() {
    let folder = folder_of_cases();
    script(&folder.path().join("needle/test.sh"), "exit 1");
    let raw = folder.path().join("raw.jsonl");
    let line = ["run", "--cases", folder.path().to_str().unwrap(), "--raw", raw.to_str().unwrap()];
    let output = lab(&[&line[..], &["--frameworks", "lines", "--algorithms", "cdd"]].concat());
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("not measured: needle lines cdd"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(raw).unwrap(), "");
}

#[test]
fn other_reducers_are_counted_capped_and_tested_again() {
    let folder = folder_of_cases();
    let peers = folder.path().join("peers.toml");
    let templates = r#"
        [[peer]]
        name = "fair"
        command = ["sh", "-c", "echo a needle >{file}; {test}; echo needle >{file}; {test}"]
        [[peer]]
        name = "slow"
        command = ["sh", "-c", "echo a needle >{file}; {test}; echo >{file}; (setsid sleep 1000 &); sleep 1000"]
        [[peer]]
        name = "wrong"
        command = ["sh", "-c", "echo hay >{file}; {test}; true"]
        [[peer]]
        name = "missing"
        command = ["no-such-reducer-anywhere", "{file}"]
    "#;
    fs::write(&peers, templates).unwrap();
    let raw = folder.path().join("raw.jsonl");
    let line = ["compare", "--cases", folder.path().to_str().unwrap(), "--peers", peers.to_str().unwrap()];
    let output = lab(&[&line[..], &["--cap", "2", "--raw", raw.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("missing is skipped: `no-such-reducer-anywhere` is not installed"));
    let records = fs::read_to_string(&raw).unwrap();
    for wanted in [
        r#""peer":"fair","jobs":2,"repeat":1,"cap":2.0,"status":"finished","tokens":[127,1],"bytes":[438,7],"trials":2"#,
        r#""peer":"slow","jobs":2,"repeat":1,"cap":2.0,"status":"capped","tokens":[127,2],"bytes":[438,9],"trials":1"#,
        r#""peer":"wrong","jobs":2,"repeat":1,"cap":2.0,"status":"failed","tokens":[127,127],"bytes":[438,438],"trials":1"#,
    ] {
        assert!(records.contains(wanted), "{wanted}\n{records}");
    }
    let table = lab(&["table", raw.to_str().unwrap()]);
    assert!(
        text(&table.stdout).contains("| needle |    127 |    1 |  2 † | 127 ‡ |"),
        "{}",
        text(&table.stdout)
    );
}
