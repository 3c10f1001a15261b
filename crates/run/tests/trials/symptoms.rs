//! Signatures that are learned from the output of a command that fails.

use std::ffi::OsString;

use crate::scene::Fixture;
use dwindle_reduce::{Document, Verdict};
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{
    Cancel, CandidatePaths, CommandError, CommandOptions, CommandProperty, Expectations, Property,
    ScriptProperty,
};

/// A program that writes another message for each word of the input.
const TOOL: &str = "
grep -q crash $1 && { echo \"tool: ../src/parse.c:$(wc -l <$1): parse: Assertion \\`depth < 100' failed.\" >&2; kill -ABRT $$; }
grep -q panic $1 && { printf \"\\nthread 'main' panicked at src/lower.rs:12:5:\\ninternal error: no type for Expression [$$]\\n\" >&2; exit 101; }
grep -q undeclared $1 && { echo \"$1:3:7: error: '$(head -n 1 $1)' undeclared (first use in this function)\" >&2; exit 1; }
grep -q chatty $1 && { echo 'panicked at lib/lint.rs:7:1: entered unreachable code'; exit 0; }
grep -q trace $1 && { printf 'Traceback (most recent call last):\\n  File \"/usr/lib/x.py\", line 3, in lower\\nKeyError: %s\\n' $$ >&2; exit 1; }
grep -q shell $1 && { echo \"$1: line 7: total / 0: division by 0 (error token is \\\"0\\\")\" >&2; exit 1; }
grep -q weak $1 && { echo \"fails on line $(wc -l <$1)\" >&2; exit 4; }
echo \"$1:1: error: syntax error\" >&2; exit 1";

fn options(line: &str) -> CommandOptions {
    CommandOptions {
        command: ["sh", "-c", line, "sh", "{}"].map(OsString::from).to_vec(),
        differs_from: None,
        expectations: Expectations::default(),
        paths: CandidatePaths::files(["a.c"]),
        time_limit: None,
        allows_weak: false,
    }
}

fn learned(fixture: &Fixture, line: &str, original: &str) -> Result<CommandProperty, CommandError> {
    let trial_host = fixture.trial_host(Launcher::direct(), Limits::default());
    CommandProperty::learn(options(line), trial_host, &Document::single("a.c", original), &Cancel::new())
}

/// Learns from an input. Checks the signature, and which other inputs show the same bug, by the
/// property and by its saved script.
#[track_caller]
fn check(original: &str, signature: &str, same: &[&str], other: &[&str]) {
    let fixture = Fixture::new();
    let property = learned(&fixture, TOOL, original).unwrap();
    assert_eq!(property.signature(), signature);
    let path = fixture.script(&property.script());
    let trial_host = fixture.trial_host(Launcher::direct(), Limits::default());
    let script = ScriptProperty::new(&path, CandidatePaths::files(["a.c"]), trial_host).unwrap();
    for (inputs, expected) in [(same, Verdict::Interesting), (other, Verdict::Boring)] {
        for input in inputs {
            let input = Document::single("a.c", *input);
            assert_eq!(property.test(&input, &Cancel::new()).unwrap(), expected, "{signature}: {input:?}");
            assert_eq!(
                script.test(&input, &Cancel::new()).unwrap(),
                expected,
                "script of {signature}: {input:?}"
            );
        }
    }
}

#[test]
fn an_assertion_is_kept_without_its_line() {
    check(
        "crash\nand more text\n",
        "killed by SIGABRT, and the output has `tool: …parse.c:N: parse: Assertion `depth < N' failed.`",
        &["crash", "a\nb\ncrash\n"],
        &["panic", "syntax", ""],
    );
}

#[test]
fn a_panic_is_kept_by_its_position_and_message_without_numbers() {
    check(
        "some text and panic\n",
        "an exit status other than 0, and the output has `panicked at …lower.rs:N:N:` and `internal error: no type \
         for Expression [N]`",
        &["panic"],
        &["crash", "undeclared", ""],
    );
}

#[test]
fn what_a_message_quotes_of_the_input_may_change() {
    check(
        "my_variable\nundeclared, it is\n",
        "an exit status other than 0, and the output has `error: '…' undeclared (first use in this function)`",
        &["x\nundeclared\n"],
        &["crash", "nothing at all", ""],
    );
    check(
        "__func__\nundeclared, it is\n",
        "an exit status other than 0, and the output has `error: '__func__' undeclared (first use in this function)`",
        &["__func__\nundeclared\n"],
        &["x\nundeclared\n"],
    );
}

#[test]
fn a_panic_counts_whatever_the_exit_status() {
    check(
        "chatty text of some length\n",
        "the output has `panicked at …lint.rs:N:N: entered unreachable code`",
        &["chatty"],
        &["panic", "x"],
    );
}

#[test]
fn what_differs_between_two_runs_is_masked() {
    check(
        "trace is what this does\n",
        "an exit status other than 0, and the output has `KeyError: N`, in lower",
        &["trace"],
        &["x", "panic"],
    );
}

#[test]
fn a_program_that_says_little_is_kept_by_its_last_line() {
    check(
        "this is weak and short\n",
        "an exit status other than 0, and the output has `fails on line N`",
        &["weak"],
        &["x", ""],
    );
}

#[test]
fn a_message_with_an_error_in_brackets_is_kept_from_its_start() {
    check(
        "shell, and more text\n",
        "an exit status other than 0, and the output has `division by N (error token is \"…\")`",
        &["shell"],
        &["x", "panic"],
    );
}

#[test]
fn what_a_command_does_with_anything_is_no_signature() {
    let fixture = Fixture::new();
    for line in [TOOL, "exit 3", "echo 'error: always' >&2; exit 1"] {
        let error = learned(&fixture, line, "int main(void) { return 0; }\n").unwrap_err();
        assert!(matches!(error, CommandError::TooWeak { .. }), "{line}: {error}");
    }
}

#[test]
fn a_line_that_only_the_original_gets_makes_a_signature_stronger() {
    let fixture = Fixture::new();
    let line =
        "grep -q main $1 && echo 'note: in the function that matters' >&2; echo 'error: failed' >&2; exit 1";
    let property = learned(&fixture, line, "abc; int main(void) { return 0; }").unwrap();
    assert!(property.signature().contains("in the function that matters"), "{}", property.signature());
}

#[test]
fn no_path_of_a_trial_is_suggested_as_what_to_keep() {
    let fixture = Fixture::new();
    let told = |line| learned(&fixture, line, "int main;\n").unwrap_err().to_string();
    let text = told("echo 'first line' >&2; echo \"$1: warning\" >&2");
    assert!(text.ends_with("e.g. --stderr-contains 'first line'"), "{text}");
    assert!(!told("echo \"$1: warning\" >&2").contains("e.g."));
}

#[test]
fn a_missing_file_is_no_bug() {
    let fixture = Fixture::new();
    let error = learned(&fixture, "cat config.h >&2; exit 1", "int main;\n").unwrap_err();
    assert!(matches!(error, CommandError::LacksFile { .. }), "{error}");
}
