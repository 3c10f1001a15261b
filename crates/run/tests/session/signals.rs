//! Signals to a process that runs a session.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dwindle_run::session::{Session, SessionOptions, Signals, Status};
use dwindle_testkit::signals::is_ignored;

use crate::child::{self, start, until_cancelled, wait_for};
use crate::toy::*;

/// Reduces until a signal comes. The fifth trial ends only when it is cancelled.
#[test]
#[ignore = "started by another test, and sent signals by it"]
fn reduce_until_interrupted() {
    let n_run = AtomicUsize::new(0);
    let stuck = property(move |_, cancel| {
        if n_run.fetch_add(1, Ordering::SeqCst) == 5 {
            println!("stuck");
            until_cancelled(cancel);
        }
        Ok(())
    });
    let home = Home { path: child::home(), input: child::home().join("input.txt") };
    let options = SessionOptions::default();
    let signals = Signals::watch(&options.interrupt).unwrap();
    let (session, _directory, _) = home.resumed(threads(&stuck, 1), options);
    let ended = session.run();
    drop(signals);
    assert_eq!(ended.summary.status, Status::Interrupted);
    assert_eq!(home.result().1, Some(ended.best));
}

/// Runs a trial that ignores its cancellation.
#[test]
#[ignore = "started by another test, and sent signals by it"]
fn reduce_until_interrupted_twice() {
    let stubborn = property(move |_, cancel| {
        println!("stuck");
        until_cancelled(cancel);
        println!("stubborn");
        loop {
            std::thread::park();
        }
    });
    let options = SessionOptions::default();
    let _signals = Signals::watch(&options.interrupt).unwrap();
    Session::new(reducer(&document(500)), threads(&stubborn, 1), options).run();
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn each_signal_ends_a_session_with_its_best_on_disk() {
    let signals = [("-INT", 2), ("-TERM", 15), ("-HUP", 1)];
    for (signal, _) in signals.into_iter().filter(|(signal, number)| !is_ignored(signal, *number)) {
        let place = tempfile::tempdir().unwrap();
        Home::with_file(place.path(), 500);
        let (mut child, mut told) =
            start(&mut child::command("signals::reduce_until_interrupted", place.path()));
        wait_for(&mut told, "stuck");
        send(&child, signal);
        assert!(child.wait().unwrap().success(), "{signal}");
    }
}

#[test]
fn a_second_signal_ends_the_process_at_once() {
    if is_ignored("-INT", 2) {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (mut child, mut told) =
        start(&mut child::command("signals::reduce_until_interrupted_twice", place.path()));
    wait_for(&mut told, "stuck");
    send(&child, "-INT");
    wait_for(&mut told, "stubborn");
    // A signal right after the first one is a repetition; a later one comes from the user.
    while child.try_wait().unwrap().is_none() {
        send(&child, "-INT");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_signal_that_is_repeated_at_once_counts_as_one() {
    let place = tempfile::tempdir().unwrap();
    Home::with_file(place.path(), 500);
    let (mut child, mut told) = start(&mut child::command("signals::reduce_until_interrupted", place.path()));
    wait_for(&mut told, "stuck");
    send(&child, "-TERM");
    send(&child, "-TERM");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_signal_that_is_ignored_at_the_start_stays_ignored() {
    let place = tempfile::tempdir().unwrap();
    Home::with_file(place.path(), 500);
    let inner = child::command("signals::reduce_until_interrupted", place.path());
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(inner.get_program()).args(inner.get_args());
    shell.env(child::HOME, place.path()).process_group(0);
    let (mut child, mut told) = start(&mut shell);
    wait_for(&mut told, "stuck");
    send(&child, "-HUP");
    assert_eq!(child.try_wait().unwrap(), None);
    send(&child, "-TERM");
    assert!(child.wait().unwrap().success());
}
