//! What is removed from an input, and the layout of the result.

use crate::fixture::{Fixture, TWO_LINES};

#[test]
fn text_that_matches_keep_is_kept() {
    let fixture = Fixture::new(TWO_LINES);
    fixture.run(&["test.sh", "words.txt", "--keep", "^line 77 .*$"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 words\nline 77 has some words\nline 123 has\n");
    fixture
        .run(&["test.sh", "words.txt", "--keep", "no such text"])
        .check(2)
        .says(&["nothing in the input matches"]);
}

#[test]
fn a_directory_is_reduced_to_a_directory() {
    let fixture = Fixture::new("grep -q needle src/a.txt && test -e include/b.h");
    for name in ["src/a.txt", "src/c.txt", "include/b.h", "include/d.h"] {
        fixture.write(&format!("project/{name}"), "hay\nneedle\nhay\n");
    }
    let seen = fixture.run(&["test.sh", "project"]).check(0);
    assert_eq!(seen.stdout, "project.reduced\n");
    assert_eq!(fixture.read("project.reduced/src/a.txt"), "needle\n");
    assert_eq!(fixture.read("project.reduced/include/b.h"), "");
    assert!(!fixture.exists("project.reduced/src/c.txt") && !fixture.exists("project.reduced/include/d.h"));
}

#[test]
fn the_result_of_the_default_plan_is_1_minimal() {
    let fixture = Fixture::new("grep -q 'line 42 ' \"$1\" && grep -q 'line 123 has' \"$1\"");
    fixture.run(&["test.sh", "words.txt"]).check(0);
    fixture.run(&["verify", "test.sh", "words.reduced.txt"]).check(0);
}

#[test]
fn the_example_of_the_readme_is_reduced_to_100_tokens() {
    if std::process::Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no cc");
        return;
    }
    let fixture = Fixture::new("");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shift/");
    fixture.write("hashes.c", std::fs::read(format!("{examples}hashes.c")).unwrap());
    fixture.run(&[&format!("{examples}test.sh"), "hashes.c", "--summary", "summary.json"]).check(0);
    let tokens = fixture.summary()["tokens"].clone();
    assert!(tokens[1].as_u64().unwrap() < 100, "{tokens}");
    assert!(fixture.read("hashes.reduced.c").contains(">> 33"));
}

#[test]
fn the_result_is_formatted_at_the_end_if_it_stays_interesting() {
    let fixture = Fixture::new(TWO_LINES);
    let seen = fixture.run(&["test.sh", "words.txt", "--format-with", "sed -i 's/has/has all/'"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 \nline 123 has all\n");
    seen.says(&["the result is formatted"]);
    let again = fixture.run(&["test.sh", "words.txt", "--format-with", "sed s/line/row/ {}"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 \nline 123 has\n");
    again.says(&["not interesting any more"]);
    fixture.run(&["test.sh", "words.txt", "--format-with", "false"]).check(0).says(&["is not formatted"]);
}

#[test]
fn the_layout_is_used_if_the_result_stays_interesting() {
    let fixture = Fixture::new("tr -d ' \\n' <\"$1\" | grep -q 'if(a){f();f();}'");
    fixture.write("a.c", "void f(); void g(int a) { if (a) { f(); f(); } g(1); }\n");
    let seen = fixture.run(&["test.sh", "a.c", "--layout"]).check(0);
    assert!(
        fixture.read("a.reduced.c").contains("{\n    f();\n    f();\n}"),
        "{}",
        fixture.read("a.reduced.c")
    );
    seen.says(&["the result is formatted"]);
    fixture.run(&["verify", "test.sh", "a.reduced.c"]).check(0);
    fixture.write("test.sh", "#!/bin/sh\ngrep -q 'if.*{ *f(); *f(); *}' \"$1\"\n");
    let seen = fixture.run(&["test.sh", "a.c", "--layout"]).check(0);
    assert_eq!(fixture.read("a.reduced.c").lines().count(), 1);
    seen.says(&["is not formatted"]);
    fixture.run(&["test.sh", "a.c", "--layout", "--format-with", "cat"]).check(2);
}

#[test]
fn with_valid_all_candidates_parse() {
    let fixture = Fixture::new("grep -q 'f(1)' a.c");
    fixture.write("a.c", "int f(int a) { return a; }\nint main(void) { return f(1); }\n");
    fixture.run(&["test.sh", "a.c", "--valid"]).check(0);
    let left = fixture.read("a.reduced.c");
    assert_eq!(left.matches('{').count(), left.matches('}').count(), "{left}");
    fixture.write("b.c", "int f( {\n");
    fixture.run(&["test.sh", "b.c", "--valid"]).check(2).says(&["b.c:1: not valid c", "--valid"]);
}
