//! Programs that are asked for hints.

use std::time::Duration;

use dwindle_reduce::{Candidate, Document};
use dwindle_run::hints::{HintError, HintPrograms, Hinted};
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, CandidatePaths};

use crate::scene::Fixture;

fn document() -> Document {
    Document::single("a.txt", "one\ntwo\nthree\n")
}

/// Asks a shell script of these lines about three lines of text.
fn ask(lines: &str, limit: Duration) -> Hinted {
    let fixture = Fixture::new();
    let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
    let paths = CandidatePaths::of(&document());
    let trial_host = fixture.trial_host(Launcher::direct(), Limits::default());
    let programs = HintPrograms::new(trial_host, paths, fixture.home().to_path_buf(), limit);
    let hinted = programs.ask(&script.to_string_lossy(), &document(), &Cancel::new()).unwrap();
    assert!(fixture.left_overs().is_empty());
    hinted
}

const LONG: Duration = Duration::from_secs(60);

/// Returns the texts that a script proposes.
fn proposed(lines: &str) -> Vec<String> {
    let hinted = ask(lines, LONG);
    assert!(hinted.fault.is_none(), "{:?}", hinted.fault);
    let text = |edits| {
        let candidate = Candidate::new("hints", &document(), edits);
        String::from_utf8(candidate.render().files()[0].bytes().to_vec()).unwrap()
    };
    hinted.hints.into_iter().map(text).collect()
}

#[test]
fn a_program_reads_the_file_and_prints_hints() {
    let lines = r#"first=$(head -n 1 "$1"); echo "{\"text\": \"$first\"}"; printf '{"edits": [{"start": 0, "end": 4}]}'"#;
    assert_eq!(proposed(lines), ["one", "two\nthree\n"], "the last line may lack its end");
}

#[test]
fn a_program_that_waits_for_verdicts_receives_no_each_time() {
    let lines = r#"read task; echo '{"content": "b25lCg=="}'; read verdict
        case $verdict in *'"interesting":false'*) echo '{"text": "two\\n"}';; esac
        echo '{"idle": true}'; exec sleep 100"#;
    assert_eq!(proposed(lines), ["one\n", "two\n"]);
}

#[test]
fn a_program_may_close_its_output_and_leave_its_input_unread() {
    assert_eq!(proposed("exec <&-; echo '{\"text\": \"\"}'; exec >&-; sleep 0.1"), [""]);
    assert!(proposed("exit 0").is_empty());
}

#[test]
fn mistakes_of_a_program_are_reported() {
    let fault =
        |lines: &str, limit| ask(lines, limit).fault.map(|fault| fault.to_string()).unwrap_or_default();
    assert_eq!(fault("echo no such thing >&2; exit 3", LONG), "it ended with exit status 3: no such thing");
    assert!(fault("echo hello", LONG).starts_with("`hello` is not one of"));
    let hinted = ask("echo '{\"text\": \"\"}'; exec sleep 100", Duration::from_millis(300));
    assert!(matches!(hinted.fault, Some(HintError::OutOfTime { .. })));
    assert!(hinted.hints.is_empty(), "another run might have heard more");
    let many = ask("yes '{\"text\": \"\"}'", LONG);
    assert!(matches!(many.fault, Some(HintError::TooMuch)), "{:?}", many.fault);
    assert_eq!(many.hints.len(), 10_000);
}
