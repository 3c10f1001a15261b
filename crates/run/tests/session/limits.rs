//! Time limits near the time that the test takes. The property simulates its clock.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use dwindle_reduce::{ContentKey, Document, Reducer, ReducerOptions, Verdict};
use dwindle_run::flaky::{Observations, Repeated, TimeLimit, Trust};
use dwindle_run::journal::{Identity, Journal, SessionDirectory, Start};
use dwindle_run::property::{Answered, Attempt, Cancel, Property, PropertyError};
use dwindle_run::session::{Ended, Session, SessionOptions, Status};

use crate::toy::*;

const N_BYTES: usize = 300;
const LIMIT: Duration = Duration::from_millis(500);

/// A property whose tests take 350 to 650 ms of simulated time, and for some candidates the whole
/// time limit.
struct Timed {
    /// One candidate of this many never ends.
    hanging: u64,
    n_lost: AtomicU64,
    /// The candidates with the time limits of their tests.
    asked: Mutex<HashSet<(ContentKey, Duration)>>,
}

impl Timed {
    fn new(hanging: u64) -> Timed {
        Timed { hanging, n_lost: AtomicU64::new(0), asked: Mutex::default() }
    }

    fn takes(&self, input: &Document) -> Duration {
        match hash(input, 5).is_multiple_of(self.hanging) && input.n_bytes() != N_BYTES as u64 {
            true => Duration::MAX,
            false => Duration::from_millis(350 + hash(input, 4) % 300),
        }
    }
}

impl Property for Timed {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        let limit = Attempt { nth: 0, time_limit: Some(LIMIT) };
        Ok(self.attempt(input, limit, cancel)?.verdict)
    }

    fn attempt(&self, input: &Document, attempt: Attempt, _: &Cancel) -> Result<Answered, PropertyError> {
        // The order in which threads finish does not depend on the simulated clock.
        std::thread::sleep(Duration::from_micros(hash(input, u64::from(attempt.nth)) % 300));
        let limit = attempt.time_limit.unwrap();
        self.asked.lock().unwrap().insert((input.key(), limit));
        let took = self.takes(input);
        if limit <= took {
            self.n_lost.fetch_add(1, Ordering::SeqCst);
            return Ok(Answered { verdict: Verdict::Unresolved, took: limit });
        }
        let verdict = if is_interesting(input) { Verdict::Interesting } else { Verdict::Boring };
        Ok(Answered { verdict, took })
    }
}

struct Run {
    ended: Ended,
    limit: Duration,
    timed: Arc<Timed>,
}

fn run(limit: TimeLimit, hanging: u64, n_workers: usize, journal: Option<(Journal, Option<u64>)>) -> Run {
    let timed = Arc::new(Timed::new(hanging));
    let observations = Arc::new(Observations::new(Trust::UntilContradicted).with_limit(limit));
    let property: Arc<dyn Property> = Arc::new(Repeated::new(timed.clone(), observations.clone()));
    let max_trials = journal.as_ref().and_then(|(_, most)| *most);
    let options = ReducerOptions { max_trials, ..ReducerOptions::default() };
    let reducer = Reducer::new(&document(N_BYTES), &plan(), options);
    let session = Session::new(reducer, threads(&property, n_workers), SessionOptions::default());
    let mut session = session.with_observations(observations.clone());
    if let Some((journal, _)) = journal {
        session = session.with_journal(journal);
    }
    let ended = session.run();
    Run { ended, limit: observations.limit().unwrap(), timed }
}

#[test]
fn a_test_near_its_limit_has_the_result_of_one_that_is_not() {
    let far = run(TimeLimit::fixed(Duration::from_secs(50)), u64::MAX, 1, None);
    let near = run(TimeLimit::new(LIMIT), u64::MAX, 1, None);
    assert_eq!(near.limit, 4 * LIMIT);
    assert_eq!(near.ended.best, far.ended.best);
    // Answers that are learned before the limit has risen may be lost.
    assert!(near.timed.n_lost.load(Ordering::SeqCst) <= 3);
}

#[test]
fn a_fixed_limit_loses_answers() {
    let fixed = run(TimeLimit::fixed(LIMIT), u64::MAX, 1, None);
    assert_eq!(fixed.limit, LIMIT);
    assert!(20 < fixed.timed.n_lost.load(Ordering::SeqCst), "what the other tests check can go wrong");
}

#[test]
fn the_limit_rises_after_the_same_answer_with_any_number_of_workers() {
    let alone = run(TimeLimit::new(LIMIT), 4, 1, None);
    assert_eq!(alone.ended.summary.status, Status::Reduced);
    for n_workers in [2, 3, 8, 8] {
        let many = run(TimeLimit::new(LIMIT), 4, n_workers, None);
        assert_eq!(many.ended.summary.accepted_hash, alone.ended.summary.accepted_hash, "{n_workers}");
        assert_eq!(many.ended.best, alone.ended.best);
        assert_eq!((many.limit, many.ended.summary.proposed), (alone.limit, alone.ended.summary.proposed));
    }
}

#[test]
fn a_resumed_session_has_the_same_result_and_tests_nothing_twice() {
    let whole = run(TimeLimit::new(LIMIT), 4, 1, None);
    for (n_workers, cut_off) in [(1, 1), (1, 2), (1, 5), (2, 3), (4, 8), (8, 20), (1, 60), (4, 60)] {
        let place = tempfile::tempdir().unwrap();
        let directory = SessionDirectory::open(place.path().join("session")).unwrap();
        let identity = Identity::new(document(N_BYTES).key()).with_property("the test", "timed");
        let open = || Journal::open(&directory, &identity, Start::Resume).unwrap().0;
        let first = run(TimeLimit::new(LIMIT), 4, n_workers, Some((open(), Some(cut_off))));
        let second = run(TimeLimit::new(LIMIT), 4, n_workers, Some((open(), None)));
        let [before, after] = [&first, &second].map(|run| run.timed.asked.lock().unwrap().clone());
        assert_eq!(second.ended.summary.accepted_hash, whole.ended.summary.accepted_hash, "{cut_off}");
        // The best document is always tested again.
        let twice = before.intersection(&after).filter(|(key, _)| *key != second.ended.best.key());
        assert!(twice.count() <= 8, "{cut_off} trials, {n_workers} workers");
    }
}
