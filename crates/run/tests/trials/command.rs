//! Properties that are made from commands.

use std::ffi::OsString;
use std::time::Duration;

use crate::scene::{Fixture, crash};
use dwindle_reduce::{Document, Verdict};
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{
    Cancel, CandidatePaths, CommandError, CommandOptions, CommandProperty, Expectations, Property,
};

fn shell(line: &str) -> CommandOptions {
    CommandOptions {
        command: ["sh", "-c", line, "sh", "{}"].map(OsString::from).to_vec(),
        differs_from: None,
        expectations: Expectations::default(),
        paths: CandidatePaths::of(&crash()),
        time_limit: None,
        allows_weak: false,
    }
}

fn expecting(line: &str, change: impl Fn(&mut Expectations)) -> CommandOptions {
    let mut options = shell(line);
    change(&mut options.expectations);
    options
}

fn learn(options: CommandOptions) -> Result<CommandProperty, CommandError> {
    let fixture = Fixture::new();
    let trial_host = fixture.trial_host(Launcher::direct(), Limits::default());
    CommandProperty::learn(options, trial_host, &crash(), &Cancel::new())
}

/// Learns from `int main() {}` and checks the signature and the verdicts on other inputs.
fn check(options: CommandOptions, signature: &str, verdicts: &[(&str, Verdict)]) {
    let fixture = Fixture::new();
    let trial_host = fixture.trial_host(Launcher::direct(), Limits::default());
    let property = CommandProperty::learn(options, trial_host, &crash(), &Cancel::new()).unwrap();
    assert_eq!(property.signature(), signature);
    for (input, expected) in verdicts.iter().chain(&[("int main() {}\n", Verdict::Interesting)]) {
        let verdict = property.test(&Document::single("crash.c", *input), &Cancel::new()).unwrap();
        assert_eq!(verdict, *expected, "{signature}: {input}");
    }
    assert!(fixture.left_overs().is_empty());
}

#[test]
fn an_exit_status_is_kept() {
    let line = "grep -q segv $1 && kill -SEGV $$; grep -q main $1 && exit 3; exit 1";
    check(
        shell(line),
        "exit status 3",
        &[("main", Verdict::Interesting), ("other", Verdict::Boring), ("segv main", Verdict::Boring)],
    );
}

#[test]
fn a_signal_is_kept_and_distinguished_from_a_status_of_a_shell() {
    let line = "grep -q main $1 && kill -SEGV $$; exit 139";
    check(shell(line), "killed by SIGSEGV", &[("main", Verdict::Interesting), ("other", Verdict::Boring)]);
}

#[test]
fn a_command_of_one_word_is_run_by_the_shell() {
    let mut options = shell("");
    options.command = vec!["grep main {} | grep -q int && exit 9".into()];
    check(options, "exit status 9", &[("main", Verdict::Boring), ("int main", Verdict::Interesting)]);
}

#[test]
fn a_text_is_kept_whatever_the_status() {
    let line = "echo Error: $(cat $1) >&2; grep -q main $1 && exit 3; exit 4";
    let options = expecting(line, |expected| expected.stderr_contains = vec!["Error: int".into()]);
    check(
        options,
        "standard error contains \"Error: int\"",
        &[("int", Verdict::Interesting), ("main", Verdict::Boring)],
    );
}

#[test]
fn a_text_with_a_signal_keeps_both() {
    let line = "echo oops >&2; grep -q main $1 && kill -ABRT $$";
    let options = expecting(line, |expected| expected.matches = vec!["^o+ps".into()]);
    check(
        options,
        "killed by SIGABRT, and the output matches /^o+ps/",
        &[("main", Verdict::Interesting), ("x", Verdict::Boring)],
    );
}

#[test]
fn standard_output_and_standard_error_are_distinguished() {
    let options = expecting("cat $1", |expected| expected.stdout_contains = vec!["main".into()]);
    check(options, "standard output contains \"main\"", &[("x", Verdict::Boring)]);
    let options = expecting("cat $1", |expected| expected.stderr_contains = vec!["main".into()]);
    let error = learn(options).unwrap_err().to_string();
    assert!(error.contains("its standard error does not contain \"main\""), "{error}");
}

#[test]
fn a_hang_is_kept_and_an_unexpected_one_is_unresolved() {
    let mut options = expecting("grep -q main $1 && sleep 1000; exit 1", |expected| {
        expected.timeout_is_interesting = true;
    });
    assert!(matches!(learn(options.clone()), Err(CommandError::NeedsTimeout)));
    options.time_limit = Some(Duration::from_millis(300));
    check(options, "out of time", &[("main", Verdict::Interesting), ("x", Verdict::Boring)]);

    let mut options = shell("grep -q hang $1 && sleep 1000; grep -q main $1 && exit 3; exit 1");
    options.time_limit = Some(Duration::from_millis(300));
    check(options, "exit status 3", &[("hang", Verdict::Unresolved)]);
}

#[test]
fn a_command_that_succeeds_has_no_signature() {
    assert!(matches!(learn(shell("exit 0")), Err(CommandError::NothingWrong { .. })));
    let mut options = shell("sleep 1000");
    options.time_limit = Some(Duration::from_millis(50));
    assert!(matches!(learn(options), Err(CommandError::NoAnswer { .. })));
    let options = expecting("exit 1", |expected| expected.matches = vec!["(".into()]);
    assert!(matches!(learn(options), Err(CommandError::Pattern(_))));
    let mut options = shell("");
    options.command.clear();
    assert!(matches!(learn(options), Err(CommandError::Empty)));
}

#[test]
fn a_difference_in_output_is_kept() {
    let mut options = shell("wc -c < $1");
    options.differs_from = Some("grep -v int {} | wc -c".into());
    check(
        options,
        "exit status 0, and the other command ends with exit status 0 too but writes something else",
        &[("an int", Verdict::Interesting), ("nothing\n", Verdict::Boring)],
    );
}

#[test]
fn a_difference_in_exit_statuses_is_kept() {
    let mut options = shell("grep -q broken $1 && exit 2; exit 0");
    options.differs_from = Some("grep -q main {} && exit 1; exit 0".into());
    check(
        options,
        "exit status 0, and the other command ends with exit status 1",
        &[
            ("main", Verdict::Interesting),
            // Both commands reject it, or only the first: that is another bug.
            ("main broken", Verdict::Boring),
            ("broken", Verdict::Boring),
            ("x", Verdict::Boring),
        ],
    );
}

#[test]
fn paths_in_the_output_and_left_over_files_make_no_difference() {
    let mut options = shell("pwd; [ -e left ] && echo again; touch left; grep -c main $1; true");
    options.differs_from = Some("pwd; [ -e left ] && echo again; touch left; grep -c x {}; true".into());
    check(
        options,
        "exit status 0, and the other command ends with exit status 0 too but writes something else",
        &[("y", Verdict::Boring), ("x", Verdict::Interesting)],
    );
}

#[test]
fn commands_with_the_same_output_are_refused() {
    let mut options = shell("pwd; exit 3");
    options.differs_from = Some("pwd; exit 3".into());
    assert!(matches!(learn(options), Err(CommandError::NoDifference { .. })));
}

#[test]
fn a_missing_program_is_named() {
    let mut options = shell("");
    options.command = vec!["no-such-program-here".into(), "{}".into()];
    let error = learn(options).unwrap_err().to_string();
    assert!(error.contains("no-such-program-here"), "{error}");
}
