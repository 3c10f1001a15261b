//! Programs that propose smaller inputs, as a user runs them.

use crate::scene::Scene;

/// Only an input in which the line with the number 7 says `seven` instead is small enough for the
/// plan `files`.
const TEST: &str = "grep -q 'seven\\|line 7 ' words.txt";

#[test]
fn what_a_program_proposes_is_tried_and_taken() {
    let scene = Scene::new(TEST);
    scene.script("propose", r#"printf '%s\n' '{"text": "no"}' '{"text": "seven\n"}' '{"idle": true}'"#);
    let options = ["--plan", "files", "--pass-command", "./propose"];
    let seen = scene.run(&[&options[..], &["./test.sh", "words.txt"]].concat()).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "seven\n", "{}", seen.stderr);
}

#[test]
fn a_resumed_run_does_not_ask_again() {
    let scene = Scene::new(TEST);
    scene.script("propose", r#"echo asked >> asked; printf '%s\n' '{"text": "seven\n"}'"#);
    let options = ["--plan", "files", "--pass-command", "./propose"];
    let stopped = [&options[..], &["--max-trials", "1", "./test.sh", "words.txt"]].concat();
    scene.run(&stopped);
    let n_asked = scene.read("asked").lines().count();
    assert_eq!(n_asked, 1);
    scene.run(&[&options[..], &["--resume", "./test.sh", "words.txt"]].concat()).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "seven\n");
    assert_eq!(scene.read("asked").lines().count(), 2, "about the result, and about nothing twice");
}

#[test]
fn a_program_that_fails_costs_a_notice() {
    let scene = Scene::new(TEST);
    let options = ["--plan", "lines", "--pass-command", "echo oops >&2; false"];
    let seen = scene.run(&[&options[..], &["./test.sh", "words.txt"]].concat()).check(0);
    seen.says(&["no hints of `echo oops >&2; false`: it ended with exit status 1: oops"]);
    assert_eq!(scene.read("words.reduced.txt"), "line 7 has some words\n");
}

#[test]
fn the_examples_that_need_no_tool_work() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hints");
    let command = |name: &str| format!("'{}'", examples.join(name).display());
    let scene = Scene::new("grep -q 'print' words.txt && ! grep -q 'print()' words.txt");
    scene.write("words.txt", "print(add(1, 2))\n");
    let rewrites = command("rewrites.sh");
    scene.run(&["--plan", "files", "--pass-command", &rewrites, "./test.sh", "words.txt"]).check(0);
    assert_eq!(scene.read("words.reduced.txt"), "print(1)\n");

    let pair = Scene::new("[ \"$(wc -l <a.c)\" = \"$(wc -l <b.c)\" ] && grep -q one a.c && grep -q two b.c");
    let shared: String = (0..20).map(|number| format!("int shared{number};\n")).collect();
    pair.write("both/a.c", format!("int one;\n{shared}"));
    pair.write("both/b.c", format!("int two;\n{shared}"));
    let lines = command("pair.sh");
    pair.run(&["--plan", "lines", "--pass-command", &lines, "./test.sh", "both"]).check(0);
    assert_eq!([pair.read("both.reduced/a.c"), pair.read("both.reduced/b.c")], ["int one;\n", "int two;\n"]);
}
