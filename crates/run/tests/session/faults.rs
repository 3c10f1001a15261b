//! Faults of the environment during a session, and what is on disk then.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dwindle_reduce::{Document, StopReason};
use dwindle_run::files::{Existing, FilesError, Input, Output, Target};
use dwindle_run::property::{Property, PropertyError};
use dwindle_run::session::{Ended, Failure, Session, SessionOptions, Status};

use crate::child;
use crate::toy::*;

/// Returns a property that calls a function once, at the test of a given number.
fn at_test(
    number: usize,
    act: impl Fn() -> Result<(), PropertyError> + Send + Sync + 'static,
) -> Arc<dyn Property> {
    let n_run = AtomicUsize::new(0);
    property(move |_, _| if n_run.fetch_add(1, Ordering::SeqCst) == number { act() } else { Ok(()) })
}

fn failed(ended: &Ended) {
    assert_eq!((ended.summary.status, ended.reason), (Status::Failed, StopReason::Environment));
    assert!(ended.best.n_bytes() < 500 && is_interesting(&ended.best));
}

fn reduce_to(directory: &Path, property: Arc<dyn Property>, options: SessionOptions) -> Ended {
    let home = Home::with_file(directory.parent().unwrap(), 500);
    fs::create_dir_all(directory).unwrap();
    let mut output = Output::choose(&home.load(), &Target::At(directory.join("out.txt"))).unwrap();
    output.claim(Existing::Refuse).unwrap();
    Session::new(reducer(&home.load().document), inline(property), options).with_output(output).run()
}

fn found_at(path: &Path) -> Document {
    Document::single("input.txt", fs::read(path).unwrap())
}

#[test]
fn a_property_that_fails_ends_the_session_with_the_best_on_disk() {
    for n_workers in [1, 4] {
        let place = tempfile::tempdir().unwrap();
        let home = Home::with_file(place.path(), 500);
        let failing = at_test(40, || Err(PropertyError::ScriptMissing { path: "test.sh".into() }));
        let (session, _directory, _) = home.resumed(threads(&failing, n_workers), SessionOptions::default());
        let ended = session.run();
        failed(&ended);
        assert!(matches!(ended.failure, Some(Failure::Property(PropertyError::ScriptMissing { .. }))));
        assert_eq!(home.result().1, Some(ended.best));
    }
}

#[test]
fn a_panic_of_a_property_is_an_error() {
    for n_workers in [1, 4] {
        let panicking = at_test(40, || panic!("worker {} is lost", 7));
        let ended =
            Session::new(reducer(&document(500)), threads(&panicking, n_workers), SessionOptions::default())
                .run();
        failed(&ended);
        assert!(matches!(&ended.failure, Some(Failure::Panicked(told)) if told == "worker 7 is lost"));
    }
}

#[test]
fn a_result_without_its_directory_is_written_to_a_fallback() {
    let place = tempfile::tempdir().unwrap();
    let (lost, refuge) = (place.path().join("lost"), place.path().join("refuge"));
    fs::create_dir(&refuge).unwrap();
    let from = lost.clone();
    let moving = at_test(30, move || {
        fs::rename(&from, from.with_extension("moved")).unwrap();
        Ok(())
    });
    let fallbacks = vec![place.path().join("nowhere"), refuge.clone()];
    let ended = reduce_to(&lost, moving, SessionOptions { fallbacks, ..SessionOptions::default() });
    failed(&ended);
    assert!(matches!(ended.failure, Some(Failure::Output(FilesError::Write { .. }))));
    assert_eq!(ended.summary.output, Some(refuge.join("out.txt")));
    assert_eq!(found_at(&refuge.join("out.txt")), ended.best);
}

#[test]
fn without_any_fallback_the_best_stays_in_memory() {
    let place = tempfile::tempdir().unwrap();
    let lost = place.path().join("lost");
    let from = lost.clone();
    let moving = at_test(30, move || {
        fs::rename(&from, from.with_extension("moved")).unwrap();
        Ok(())
    });
    let ended =
        reduce_to(&lost, moving, SessionOptions { fallbacks: Vec::new(), ..SessionOptions::default() });
    failed(&ended);
    assert_eq!(ended.summary.output, None);
}

