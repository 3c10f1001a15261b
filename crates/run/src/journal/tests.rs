//! Tests of the journal, also cut and damaged at every byte.

use std::fs::{self, OpenOptions};
use std::io::Write;

use dwindle_reduce::{ContentKey, StopReason, Verdict};
use proptest::prelude::*;
use tempfile::TempDir;

use super::record::{MAGIC, sealed};
use super::*;
use crate::files::{Input, SESSIONS};

fn identity() -> Identity {
    Identity::new(ContentKey(1))
        .with_property("the test", "t")
        .with_limit("--timeout", "5")
        .with_option("--plan", "p")
}

struct TestSession {
    directory: TempDir,
}

impl TestSession {
    fn new() -> TestSession {
        TestSession { directory: tempfile::tempdir().unwrap() }
    }

    fn session(&self) -> SessionDirectory {
        SessionDirectory::open(self.directory.path().join("s")).unwrap()
    }

    fn journal(&self) -> std::path::PathBuf {
        self.directory.path().join("s/journal")
    }

    fn open(&self, identity: &Identity, start: Start) -> Result<(Journal, Option<Resumed>), JournalError> {
        Journal::open(&self.session(), identity, start)
    }

    fn resumed(&self, identity: &Identity) -> (Journal, Option<Resumed>) {
        self.open(identity, Start::Resume).unwrap()
    }
}

fn verdicts(journal: &Journal) -> Vec<(ContentKey, Verdict)> {
    let mut verdicts: Vec<_> = journal.verdicts().collect();
    verdicts.sort_by_key(|(key, _)| *key);
    verdicts
}

fn any_verdict() -> impl Strategy<Value = Verdict> {
    prop_oneof![Just(Verdict::Interesting), Just(Verdict::Boring), Just(Verdict::Unresolved)]
}

fn any_answers() -> impl Strategy<Value = Vec<(ContentKey, Verdict)>> {
    proptest::collection::btree_map(any::<u128>().prop_map(ContentKey), any_verdict(), 1..6)
        .prop_map(|answers| answers.into_iter().collect())
}

/// Writes a journal. Returns its bytes, and its length before the first and after each answer.
fn written(test: &TestSession, answers: &[(ContentKey, Verdict)]) -> (Vec<u8>, Vec<usize>) {
    let (mut journal, _) = test.open(&identity(), Start::Fresh).unwrap();
    let mut ends = vec![fs::metadata(test.journal()).unwrap().len() as usize];
    for (key, verdict) in answers {
        journal.verdict(*key, *verdict).unwrap();
        ends.push(fs::metadata(test.journal()).unwrap().len() as usize);
    }
    (fs::read(test.journal()).unwrap(), ends)
}

/// Opens a journal with the bytes `left`, checks that it has `n_whole` answers and that one more
/// can be added.
fn opened(
    test: &TestSession,
    left: &[u8],
    answers: &[(ContentKey, Verdict)],
    n_whole: usize,
) -> Option<Resumed> {
    fs::remove_file(test.journal()).unwrap();
    fs::write(test.journal(), left).unwrap();
    let (mut journal, resumed) = test.resumed(&identity());
    assert_eq!(verdicts(&journal), answers[..n_whole], "{} bytes left", left.len());
    journal.verdict(ContentKey(7), Verdict::Boring).unwrap();
    drop(journal);
    assert_eq!(verdicts(&test.resumed(&identity()).0).len(), n_whole + 1, "{} bytes left", left.len());
    resumed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn a_journal_cut_at_any_byte_keeps_every_whole_record(answers in any_answers()) {
        let test = TestSession::new();
        let (bytes, ends) = written(&test, &answers);
        for cut in ends[0]..=bytes.len() {
            let n_whole = ends.iter().filter(|end| **end <= cut).count() - 1;
            let resumed = opened(&test, &bytes[..cut], &answers, n_whole).unwrap();
            prop_assert_eq!(resumed.n_dropped as usize, cut - ends[n_whole]);
        }
    }

    #[test]
    fn a_damaged_byte_loses_only_the_records_from_there_on(answers in any_answers(), flip in 1u8..) {
        let test = TestSession::new();
        let (bytes, ends) = written(&test, &answers);
        for at in ends[0]..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            let n_whole = ends.iter().filter(|end| **end <= at).count() - 1;
            prop_assert!(opened(&test, &damaged, &answers, n_whole).is_some());
        }
    }
}

