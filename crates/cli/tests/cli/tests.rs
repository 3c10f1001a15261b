//! Scripts, commands and servers as tests, and tests that are refused.

use crate::fixture::Fixture;

#[test]
fn candidates_are_tested_several_times_if_the_test_is_flaky() {
    let fixture = Fixture::new("");
    let count = fixture.path("count");
    // One run in nine says no to any input.
    fixture.script(
        "test.sh",
        &format!(
            "echo >> {0}; test $(($(wc -l < {0}) % 9)) != 2 && grep -q 'line 42 has' words.txt",
            count.display()
        ),
    );
    let run = fixture.run(&["test.sh", "words.txt", "-j", "1", "--sandbox", "off"]).check(0);
    run.says(&["warning: the test is flaky", "the result was interesting in"]);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 has\n");
    fixture
        .run(&["test.sh", "words.txt", "--flaky", "1.5"])
        .check(2)
        .says(&["a share of the runs such as 0.5"]);
}

#[test]
fn a_test_that_is_too_flaky_is_refused() {
    let fixture = Fixture::new("");
    let marker = fixture.path("seen");
    fixture.script("test.sh", &format!("test -e {0} && exit 1; touch {0}", marker.display()));
    let line = ["test.sh", "words.txt", "--sandbox", "off"];
    fixture.run(&line).check(1).says(&["flaky", "a later run", "1 of", "--flaky"]);
}

#[test]
fn a_test_that_accepts_the_empty_input_is_refused_without_allow_empty() {
    let fixture = Fixture::new("exit 0");
    let seen = fixture.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["the test says yes to an empty input, too", "--allow-empty"]);
    assert!(!fixture.exists("words.reduced.txt"));
    fixture.run(&["--allow-empty", "test.sh", "words.txt"]).check(0).says(&["warning: the empty input"]);
    assert_eq!(fixture.read("words.reduced.txt"), "");
}

#[test]
fn a_command_that_does_not_depend_on_the_input_is_refused() {
    let fixture = Fixture::new("");
    fixture.write("project/Makefile.txt", "all:\n\tfalse\n");
    for line in [&["words.txt", "--", "sh", "-c", "exit 3"][..], &["project", "--", "sh", "-c", "exit 3"]] {
        fixture.run(line).check(1).says(&["the same with an empty input", "--allow-empty"]);
    }
    let line = ["project", "--", "sh", "-c", "grep -q false Makefile.txt && exit 3; exit 1"];
    fixture.run(&line).check(0);
}

#[test]
fn a_command_that_is_not_found_is_refused() {
    let fixture = Fixture::new("");
    let line = ["words.txt", "--differs-from", "no-such-command-here {}", "--", "cat", "{}"];
    fixture.run(&line).check(1).says(&["no-such-command-here", "a command was not found"]);
    fixture.run(&["words.txt", "--", "no-such-command-here {}"]).check(1).says(&["a command was not found"]);
    assert!(!fixture.exists("words.reduced.txt"));
}

#[test]
fn a_test_that_names_the_original_is_refused_without_allow_original() {
    let fixture = Fixture::new("");
    let path = fixture.path("words.txt");
    fixture.script("test.sh", &format!("grep -q 'line 42' {} && test -s words.txt", path.display()));
    let seen = fixture.run(&["test.sh", "words.txt"]).check(1);
    seen.says(&["names the original", "line 2: grep", "--allow-original"]);
    let path = path.to_str().unwrap();
    fixture.run(&["words.txt", "--", "cat", path]).check(1).says(&["names the original", "write {}"]);
    fixture.run(&["--allow-original", "test.sh", "words.txt", "--max-trials", "3"]).check(0);
}

#[test]
fn a_test_finds_an_input_directory_under_its_name() {
    let fixture = Fixture::new("cd project && grep -q needle src/a.txt");
    for name in ["src/a.txt", "src/b.txt"] {
        fixture.write(&format!("project/{name}"), "hay\nneedle\nhay\n");
    }
    fixture.run(&["test.sh", "project"]).check(0);
    assert_eq!(fixture.read("project.reduced/src/a.txt"), "needle\n");
    assert!(!fixture.exists("project.reduced/src/b.txt") && !fixture.exists("project.reduced/project"));
}