#[test]
fn a_result_that_the_user_edits_is_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out/out.txt");
    let edited = out.clone();
    let editing = at_test(30, move || {
        // The session has written the result by now.
        while !edited.exists() {
            std::thread::yield_now();
        }
        // Of another length: within a tick of the clock the time of the change may be the same.
        fs::write(&edited, "edited by hand").unwrap();
        Ok(())
    });
    let ended = reduce_to(&place.path().join("out"), editing, SessionOptions::default());
    assert_eq!(ended.summary.status, Status::Reduced);
    assert_eq!(fs::read_to_string(&out).unwrap(), "edited by hand");
    assert_eq!(found_at(&place.path().join("out/out.txt.2")), ended.best);
    assert_eq!(ended.summary.output, Some(place.path().canonicalize().unwrap().join("out/out.txt.2")));
}

/// Reduces with a file size limit of about a kilobyte, and prints how that ended.
#[test]
#[ignore = "started by another test, with limits"]
fn reduce_with_small_files() {
    let home = Home { path: child::home(), input: child::home().join("input.txt") };
    let options = SessionOptions { retry_delay: Duration::from_millis(1), ..SessionOptions::default() };
    let (session, _directory, _) = home.resumed(inline(property(|_, _| Ok(()))), options);
    let ended = session.run();
    failed(&ended);
    let Some(Failure::Journal(error)) = &ended.failure else { panic!("{:?}", ended.failure) };
    assert!(error.is_disk_full(), "{error}");
    assert_eq!(home.result().1, Some(ended.best));
}

fn with_small_files(test: &str, home: &Path) {
    let limited = child::command(test, home);
    let mut shell = std::process::Command::new("sh");
    // The unit is 512 or 1024 bytes, depending on the shell.
    shell.args(["-c", "ulimit -f 4; trap '' XFSZ; exec \"$@\"", "sh"]).arg(limited.get_program());
    shell.args(limited.get_args()).env(child::HOME, home);
    child::succeeds(shell);
}

/// Reduces a file that is too large for the file size limit.
#[test]
#[ignore = "started by another test, with limits"]
fn reduce_a_large_file_with_small_files() {
    let home = Home { path: child::home(), input: child::home().join("input.txt") };
    let options = SessionOptions {
        retry_delay: Duration::from_millis(1),
        fallbacks: vec![home.path.clone()],
        ..SessionOptions::default()
    };
    let stuck = property(|_, cancel| {
        child::until_cancelled(cancel);
        Ok(())
    });
    let (session, _directory, _) = home.resumed(threads(&stuck, 2), options);
    let ended = session.run();
    assert_eq!((ended.summary.status, &ended.summary.output), (Status::Failed, &None));
    let Some(Failure::Output(error)) = &ended.failure else { panic!("{:?}", ended.failure) };
    assert!(error.is_disk_full(), "{error}");
    assert_eq!(ended.best, home.load().document);
}

#[test]
fn a_result_that_is_too_large_to_write_is_reported_and_no_partial_file_is_left() {
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_file(place.path(), 50_000);
    with_small_files("faults::reduce_a_large_file_with_small_files", place.path());
    assert_eq!(home.result().1, None);
    assert_eq!(home.load().document, document(50_000));
    let mut names: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["input.txt", "session"]);
}

#[test]
fn a_full_disk_ends_the_session_and_no_answer_is_lost() {
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_file(place.path(), 500);
    // The input fits onto the disk, but the journal does not.
    with_small_files("faults::reduce_with_small_files", place.path());
    let (session, _directory, resumed) =
        home.resumed(inline(property(|_, _| Ok(()))), SessionOptions::default());
    let resumed = resumed.unwrap();
    assert_eq!(resumed.n_dropped, 0, "a record that did not fit leaves nothing behind");
    assert!(20 < resumed.earlier.n_verdicts);
    let whole =
        Session::new(reducer(&document(500)), inline(property(|_, _| Ok(()))), SessionOptions::default())
            .run();
    let ended = session.run();
    assert_eq!((&ended.best, &ended.summary.accepted_hash), (&whole.best, &whole.summary.accepted_hash));
    assert_eq!(Input::load(&[&home.input]).unwrap().document, document(500));
}
