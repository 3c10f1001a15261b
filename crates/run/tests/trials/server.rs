//! Testers that run for many candidates (`--server`).

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::scene::{Fixture, crash, eventually, is_alive};
use dwindle_reduce::{Document, File, Verdict};
use dwindle_run::limits::Limits;
use dwindle_run::process::{Confinement, Launcher, Sandbox};
use dwindle_run::property::{Cancel, CandidatePaths, Property, PropertyError, ServerOptions, ServerProperty};

fn kept() -> Launcher {
    Launcher::with_keeper(PathBuf::from(env!("CARGO_BIN_EXE_dwindle-keeper")))
}

/// Returns a property with a tester that logs its process id and runs `body` for each path.
fn property(fixture: &Fixture, body: &str, on_crash: Verdict) -> ServerProperty {
    let pids = fixture.path("pids");
    let command = format!("echo $$ >> {}; while read -r path; do {body}; done", pids.display()).into();
    let options = ServerOptions { command, paths: CandidatePaths::of(&crash()), time_limit: None, on_crash };
    ServerProperty::new(options, fixture.trial_host(kept(), Limits::default())).unwrap()
}

fn pids(fixture: &Fixture) -> Vec<String> {
    let text = std::fs::read_to_string(fixture.path("pids")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn ask(property: &ServerProperty, text: &str) -> Result<Verdict, PropertyError> {
    property.test(&Document::single("crash.c", text), &Cancel::new())
}

const BY_CONTENT: &str = "if grep -q main \"$path\"; then echo interesting; elif grep -q dunno \"$path\"; then echo \
                          unresolved; else echo boring; fi";

#[test]
fn one_tester_answers_for_many_candidates() {
    let fixture = Fixture::new();
    let property = property(&fixture, BY_CONTENT, Verdict::Unresolved);
    for _ in 0..10 {
        assert_eq!(ask(&property, "main").unwrap(), Verdict::Interesting);
        assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
        assert_eq!(ask(&property, "dunno").unwrap(), Verdict::Unresolved);
    }
    let testers = pids(&fixture);
    assert_eq!(testers.len(), 1);
    assert!(is_alive(&testers[0]));
    drop(property);
    eventually("the tester ends with its property", || !is_alive(&testers[0]));
    assert!(fixture.left_overs().is_empty());
}

#[test]
fn each_thread_has_its_own_tester() {
    let fixture = Fixture::new();
    let property = property(&fixture, &format!("sleep 0.05; {BY_CONTENT}"), Verdict::Unresolved);
    thread::scope(|scope| {
        for text in ["main", "x", "main", "dunno"] {
            let property = &property;
            scope.spawn(move || {
                let expected = ask(property, text).unwrap();
                (0..5).for_each(|_| assert_eq!(ask(property, text).unwrap(), expected));
            });
        }
    });
    assert_eq!(pids(&fixture).len(), 4);
}

#[test]
fn a_crash_is_a_verdict_and_another_tester_takes_over() {
    for on_crash in [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved] {
        let fixture = Fixture::new();
        let body = format!("grep -q crash \"$path\" && kill -SEGV $$; {BY_CONTENT}");
        let property = property(&fixture, &body, on_crash);
        assert_eq!(ask(&property, "main").unwrap(), Verdict::Interesting);
        for n_crashes in 1..5 {
            assert_eq!(ask(&property, "crash").unwrap(), on_crash);
            assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
            assert_eq!(pids(&fixture).len(), n_crashes + 1);
        }
    }
}

#[test]
fn a_tester_may_leave_when_it_has_answered() {
    for leave in ["exit 0", "sleep 0.05; exit 1", "kill -SEGV $$"] {
        let fixture = Fixture::new();
        let property = property(&fixture, &format!("{BY_CONTENT}; {leave}"), Verdict::Interesting);
        for _ in 0..3 {
            assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring, "{leave}");
            eventually("it left", || !is_alive(pids(&fixture).last().unwrap()));
        }
    }
}

#[test]
fn a_tester_that_never_answers_is_a_fault() {
    let fixture = Fixture::new();
    let property = property(&fixture, "echo what a pity >&2; exit 3", Verdict::Boring);
    let errors: Vec<String> =
        (0..5).filter_map(|_| ask(&property, "x").err()).map(|error| error.to_string()).collect();
    assert_eq!(errors.len(), 5, "from the first one on");
    assert!(errors[0].contains("exit status 3") && errors[0].contains("what a pity"), "{}", errors[0]);
}

#[test]
fn a_missing_tester_is_a_fault_even_if_crashes_are_interesting() {
    let fixture = Fixture::new();
    let options = ServerOptions {
        command: "no-such-tester-here".into(),
        paths: CandidatePaths::root(),
        time_limit: None,
        on_crash: Verdict::Interesting,
    };
    let property = ServerProperty::new(options, fixture.trial_host(kept(), Limits::default())).unwrap();
    assert!(matches!(ask(&property, "x"), Err(PropertyError::Tester { .. })));
}

#[test]
fn an_invalid_answer_is_a_fault() {
    let fixture = Fixture::new();
    let yes = property(&fixture, "echo yes", Verdict::Boring);
    assert!(matches!(ask(&yes, "x"), Err(PropertyError::Answer { answer, .. }) if answer == "yes"));
    let endless = property(&fixture, "tr '\\0' x < /dev/zero", Verdict::Boring);
    assert!(matches!(ask(&endless, "x"), Err(PropertyError::Answer { answer, .. }) if answer.len() == 80));
}

#[test]
fn a_late_answer_is_not_taken_for_that_of_the_next_candidate() {
    let fixture = Fixture::new();
    let body = format!("grep -q slow \"$path\" && sleep 1000; {BY_CONTENT}");
    let property =
        property(&fixture, &body, Verdict::Boring).with_time_limit(Some(Duration::from_millis(500)));
    assert_eq!(ask(&property, "slow main").unwrap(), Verdict::Unresolved);
    assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
    assert_eq!(pids(&fixture).len(), 2);
}

#[test]
fn cancelling_ends_a_busy_tester() {
    let fixture = Fixture::new();
    let property = property(&fixture, "sleep 1000", Verdict::Boring);
    let cancel = Cancel::new();
    let token = cancel.clone();
    thread::scope(|scope| {
        let trial = scope.spawn(|| property.test(&crash(), &cancel));
        eventually("it thinks", || pids(&fixture).len() == 1);
        token.cancel();
        assert_eq!(trial.join().unwrap().unwrap(), Verdict::Unresolved);
    });
    let testers = pids(&fixture);
    assert!(!is_alive(&testers[0]));
}

#[test]
fn a_tester_that_writes_much_to_stderr_does_not_block() {
    let fixture = Fixture::new();
    let body = format!("head -c 1000000 /dev/zero >&2; {BY_CONTENT}");
    let property = property(&fixture, &body, Verdict::Boring);
    assert_eq!(ask(&property, "main").unwrap(), Verdict::Interesting);
    assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
}

#[test]
fn a_tester_gets_the_directory_of_a_tree() {
    let fixture = Fixture::new();
    let tree = Document::new([File::new("a", b"1".to_vec()), File::new("b/c", b"2".to_vec())]);
    let options = ServerOptions {
        command: "while read -r p; do [ -e $p/a ] && [ -e $p/b/c ] && echo interesting || echo boring; done"
            .into(),
        paths: CandidatePaths::of(&tree),
        time_limit: None,
        on_crash: Verdict::Unresolved,
    };
    let property = ServerProperty::new(options, fixture.trial_host(kept(), Limits::default())).unwrap();
    assert_eq!(property.test(&tree, &Cancel::new()).unwrap(), Verdict::Interesting);
}

#[test]
fn a_second_answer_is_never_taken_for_that_of_another_candidate() {
    let fixture = Fixture::new();
    let property = property(&fixture, &format!("{BY_CONTENT}; {BY_CONTENT}"), Verdict::Unresolved);
    for _ in 0..6 {
        for (text, expected) in [("main", Verdict::Interesting), ("x", Verdict::Boring)] {
            match ask(&property, text) {
                Ok(verdict) => assert_eq!(verdict, expected),
                // The second line came after the next path was sent.
                Err(error) => return assert!(matches!(error, PropertyError::Unasked { .. }), "{error}"),
            }
        }
    }
    assert!(6 < pids(&fixture).len(), "what answers twice is not asked again");
}

#[test]
fn an_answer_may_name_its_candidate() {
    let fixture = Fixture::new();
    let told = "if grep -q main \"$path\"; then echo interesting $path; else echo boring $path; fi";
    let named = property(&fixture, told, Verdict::Unresolved);
    assert_eq!(ask(&named, "main").unwrap(), Verdict::Interesting);
    assert_eq!(ask(&named, "x").unwrap(), Verdict::Boring);
    let fixture = Fixture::new();
    let late = property(&fixture, "echo interesting /tmp/another", Verdict::Unresolved);
    assert!(matches!(ask(&late, "x"), Err(PropertyError::Unasked { .. })));
}

#[test]
fn a_candidate_is_tested_again_alone_if_the_tester_removed_its_directories() {
    let fixture = Fixture::new();
    // The tester removes its directories before the first answer, but not before the second.
    let once = fixture.path("once");
    let body = format!(
        "if [ ! -e '{0}' ]; then touch '{0}'; rm -rf \"$(dirname \"$(dirname \"$path\")\")\"/*; echo boring; else {BY_CONTENT}; fi",
        once.display()
    );
    let property = property(&fixture, &body, Verdict::Unresolved);
    assert_eq!(ask(&property, "main").unwrap(), Verdict::Interesting);
    assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
    // A tester without its directories gets no more candidates.
    assert_eq!(pids(&fixture).len(), 2);
}

#[test]
fn a_tester_may_remove_its_candidate() {
    let fixture = Fixture::new();
    let property = property(
        &fixture,
        &format!("answer=$({BY_CONTENT}); rm -f \"$path\"; echo $answer"),
        Verdict::Unresolved,
    );
    for _ in 0..3 {
        assert_eq!(ask(&property, "main").unwrap(), Verdict::Interesting);
        assert_eq!(ask(&property, "x").unwrap(), Verdict::Boring);
    }
    assert_eq!(pids(&fixture).len(), 1);
}

#[test]
fn testers_in_a_sandbox_do_not_reach_each_other() {
    let fixture = Fixture::new();
    let shown = vec![fixture.home().to_owned()];
    let Some(launcher) = kept().sandboxed(Sandbox::new(Confinement::USUAL, shown)) else { return };
    let body = "rm -rf \"$(dirname \"$path\")\"/../../* 2>/dev/null; kill -9 -1 2>/dev/null; kill -9 $PPID; mkdir -p \"$TMPDIR\" \"$(dirname \"$path\")\"; echo boring";
    let command = format!("while read -r path; do {body}; done").into();
    let options = ServerOptions {
        command,
        paths: CandidatePaths::of(&crash()),
        time_limit: None,
        on_crash: Verdict::Unresolved,
    };
    let rude = ServerProperty::new(options, fixture.trial_host(launcher, Limits::default())).unwrap();
    let polite = property(&fixture, BY_CONTENT, Verdict::Unresolved);
    for _ in 0..3 {
        assert_eq!(ask(&polite, "main").unwrap(), Verdict::Interesting);
        assert_eq!(ask(&rude, "main").unwrap(), Verdict::Boring);
    }
    assert_eq!(pids(&fixture).len(), 1, "the other tester was never disturbed");
}