#[test]
fn a_journal_cut_or_damaged_in_its_first_record_is_begun_anew() {
    let test = TestSession::new();
    let (bytes, ends) = written(&test, &[(ContentKey(3), Verdict::Boring)]);
    for cut in 0..ends[0] {
        assert_eq!(opened(&test, &bytes[..cut], &[], 0), None);
    }
    for at in (MAGIC.len()..ends[0]).step_by(9) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(opened(&test, &damaged, &[], 0), None);
    }
}

#[test]
fn zeros_and_old_records_after_a_power_failure_are_removed() {
    let test = TestSession::new();
    let answers = [(ContentKey(3), Verdict::Boring), (ContentKey(4), Verdict::Interesting)];
    let (bytes, ends) = written(&test, &answers);
    for tail in [&[0; 64][..], &bytes[ends[0]..]] {
        fs::write(test.journal(), [&bytes, tail].concat()).unwrap();
        let (journal, resumed) = test.resumed(&identity());
        assert_eq!(verdicts(&journal), answers);
        assert_eq!(resumed.unwrap().n_dropped, tail.len() as u64);
    }
}

#[test]
fn the_bytes_of_a_failed_write_are_removed() {
    let test = TestSession::new();
    let (mut journal, _) = test.open(&identity(), Start::Fresh).unwrap();
    journal.verdict(ContentKey(3), Verdict::Boring).unwrap();
    // A full disk leaves a part of a record.
    OpenOptions::new().append(true).open(test.journal()).unwrap().write_all(&[2, 17, 0]).unwrap();
    journal.tear();
    journal.verdict(ContentKey(4), Verdict::Interesting).unwrap();
    drop(journal);
    let (journal, resumed) = test.resumed(&identity());
    assert_eq!(verdicts(&journal).len(), 2);
    assert_eq!(resumed.unwrap().n_dropped, 0);
}

#[test]
fn other_options_keep_all_verdicts_and_other_limits_all_but_unresolved_ones() {
    let answers = [
        (ContentKey(3), Verdict::Boring),
        (ContentKey(4), Verdict::Interesting),
        (ContentKey(5), Verdict::Unresolved),
    ];
    let test = TestSession::new();
    written(&test, &answers);
    let (journal, resumed) = test.resumed(&identity().with_option("--plan", "q"));
    assert_eq!(verdicts(&journal), answers);
    let told = resumed.unwrap().differences[0].to_string();
    assert_eq!(told, "--plan was p and is q now");
    drop(journal);
    let (journal, _) = test.resumed(&identity().with_limit("--timeout", "9"));
    assert_eq!(verdicts(&journal), answers[..2]);
    drop(journal);
    let (journal, _) = test.resumed(&identity().with_limit("--timeout", "9"));
    assert_eq!(verdicts(&journal), answers[..2], "dropped verdicts do not come back");
}

#[test]
fn another_property_is_refused_and_the_journal_is_unchanged() {
    let test = TestSession::new();
    let (bytes, _) = written(&test, &[(ContentKey(3), Verdict::Boring)]);
    let edited =
        identity().with_property("the test", "u").with_property("--with", "x.h").with_option("--seed", "1");
    let error = test.open(&edited, Start::Resume).unwrap_err();
    let JournalError::OtherProperty { differences } = &error else { panic!("{error}") };
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "--with is x.h now and was not given",
            "the test was t and is u now",
            "--seed is 1 now and was not given"
        ]
    );
    assert_eq!(fs::read(test.journal()).unwrap(), bytes);
}

#[test]
fn a_fresh_start_does_not_use_earlier_verdicts_but_keeps_them() {
    let test = TestSession::new();
    written(&test, &[(ContentKey(3), Verdict::Boring), (ContentKey(4), Verdict::Interesting)]);
    let (mut journal, resumed) = test.open(&identity(), Start::Fresh).unwrap();
    assert_eq!((journal.verdicts().count(), resumed), (0, None));
    assert!(journal.made(ContentKey(4)), "the output may be the result of the earlier run");
    journal.verdict(ContentKey(3), Verdict::Boring).unwrap();
    journal.verdict(ContentKey(5), Verdict::Boring).unwrap();
    drop(journal);
    assert_eq!(verdicts(&test.resumed(&identity()).0).len(), 3);
}

