//! Scripts as properties: the files that they find, and the meaning of their exit statuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use crate::scene::{Fixture, crash, test, verdict};
use dwindle_reduce::{Document, File, Mode, Verdict};
use dwindle_run::process::{End, Launcher};
use dwindle_run::property::{Cancel, CandidatePaths, Property, PropertyError, ScriptProperty};
use dwindle_run::trial::{TempBase, TrialHost, TrialHostOptions, Usage, Used};

fn check(lines: &str, expected: Verdict) {
    let fixture = Fixture::new();
    assert_eq!(verdict(&fixture.property(Launcher::direct(), lines)), expected, "{lines}");
    assert!(fixture.left_overs().is_empty(), "{lines}");
}

#[test]
fn status_zero_is_interesting_and_all_else_boring() {
    check("exit 0", Verdict::Interesting);
    check("exit 1", Verdict::Boring);
    check("exit 127", Verdict::Boring);
    check("kill -SEGV $$", Verdict::Boring);
}

/// Runs a script once and returns what it used.
fn used(lines: &str) -> Used {
    let fixture = Fixture::new();
    let usage = Arc::new(Usage::default());
    let base = TempBase::Below(fixture.path("trials"));
    let trial_host =
        TrialHost::new(TrialHostOptions { base, usage: usage.clone(), ..TrialHostOptions::default() });
    let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
    let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
    assert_eq!(verdict(&property), Verdict::Interesting);
    let used = usage.take();
    assert_eq!(usage.take(), Used::default(), "what was taken is gone");
    used
}

#[test]
fn the_processor_time_of_a_test_is_measured() {
    let asleep = used("sleep 0.3");
    assert_eq!(asleep.n_runs, 1);
    assert!(Duration::from_millis(300) <= asleep.wall);
    assert!(2 * asleep.cpu < asleep.wall, "{asleep:?}");
    let burning = used("n=0; while [ $n -lt 100000 ]; do n=$((n + 1)); done");
    assert!(asleep.cpu < burning.cpu && burning.cpu <= 2 * burning.wall, "{burning:?}");
    assert!(0 < burning.peak_memory);
    let in_a_child = used("(n=0; while [ $n -lt 100000 ]; do n=$((n + 1)); done) | cat");
    assert!(asleep.cpu < in_a_child.cpu, "children that were waited for count: {in_a_child:?}");
}

#[test]
fn the_script_finds_the_candidate_under_its_name_and_in_its_first_argument() {
    check("grep -q main crash.c && grep -q main \"$1\"", Verdict::Interesting);
    check("[ \"$1\" = \"$PWD/crash.c\" ] && [ $# = 1 ]", Verdict::Interesting);
    check("[ \"$(ls)\" = crash.c ]", Verdict::Interesting);
}

#[test]
fn temporary_files_are_private_and_outside_the_directory() {
    check(
        "t=$(mktemp) && [ \"$(dirname $t)\" = \"$TMPDIR\" ] && [ \"$(ls)\" = crash.c ]",
        Verdict::Interesting,
    );
}

#[test]
fn the_directories_of_a_trial_are_closed_to_others() {
    check("[ $(stat -c %a .) = 700 ] && [ $(stat -c %a $TMPDIR) = 700 ]", Verdict::Interesting);
    check("[ $(stat -c %a ..) = 700 ] && [ $(stat -c %a ../..) = 700 ]", Verdict::Interesting);
}

#[test]
fn standard_input_is_the_candidate() {
    check("[ \"$(cat)\" = 'int main() {}' ]", Verdict::Interesting);
    check("grep -q main", Verdict::Interesting);
}

#[test]
fn a_trial_out_of_time_is_unresolved() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "sleep 1000");
    let property = property.with_time_limit(Some(Duration::from_millis(50)));
    assert_eq!(verdict(&property), Verdict::Unresolved);
}

#[test]
fn a_script_without_an_interpreter_line_is_run_by_the_shell() {
    let fixture = Fixture::new();
    let script = fixture.script("grep -q main \"$1\"\n");
    let trial_host = fixture.trial_host(Launcher::direct(), dwindle_run::limits::Limits::default());
    let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), trial_host).unwrap();
    assert_eq!(verdict(&property), Verdict::Interesting);
}