#[test]
fn a_command_must_keep_its_expected_output() {
    let fixture = Fixture::new("");
    let seen = fixture.run(&["words.txt", "--stdout-contains", "line 42", "--", "cat", "{}"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42\n");
    seen.says(&["what is kept: ", "line 42"]);
    fixture.run(&["words.txt", "--", "cat", "{}"]).check(1).says(&["nothing is wrong now", "help: "]);
}

#[test]
fn a_server_answers_for_many_candidates() {
    let fixture = Fixture::new("");
    fixture.script(
        "tester.sh",
        "while read -r path; do if grep -q 'line 42 has' \"$path\"; then echo interesting; else echo boring; fi; done",
    );
    fixture.run(&["--server", "./tester.sh", "words.txt", "-j", "2"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 has\n");
    fixture.run(&["--server", "./no-such-tester", "words.txt", "-o", "x"]).check(3).says(&["no-such-tester"]);
}

#[test]
fn a_command_must_keep_its_error_message() {
    let fixture = Fixture::new("");
    let tool = "grep -q 'line 42 has' {} && { echo \"{}:42: error: no rule for 'words' here\" >&2; exit 1; }; \
                echo '{}:1: error: syntax error' >&2; exit 1";
    let line = ["words.txt", "--save-script", "kept.sh", "--", tool];
    fixture.run(&line).check(0).says(&["what is kept: ", "error: no rule for '…' here"]);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 has\n");
    // The script tests the same.
    fixture.run(&["./kept.sh", "words.txt", "-o", "again.txt"]).check(0);
    assert_eq!(fixture.read("again.txt"), "line 42 has\n");
    fixture.run(&["check", "./kept.sh", "words.reduced.txt"]).check(0);
    // Another run replaces it, unless the user has changed it.
    fixture.run(&line).check(0);
    fixture.write("kept.sh", &(fixture.read("kept.sh") + "grep -q has \"$1\"\n"));
    fixture.run(&line).check(2).says(&["kept.sh", "--force"]);
    fixture.write("notes.sh", "mine");
    fixture.run(&["words.txt", "--save-script", "notes.sh", "--", tool]).check(2).says(&["--force"]);
}

#[test]
fn inputs_of_other_failures_are_saved() {
    let fixture = Fixture::new("");
    let tool = "grep -q 'line 42 ' {} && grep -q 'line 43 ' {} && kill -SEGV $$; \
                grep -q 'line 43 ' {} && kill -ABRT $$; exit 0";
    fixture
        .run(&["words.txt", "--keep-others", "others", "--", tool])
        .check(0)
        .says(&["1 other failure saved"]);
    assert!(fixture.read("others/1/input/words.txt").contains("line 43 "));
    assert!(fixture.read("others/1/failure.txt").contains("SIGABRT"));
    fixture.script("test.sh", "grep -q 'line 42 ' words.txt && exit 0; test -s words.txt && exit 99; exit 1");
    let line = ["test.sh", "words.txt", "--also-interesting", "99", "--keep-others", "also", "--force"];
    fixture.run(&line).check(0);
    assert!(!fixture.read("also/1/input/words.txt").contains("line 42 "));
    fixture.run(&["test.sh", "words.txt", "--keep-others", "also"]).check(2).says(&["--also-interesting"]);
    fixture.run(&["test.sh", "words.txt", "--also-interesting", "99"]).check(2);
}

#[test]
fn a_test_can_read_the_candidate_from_standard_input() {
    let fixture = Fixture::new("grep -q 'line 42 has'");
    fixture.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "line 42 has\n");
}

#[test]
fn a_script_without_an_interpreter_line_is_refused_unless_it_is_a_shell_script() {
    let fixture = Fixture::new("");
    fixture.script("test.py", "");
    fixture.write("test.py", "import sys\nsys.exit('line 42' not in open(sys.argv[1]).read())\n");
    let seen = fixture.run(&["test.py", "words.txt"]).check(2);
    seen.says(&["not a shell script", "#!/usr/bin/env python3"]);
}

#[test]
fn two_commands_must_keep_differing() {
    let fixture = Fixture::new("");
    fixture.write("words.txt", "a\nb\nB\nc\n");
    let arguments = ["words.txt", "--differs-from", "grep -c b {}", "--", "grep", "-ic", "b", "{}"];
    fixture.run(&arguments).check(0);
    assert_eq!(fixture.read("words.reduced.txt"), "b\nB\n");
}