#[test]
fn a_fresh_start_with_another_property_renames_the_journal() {
    let test = TestSession::new();
    let (bytes, _) = written(&test, &[(ContentKey(3), Verdict::Interesting)]);
    let edited = identity().with_property("the test", "u");
    let (journal, resumed) = test.open(&edited, Start::Fresh).unwrap();
    assert_eq!(resumed, None);
    assert!(!journal.made(ContentKey(3)));
    drop(journal);
    assert_eq!(fs::read(test.directory.path().join("s/journal.old")).unwrap(), bytes);
    assert_eq!(verdicts(&test.resumed(&edited).0).len(), 0);
    assert!(Journal::made_before(&test.session()).unwrap().contains(&ContentKey(3)));
}

#[test]
fn damage_is_distinguished_from_a_kill() {
    let test = TestSession::new();
    let answers: Vec<_> = (10..16).map(|key| (ContentKey(key), Verdict::Boring)).collect();
    let (bytes, ends) = written(&test, &answers);
    let n_lost = |left: &[u8]| {
        fs::write(test.journal(), left).unwrap();
        test.resumed(&identity()).1.unwrap().n_lost
    };
    assert_eq!(n_lost(&bytes), 0);
    (ends[5]..bytes.len()).for_each(|cut| assert_eq!(n_lost(&bytes[..cut]), 0, "a kill loses none"));
    for (record, end) in ends[..6].iter().enumerate() {
        let mut damaged = bytes.clone();
        damaged[end + 9] ^= 4;
        assert_eq!(n_lost(&damaged), 6 - record, "record {record} and all after it");
    }
}

#[test]
fn all_answers_for_a_candidate_are_kept_and_the_first_is_its_verdict() {
    let test = TestSession::new();
    let (mut journal, _) = test.open(&identity(), Start::Fresh).unwrap();
    let given = [Verdict::Interesting, Verdict::Boring, Verdict::Interesting];
    given.into_iter().for_each(|verdict| journal.verdict(ContentKey(3), verdict).unwrap());
    journal.accepted(ContentKey(3)).unwrap();
    journal.retracted(ContentKey(3)).unwrap();
    drop(journal);
    let (journal, resumed) = test.resumed(&identity());
    assert_eq!(resumed.unwrap().earlier.n_accepted, 0);
    let (_, tally) = journal.tallies().next().unwrap();
    assert_eq!((tally.interesting(), tally.others()), (2, 1));
    assert_eq!(verdicts(&journal), [(ContentKey(3), Verdict::Interesting)]);
}

#[test]
fn earlier_runs_are_summarized() {
    let test = TestSession::new();
    assert_eq!(Journal::earlier(&test.session()).unwrap(), None);
    let (mut journal, _) = test.open(&identity(), Start::Fresh).unwrap();
    journal.verdict(ContentKey(3), Verdict::Interesting).unwrap();
    journal.accepted(ContentKey(3)).unwrap();
    journal.accepted(ContentKey(3)).unwrap();
    let earlier = Journal::earlier(&test.session()).unwrap().unwrap();
    assert_eq!((earlier.n_verdicts, earlier.n_accepted, earlier.ended), (1, 1, None));
    journal.end(StopReason::Time).unwrap();
    let earlier = Journal::earlier(&test.session()).unwrap().unwrap();
    assert_eq!((earlier.identity, earlier.ended), (identity(), Some(StopReason::Time)));
}

#[test]
fn a_session_may_have_written_originals_and_interesting_candidates() {
    let test = TestSession::new();
    let (mut journal, _) = test.open(&identity(), Start::Fresh).unwrap();
    journal.verdict(ContentKey(3), Verdict::Interesting).unwrap();
    journal.verdict(ContentKey(4), Verdict::Boring).unwrap();
    let made = [1, 2, 3, 4].map(|key| journal.made(ContentKey(key)));
    assert_eq!(made, [true, false, true, false]);
}

