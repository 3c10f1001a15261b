//! The option `--pass-command`.

use crate::fixture::Fixture;

/// A test that needs `line 7 ` or `seven`. The plan `files` alone finds neither.
const TEST: &str = "grep -q 'seven\\|line 7 ' words.txt";

#[test]
fn an_interesting_hint_is_accepted() {
    let fixture = Fixture::new(TEST);
    fixture.script("propose", r#"printf '%s\n' '{"text": "no"}' '{"text": "seven\n"}' '{"idle": true}'"#);
    let options = ["--plan", "files", "--pass-command", "./propose"];
    let seen = fixture.run(&[&options[..], &["./test.sh", "words.txt"]].concat()).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "seven\n", "{}", seen.stderr);
}

#[test]
fn a_resumed_run_takes_hints_from_the_journal() {
    let fixture = Fixture::new(TEST);
    fixture.script("propose", r#"echo asked >> asked; printf '%s\n' '{"text": "seven\n"}'"#);
    let options = ["--plan", "files", "--pass-command", "./propose"];
    let stopped = [&options[..], &["--max-trials", "1", "./test.sh", "words.txt"]].concat();
    fixture.run(&stopped);
    let n_asked = fixture.read("asked").lines().count();
    assert_eq!(n_asked, 1);
    fixture.run(&[&options[..], &["--resume", "./test.sh", "words.txt"]].concat()).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "seven\n");
    assert_eq!(fixture.read("asked").lines().count(), 2, "about the result, and about nothing twice");
}

#[test]
fn a_program_that_fails_is_reported() {
    let fixture = Fixture::new(TEST);
    let options = ["--plan", "lines", "--pass-command", "echo oops >&2; false"];
    let seen = fixture.run(&[&options[..], &["./test.sh", "words.txt"]].concat()).check(0);
    seen.says(&["hints of `echo oops >&2; false` are missing: it ended with exit status 1: oops"]);
    assert_eq!(fixture.read("words.reduced.txt"), "line 7 has some words\n");
}

#[test]
fn the_examples_without_other_tools_work() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hints");
    let command = |name: &str| format!("'{}'", examples.join(name).display());
    let fixture = Fixture::new("grep -q 'print' words.txt && ! grep -q 'print()' words.txt");
    fixture.write("words.txt", "print(add(1, 2))\n");
    let rewrites = command("rewrites.sh");
    fixture.run(&["--plan", "files", "--pass-command", &rewrites, "./test.sh", "words.txt"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "print(1)\n");

    let pair =
        Fixture::new("[ \"$(wc -l <a.c)\" = \"$(wc -l <b.c)\" ] && grep -q one a.c && grep -q two b.c");
    let shared: String = (0..20).map(|number| format!("int shared{number};\n")).collect();
    pair.write("both/a.c", format!("int one;\n{shared}"));
    pair.write("both/b.c", format!("int two;\n{shared}"));
    let lines = command("pair.sh");
    pair.run(&["--plan", "lines", "--pass-command", &lines, "./test.sh", "both"]).check(0);
    assert_eq!([pair.read("both.reduced/a.c"), pair.read("both.reduced/b.c")], ["int one;\n", "int two;\n"]);
}
