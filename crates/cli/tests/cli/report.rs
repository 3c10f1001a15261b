//! The report of a session.

use crate::fixture::{Fixture, TWO_LINES};

#[test]
fn the_report_shows_sizes_passes_and_both_versions() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "-q"]).check(0);
    let seen = fixture.run(&["report", "words.txt"]).check(0);
    let html = std::fs::read_to_string(seen.stdout.trim_end()).unwrap();
    for text in [
        "<title>words.txt, reduced</title>",
        "line 200 has",
        "<pre>\nline 42 \nline 123 has\n</pre>",
        "<svg",
        "hdd</td>",
    ] {
        assert!(html.contains(text), "{text}: {html}");
    }
    let directory = std::path::Path::new(&seen.stdout).parent().unwrap();
    let to_stdout = fixture.run(&["report", directory.to_str().unwrap(), "-o", "-"]).check(0);
    assert_eq!(to_stdout.stdout, html);
    fixture.run(&["report", "words.txt", "-o", "page.html"]).check(0);
    assert_eq!(fixture.read("page.html"), html);
}

#[test]
fn a_report_replaces_only_a_report_unless_forced() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "-q"]).check(0);
    for (name, what) in [("words.txt", "the input"), ("words.reduced.txt", "the result")] {
        let before = fixture.read(name);
        fixture.run(&["report", "words.txt", "--force", "-o", name]).check(2).says(&[what]);
        assert_eq!(fixture.read(name), before);
    }
    fixture.write("notes.html", "<!DOCTYPE html>\nmine");
    fixture.run(&["report", "words.txt", "-o", "notes.html"]).check(2).says(&["--force"]);
    fixture.run(&["report", "words.txt", "-o", "notes.html", "--force"]).check(0);
    fixture.run(&["report", "words.txt", "-o", "notes.html"]).check(0);
}

#[test]
fn a_run_in_place_is_compared_with_its_backup() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "-q", "--in-place"]).check(0);
    let html = fixture.run(&["report", "words.txt", "-o", "-"]).check(0).stdout;
    assert!(
        html.contains("line 200 has") && html.contains("<pre>\nline 42 \nline 123 has\n</pre>"),
        "{html}"
    );
}

#[test]
fn a_report_without_a_session_is_refused() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["report", "words.txt"]).check(2).says(&["there is no session of `words.txt`", "help: "]);
    fixture.run(&["report", "nothing.txt"]).check(2).says(&["nothing.txt"]);
}
