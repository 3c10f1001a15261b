//! Sessions that are killed at random moments.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Document, File};
use dwindle_run::files::{Existing, Output, Target};
use dwindle_run::journal::{Journal, SessionDirectory};
use dwindle_run::session::{Session, SessionOptions, Status};

use crate::child;
use crate::toy::*;

const N_WORKERS: usize = 3;

fn home_of_child() -> Home {
    let path = child::home();
    let input = [path.join("input.txt"), path.join("tree")].into_iter().find(|input| input.exists());
    Home { input: input.unwrap(), path }
}

/// Reduces, and logs every trial that starts.
#[test]
#[ignore = "started by another test, and killed by it"]
fn reduce_until_killed() {
    let home = home_of_child();
    let log = OpenOptions::new().append(true).create(true).open(home.path.join("log")).unwrap();
    let logging = property(move |document, _| {
        let mut log = &log;
        log.write_all(format!("{}\n", document.key()).as_bytes()).unwrap();
        thread::sleep(Duration::from_micros(hash(document, 3) % 6000));
        Ok(())
    });
    let (session, _directory, _) = home.resumed(threads(&logging, N_WORKERS), SessionOptions::default());
    assert_eq!(session.run().summary.status, Status::Reduced);
    fs::write(home.path.join("done"), "").unwrap();
}

fn n_known(home: &Home) -> usize {
    let directory = SessionDirectory::open(home.session_path()).unwrap();
    Journal::earlier(&directory).unwrap().map_or(0, |earlier| earlier.n_verdicts)
}

/// Kills a session and resumes it until it ends.
fn survives_kills(home: &Home, original: &Document) {
    let mut n_kills = 0;
    let mut smallest = u64::MAX;
    let mut known = 0;
    while !home.path.join("done").exists() {
        let mut command = child::command("killed::reduce_until_killed", &home.path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_micros(5_000 + 2_000 * n_kills + mix(n_kills) % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        n_kills += 1;
        assert!(n_kills < 500, "runs that are given more and more time come to an end");
        let now = n_known(home);
        assert!(known <= now, "verdicts are never lost");
        known = now;
        if let Some(found) = home.result().1 {
            assert!(is_interesting(&found), "kill {n_kills}: {found:?}");
            assert!(found.n_bytes() <= smallest, "kill {n_kills}: the result never grows");
            smallest = found.n_bytes();
        } else {
            assert_eq!(smallest, u64::MAX, "kill {n_kills}: a result that was there stays there");
        }
    }
    assert!(2 < n_kills, "{n_kills}");
    let whole =
        Session::new(reducer(original), inline(property(|_, _| Ok(()))), SessionOptions::default()).run();
    assert_eq!(home.result().1.unwrap(), whole.best);
    let log = fs::read_to_string(home.path.join("log")).unwrap();
    let mut times: HashMap<&str, u64> = HashMap::new();
    log.lines().for_each(|key| *times.entry(key).or_default() += 1);
    let n_again: u64 = times.values().map(|times| times - 1).sum();
    // Only trials that ran at a kill or were cancelled are run again.
    assert!(
        n_again <= n_kills * N_WORKERS as u64 + times.len() as u64 / 10,
        "{n_again} again in {n_kills} kills"
    );
    let leftovers: Vec<_> =
        fs::read_dir(&home.path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!leftovers.iter().any(|name| name.to_string_lossy().contains(".dwindle-")), "{leftovers:?}");
    assert_eq!(home.load().document, *original, "the input is never touched");
}

#[test]
fn a_file_survives_kills() {
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_file(place.path(), 600);
    survives_kills(&home, &home.load().document);
}

#[test]
fn a_tree_survives_kills() {
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_tree(place.path(), 600);
    survives_kills(&home, &home.load().document);
}

/// Returns a document of one letter, so that a mixture of two documents is noticed.
fn uniform(letter: u8, n_files: usize, n_bytes: usize) -> Document {
    match n_files {
        1 => Document::single("input.txt", vec![letter; n_bytes]),
        _ => Document::new(
            (0..n_files).map(|number| File::new(format!("{}/{number}", number % 7), vec![letter; n_bytes])),
        ),
    }
}

/// Returns the documents that are saved in turn.
fn documents(is_tree: bool) -> [Document; 3] {
    // All have the same size, because a result is never replaced by a larger one.
    let (n_files, n_bytes) = if is_tree { (50, 3_000) } else { (1, 300_000) };
    [b'a', b'b', b'c'].map(|letter| uniform(letter, n_files, n_bytes))
}

/// Saves large documents in turn.
#[test]
#[ignore = "started by another test, and killed by it"]
fn save_until_killed() {
    let home = home_of_child();
    let mut output = Output::choose(&home.load(), &Target::Beside).unwrap();
    output.claim(Existing::Ours(&|_| true)).unwrap();
    let documents = documents(home.input.is_dir());
    // Their costs are computed once, which takes longer than saving them.
    documents.iter().for_each(|document| assert_eq!(document.cost(), documents[0].cost()));
    for document in documents.iter().cycle() {
        assert!(output.save(document).unwrap());
        println!("saved");
    }
}

fn is_never_torn(home: &Home) {
    let all = documents(home.input.is_dir());
    for number in 0..8 {
        let (mut child, mut told) =
            child::start(child::command("killed::save_until_killed", &home.path).stderr(Stdio::null()));
        for _ in 0..=mix(number) % 5 {
            child::wait_for(&mut told, "saved");
        }
        thread::sleep(Duration::from_micros(mix(number) % 30_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let found = home.result().1.unwrap();
        assert!(all.contains(&found), "kill {number}: {found:?}");
    }
}

#[test]
fn a_large_file_is_never_partial() {
    let place = tempfile::tempdir().unwrap();
    is_never_torn(&Home::with_file(place.path(), 600));
}

#[test]
fn a_tree_never_has_files_of_two_versions() {
    let place = tempfile::tempdir().unwrap();
    is_never_torn(&Home::with_tree(place.path(), 600));
}
