//! The report of a session.

use crate::scene::Scene;

const TWO_LINES: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

#[test]
fn the_report_shows_sizes_passes_before_and_after() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "-q"]).check(0);
    let seen = scene.run(&["report", "words.txt"]).check(0);
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
    let to_stdout = scene.run(&["report", directory.to_str().unwrap(), "-o", "-"]).check(0);
    assert_eq!(to_stdout.stdout, html);
    scene.run(&["report", "words.txt", "-o", "page.html"]).check(0);
    assert_eq!(scene.read("page.html"), html);
}

#[test]
fn a_report_takes_the_place_of_nothing_but_a_report() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "-q"]).check(0);
    for (name, what) in [("words.txt", "the input"), ("words.reduced.txt", "the result")] {
        let before = scene.read(name);
        scene.run(&["report", "words.txt", "--force", "-o", name]).check(2).says(&[what]);
        assert_eq!(scene.read(name), before);
    }
    scene.write("notes.html", "<!DOCTYPE html>\nmine");
    scene.run(&["report", "words.txt", "-o", "notes.html"]).check(2).says(&["--force"]);
    scene.run(&["report", "words.txt", "-o", "notes.html", "--force"]).check(0);
    scene.run(&["report", "words.txt", "-o", "notes.html"]).check(0);
}

#[test]
fn a_run_in_place_is_compared_with_its_backup() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["test.sh", "words.txt", "-q", "--in-place"]).check(0);
    let html = scene.run(&["report", "words.txt", "-o", "-"]).check(0).stdout;
    assert!(
        html.contains("line 200 has") && html.contains("<pre>\nline 42 \nline 123 has\n</pre>"),
        "{html}"
    );
}

#[test]
fn what_has_no_session_has_no_report() {
    let scene = Scene::new(TWO_LINES);
    scene.run(&["report", "words.txt"]).check(2).says(&["there is no session of `words.txt`", "help: "]);
    scene.run(&["report", "nothing.txt"]).check(2).says(&["nothing.txt"]);
}
