//! The journal of a session, damaged.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use arbitrary::{Result, Unstructured};
use dwindle_reduce::{ContentKey, StopReason, Verdict};
use dwindle_run::journal::{Identity, Journal, SessionDirectory, Start};
use tempfile::TempDir;

const VERDICTS: [Verdict; 3] = [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved];

/// The first byte selects whether the rest is a journal, or describes how one is written and
/// damaged.
pub(super) fn run(bytes: &[u8]) {
    match bytes.split_first() {
        Some((&raw, rest)) if raw % 2 == 0 => open_raw(rest),
        Some((_, rest)) => {
            // Too few bytes are no input.
            let _ = write_and_damage(&mut Unstructured::new(rest));
        }
        None => {}
    }
}

/// Opens any bytes as a journal.
fn open_raw(bytes: &[u8]) {
    let directory = empty_session();
    fs::write(directory.journal(), bytes).expect("the scratch directory can be written");
    let looked = Journal::earlier(&directory);
    let made = Journal::made_before(&directory);
    assert_eq!(looked.is_ok(), made.is_ok(), "both read the same");
    for start in [Start::Resume, Start::Fresh] {
        let Ok((mut journal, _)) = Journal::open(&directory, &identity(), start) else { continue };
        append_and_find(&mut journal, &directory);
    }
}

/// An appended answer is there when the journal is opened again.
fn append_and_find(journal: &mut Journal, directory: &SessionDirectory) {
    let key = ContentKey(u128::MAX - 7);
    journal.verdict(key, Verdict::Boring).expect("there is room");
    let (again, _) = Journal::open(directory, &identity(), Start::Resume).expect("it was just written");
    assert!(again.verdicts().any(|found| found == (key, Verdict::Boring)), "what was appended is found");
}

/// Writes a journal, damages it, and opens it again: what is read must be a prefix of what was
/// written.
fn write_and_damage(unstructured: &mut Unstructured<'_>) -> Result<()> {
    let directory = empty_session();
    let (mut journal, _) = Journal::open(&directory, &identity(), Start::Resume).expect("it is new");
    let mut written: Vec<(ContentKey, Verdict)> = Vec::new();
    for _ in 0..unstructured.int_in_range(0..=20)? {
        let key = ContentKey(u128::from(unstructured.int_in_range(0..=9u8)?));
        match unstructured.int_in_range(0..=5)? {
            0 => journal.accepted(key).expect("there is room"),
            1 => journal.end(StopReason::Interrupted).expect("there is room"),
            _ => {
                let verdict = *unstructured.choose(&VERDICTS)?;
                journal.verdict(key, verdict).expect("there is room");
                written.push((key, verdict));
            }
        }
    }
    drop(journal);
    let mut bytes = fs::read(directory.journal()).expect("it was written");
    let whole = bytes.clone();
    damage(&mut bytes, unstructured)?;
    fs::write(directory.journal(), &bytes).expect("the scratch directory can be written");

    let Ok((mut journal, resumed)) = Journal::open(&directory, &identity(), Start::Resume) else {
        assert!(bytes != whole, "what was not damaged is read");
        return Ok(());
    };
    let known: HashMap<ContentKey, Verdict> = journal.verdicts().collect();
    let is_beginning = (0..=written.len()).rev().any(|n_read| first_answers(&written[..n_read]) == known);
    assert!(is_beginning, "{known:?} is no beginning of {written:?}");
    if bytes == whole {
        assert_eq!(known, first_answers(&written));
        assert_eq!(resumed.map(|resumed| resumed.n_dropped), Some(0));
    }
    append_and_find(&mut journal, &directory);
    Ok(())
}

/// Returns the first answer to each question.
fn first_answers(written: &[(ContentKey, Verdict)]) -> HashMap<ContentKey, Verdict> {
    let mut first = HashMap::new();
    for (key, verdict) in written {
        first.entry(*key).or_insert(*verdict);
    }
    first
}

fn damage(bytes: &mut Vec<u8>, unstructured: &mut Unstructured<'_>) -> Result<()> {
    for _ in 0..unstructured.int_in_range(0..=2)? {
        let at = unstructured.choose_index(bytes.len().max(1))?.min(bytes.len());
        match unstructured.int_in_range(0..=4)? {
            0 => bytes.truncate(at),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1),
            2 => bytes.iter_mut().skip(at).take(30).for_each(|byte| *byte = 0),
            3 => bytes.extend_from_within(at..),
            _ => {
                let text: [u8; 4] = unstructured.arbitrary()?;
                bytes.splice(at..at, text);
            }
        }
    }
    Ok(())
}

fn identity() -> Identity {
    Identity::new(ContentKey(1)).with_property("the test", "t").with_limit("--timeout", "5")
}

thread_local! {
    static SCRATCH: TempDir = tempfile::tempdir().expect("there is room for a directory");
}

/// Returns this thread's session directory, without files of the input before.
fn empty_session() -> SessionDirectory {
    let path: PathBuf = SCRATCH.with(|scratch| scratch.path().join("session"));
    let directory = SessionDirectory::open(path).expect("nobody else uses it");
    let journal = directory.journal();
    for left in [journal.with_extension("old"), journal.with_extension("new"), journal] {
        let _ = fs::remove_file(left);
    }
    directory
}