#[test]
fn scripts_that_cannot_be_run_are_refused_with_help() {
    let fixture = Fixture::new();
    let trial_host = || fixture.trial_host(Launcher::direct(), dwindle_run::limits::Limits::default());
    let new = |path: &std::path::Path| ScriptProperty::new(path, CandidatePaths::root(), trial_host());
    let script = fixture.script("#!/bin/sh\n");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o644)).unwrap();
    let error = new(&script).unwrap_err();
    assert!(error.to_string().contains("chmod +x"), "{error}");
    assert!(matches!(new(fixture.home()).unwrap_err(), PropertyError::NotExecutable { .. }));
    assert!(matches!(new(&fixture.path("missing")).unwrap_err(), PropertyError::ScriptMissing { .. }));
}

#[test]
fn a_missing_interpreter_is_named() {
    let fixture = Fixture::new();
    for (line, expected) in [("#!/no/such/thing -x", "/no/such/thing"), ("#!/bin/sh\r", "Windows")] {
        let script = fixture.script(&format!("{line}\nexit 0\n"));
        let trial_host = fixture.trial_host(Launcher::direct(), dwindle_run::limits::Limits::default());
        let property = ScriptProperty::new(&script, CandidatePaths::root(), trial_host).unwrap();
        let error = test(&property).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_script_that_is_edited_or_vanishes_ends_the_session() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "exit 0");
    assert_eq!(verdict(&property), Verdict::Interesting);
    fs::write(property.path(), "#!/bin/sh\nexit 1\n").unwrap();
    assert!(matches!(test(&property), Err(PropertyError::ScriptChanged { .. })));
    fs::remove_file(property.path()).unwrap();
    assert!(matches!(test(&property), Err(PropertyError::ScriptMissing { .. })));
}

#[test]
fn a_script_may_be_written_again_with_the_same_text() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "exit 0");
    let text = fs::read(property.path()).unwrap();
    fs::remove_file(property.path()).unwrap();
    fixture.script(std::str::from_utf8(&text).unwrap());
    assert_eq!(verdict(&property), Verdict::Interesting);
}

#[test]
fn a_script_that_changes_itself_while_it_runs_is_noticed() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "echo '# more' >> \"$0\"; exit 0");
    assert!(matches!(test(&property), Err(PropertyError::ScriptChanged { .. })));
}

#[test]
fn the_files_of_a_tree_have_their_relative_paths_and_modes() {
    let fixture = Fixture::new();
    let tree = Document::new([
        File::new("src/deep/a.c", b"a".to_vec()),
        File::new("run", b"#!/bin/sh\nexit 0\n".to_vec()).with_mode(Mode::Executable),
    ]);
    let script = fixture.script("#!/bin/sh\n[ \"$1\" = \"$PWD\" ] && ./run && [ $(cat src/deep/a.c) = a ]\n");
    let trial_host = fixture.trial_host(Launcher::direct(), dwindle_run::limits::Limits::default());
    let property = ScriptProperty::new(&script, CandidatePaths::of(&tree), trial_host).unwrap();
    assert_eq!(property.test(&tree, &Cancel::new()).unwrap(), Verdict::Interesting);
}

#[test]
fn a_diagnosis_shows_status_and_output() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "echo out; echo err >&2; exit 3");
    let diagnosis = property.diagnose(&crash(), &Cancel::new()).unwrap();
    assert_eq!(diagnosis.verdict, Verdict::Boring);
    let run = diagnosis.run.unwrap();
    assert_eq!(run.ended.end, End::Exited(3));
    assert_eq!(
        (run.ended.stdout.last_lines(9), run.ended.stderr.last_lines(9)),
        ("out".into(), "err".into())
    );
    assert!(run.command.ends_with("/crash.c"), "{}", run.command);
}

#[test]
fn a_diagnosis_can_run_in_the_users_directory() {
    let fixture = Fixture::new();
    fs::write(fixture.path("needed.h"), "").unwrap();
    let property = fixture.property(Launcher::direct(), "[ -e needed.h ]");
    assert_eq!(verdict(&property), Verdict::Boring);
    let there = property.diagnose_in(fixture.home(), &Cancel::new()).unwrap();
    assert_eq!(there.verdict, Verdict::Interesting);
}

#[test]
fn many_workers_share_one_property() {
    let fixture = Fixture::new();
    let property = fixture.property(Launcher::direct(), "grep -q 7 crash.c");
    let verdicts: Vec<bool> = std::thread::scope(|scope| {
        let property = &property;
        let ask =
            |i: u32| property.test(&Document::single("crash.c", i.to_string()), &Cancel::new()).unwrap();
        let workers: Vec<_> = (0..20).map(|i| scope.spawn(move || ask(i).is_interesting())).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let expected: Vec<bool> = (0..20).map(|i| i == 7 || i == 17).collect();
    assert_eq!(verdicts, expected);
    assert!(fixture.left_overs().is_empty());
}