#[test]
fn records_of_a_later_version_are_skipped() {
    let test = TestSession::new();
    written(&test, &[(ContentKey(3), Verdict::Boring)]);
    let len = fs::metadata(test.journal()).unwrap().len();
    let unknown = sealed(200, b"whatever", len);
    OpenOptions::new().append(true).open(test.journal()).unwrap().write_all(&unknown).unwrap();
    let (_, resumed) = test.resumed(&identity());
    assert_eq!(resumed.unwrap().n_dropped, 0);
}

#[test]
fn files_that_are_not_journals_are_refused_and_unchanged() {
    let test = TestSession::new();
    test.session();
    fs::write(test.journal(), "dwindle journal 23\nxyz").unwrap();
    let error = test.open(&identity(), Start::Resume).unwrap_err();
    assert!(matches!(&error, JournalError::OtherVersion { version, .. } if version == "23"), "{error}");
    fs::write(test.journal(), b"dwindle journal \x1b[31m\xff\nxyz").unwrap();
    let error = test.open(&identity(), Start::Resume).unwrap_err().to_string();
    assert!(error.contains("is damaged") && !error.contains('\u{1b}'), "{error}");
    assert!(test.open(&identity(), Start::Fresh).is_ok(), "a damaged journal is renamed");
    fs::write(test.journal(), "my diary").unwrap();
    for start in [Start::Resume, Start::Fresh] {
        assert!(matches!(test.open(&identity(), start), Err(JournalError::NotAJournal { .. })));
    }
    assert_eq!(fs::read(test.journal()).unwrap(), b"my diary");
}

#[test]
fn two_runs_never_use_a_session_at_once() {
    let test = TestSession::new();
    let path = test.directory.path().join("s");
    let first = SessionDirectory::open(&path).unwrap();
    let error = SessionDirectory::open(&path).unwrap_err();
    assert!(matches!(error, JournalError::InUse { pid: Some(pid), .. } if pid == std::process::id()));
    drop(first);
    SessionDirectory::open(&path).unwrap();
}

#[test]
fn a_directory_with_other_files_is_not_changed() {
    let test = tempfile::tempdir().unwrap();
    fs::write(test.path().join("journal.old"), "mine").unwrap();
    assert!(matches!(SessionDirectory::open(test.path()), Err(JournalError::NotASession { .. })));
    assert_eq!(fs::read_dir(test.path()).unwrap().count(), 1);
}

#[test]
fn each_input_has_a_session_beside_it() {
    let test = tempfile::tempdir().unwrap();
    fs::create_dir(test.path().join("d")).unwrap();
    for path in ["a.c", "d/a.c", "d/b.c"] {
        fs::write(test.path().join(path), "x").unwrap();
    }
    let path_for = |paths: &[&str]| {
        let paths: Vec<_> = paths.iter().map(|path| test.path().join(path)).collect();
        SessionDirectory::path_for(&Input::load(&paths).unwrap())
    };
    let paths =
        [path_for(&["a.c"]), path_for(&["d"]), path_for(&["d/a.c", "d/b.c"]), path_for(&["a.c", "d/b.c"])];
    let real = test.path().canonicalize().unwrap();
    assert!(paths[0].starts_with(real.join(SESSIONS)) && paths[1].starts_with(real.join(SESSIONS)));
    assert!(paths[2].starts_with(real.join("d").join(SESSIONS)));
    assert_eq!(paths.iter().collect::<std::collections::HashSet<_>>().len(), 4);
    let session = SessionDirectory::open(&paths[0]).unwrap();
    assert!(session.path().ends_with(paths[0].file_name().unwrap()));
    assert_eq!(fs::read(real.join(SESSIONS).join(".gitignore")).unwrap(), b"*\n");
    assert_eq!(path_for(&["d"]), paths[1], "a session is not part of the input");
}

#[test]
fn the_error_of_a_session_that_cannot_be_created_names_the_way_out() {
    let test = tempfile::tempdir().unwrap();
    fs::write(test.path().join("file"), "").unwrap();
    let told = SessionDirectory::open(test.path().join("file/s")).unwrap_err().to_string();
    assert!(told.contains("--no-session"), "{told}");
}

#[test]
fn hashes_are_not_shown() {
    let with = |text: &[u8]| identity().with_property("the test", hash_of(text));
    let told: Vec<String> =
        with(b"a").differences_from(&with(b"b")).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["the test has changed"]);
}
