//! The result does not depend on the number of threads or on time.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use dwindle_reduce::{ContentKey, Trial, TrialId};
use dwindle_run::executor::{Elastic, ElasticOptions, Executor, Gauge, Outcome, Reading, Waker};
use dwindle_run::session::{Ended, Session, SessionOptions, Status};
use dwindle_run::trial::Used;

use crate::toy::*;

/// Reduces in memory. Returns the end and the accepted keys.
fn reduced(executor: Box<dyn Executor>) -> (Ended, Vec<ContentKey>) {
    let accepted = Accepted::default();
    let session = Session::new(reducer(&document(500)), executor, SessionOptions::default());
    let ended = session.with_observer(Box::new(accepted.clone())).run();
    (ended, accepted.0.take())
}

#[test]
fn the_result_does_not_depend_on_the_number_of_workers_or_their_timing() {
    let (alone, accepted_alone) = reduced(inline(slow_property(0)));
    assert_eq!(alone.summary.status, Status::Reduced);
    assert!(alone.summary.bytes[1] * 4 < alone.summary.bytes[0]);
    for (n_workers, salt) in [(1, 1), (2, 2), (8, 3), (32, 4), (32, 5)] {
        let (ended, accepted) = reduced(threads(&slow_property(salt), n_workers));
        assert_eq!(ended.best, alone.best, "{n_workers} workers");
        assert_eq!(accepted, accepted_alone, "{n_workers} workers");
        let (summary, alone) = (&ended.summary, &alone.summary);
        assert_eq!(summary.accepted_hash, alone.accepted_hash);
        assert_eq!((summary.proposed, summary.accepted), (alone.proposed, alone.accepted));
        assert_eq!(summary.jobs, n_workers);
    }
}

/// A gauge of a machine whose trials wait.
struct Asleep;

impl Gauge for Asleep {
    fn read(&mut self) -> Reading {
        let used = Used { n_runs: 8, wall: Duration::from_secs(1), ..Used::default() };
        Reading { used, idle: Some(0.9), free_memory: None }
    }
}

/// An executor whose number of slots changes after each answer.
struct Varying {
    threads: Box<dyn Executor>,
    salt: u64,
    n_answers: u64,
    numbers: Rc<RefCell<BTreeSet<usize>>>,
}

impl Executor for Varying {
    fn slots(&self) -> usize {
        let n_slots = hash(&document(9), self.salt ^ (self.n_answers / 5)) as usize % 9;
        self.numbers.borrow_mut().insert(n_slots);
        // Without any slot, the session would submit nothing.
        n_slots.max(1)
    }

    fn submit(&mut self, trial: Trial) {
        self.threads.submit(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.threads.cancel(id);
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        let outcome = self.threads.next(until)?;
        self.n_answers += 1;
        Some(outcome)
    }

    fn waker(&self) -> Waker {
        self.threads.waker()
    }
}

#[test]
fn the_result_does_not_depend_on_changes_of_the_number_of_workers() {
    let (alone, accepted_alone) = reduced(inline(slow_property(0)));
    let check = |executor: Box<dyn Executor>, what: &str| {
        let (ended, accepted) = reduced(executor);
        assert_eq!(ended.best, alone.best, "{what}");
        assert_eq!(accepted, accepted_alone, "{what}");
        assert_eq!(ended.summary.accepted_hash, alone.summary.accepted_hash, "{what}");
        assert_eq!(ended.summary.proposed, alone.summary.proposed, "{what}");
        ended.summary.jobs
    };
    for salt in 1..6 {
        let numbers = Rc::<RefCell<BTreeSet<usize>>>::default();
        let threads = threads(&slow_property(salt), 8);
        let varying = Varying { threads, salt, n_answers: 0, numbers: numbers.clone() };
        check(Box::new(varying), "by chance");
        assert!(4 < numbers.borrow().len(), "{numbers:?}");
    }
    let options = ElasticOptions { n_first: 1, n_cores: 1, most: 16 };
    let elastic = Elastic::new(&slow_property(7), options, Box::new(Asleep)).unwrap();
    let n_jobs = check(Box::new(elastic.with_sample_interval(Duration::from_millis(1))), "by samples");
    assert!(1 < n_jobs, "it stayed as it was");
}

#[test]
fn the_summary_has_the_figures_and_the_documented_names() {
    let (ended, accepted) = reduced(inline(property(|_, _| Ok(()))));
    let json = serde_json::to_value(&ended.summary).unwrap();
    let mut names: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let documented = [
        "accepted",
        "accepted_hash",
        "algorithm",
        "bytes",
        "executed",
        "gated",
        "jobs",
        "known",
        "output",
        "plan",
        "proposed",
        "put_off",
        "repeated",
        "result_runs",
        "retracted",
        "sandbox",
        "seconds",
        "seconds_in_trials",
        "seed",
        "status",
        "tokens",
    ];
    assert_eq!(names, documented);
    assert_eq!(json["status"], "reduced");
    assert_eq!(json["bytes"][0], 500);
    assert_eq!(json["bytes"][1], ended.best.n_bytes());
    assert_eq!(json["tokens"][1], ended.best.cost().tokens);
    assert_eq!(json["accepted"], accepted.len());
    assert_eq!(json["output"], serde_json::Value::Null);
    let (proposed, known) = (ended.summary.proposed, ended.summary.known);
    assert_eq!(proposed, known + ended.summary.executed);
}

#[test]
fn a_session_that_is_run_again_tests_nothing_again() {
    for n_workers in [1, 8] {
        let place = tempfile::tempdir().unwrap();
        let home = Home::with_file(place.path(), 300);
        let (session, directory, resumed) =
            home.resumed(threads(&slow_property(0), n_workers), SessionOptions::default());
        assert_eq!(resumed, None);
        let first = session.run();
        drop(directory);
        let never = property(|_, _| panic!("everything is known"));
        let (session, _directory, resumed) = home.resumed(inline(never), SessionOptions::default());
        assert_eq!(resumed.unwrap().earlier.ended, Some(first.reason));
        let second = session.run();
        assert_eq!(second.best, first.best);
        assert_eq!(second.summary.accepted_hash, first.summary.accepted_hash);
        assert_eq!((second.summary.executed, second.summary.known), (0, first.summary.proposed));
        assert_eq!(home.result().1, Some(first.best));
    }
}

#[test]
fn trials_of_an_interrupted_and_a_resumed_run_add_up() {
    let whole = reduced(inline(property(|_, _| Ok(())))).0;
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_file(place.path(), 500);
    let n_run = Arc::new(AtomicU64::new(0));
    let mut n_runs = 0;
    loop {
        let options = SessionOptions::default();
        let (interrupt, counted) = (options.interrupt.clone(), n_run.clone());
        let stopping = property(move |_, _| {
            if counted.fetch_add(1, Ordering::SeqCst) % 40 == 39 {
                interrupt.cancel();
            }
            Ok(())
        });
        let (session, _directory, _) = home.resumed(inline(stopping), options);
        let ended = session.run();
        n_runs += 1;
        assert_eq!(home.result().1.unwrap(), ended.best, "the best is on disk however a run ends");
        if ended.summary.status == Status::Reduced {
            assert_eq!(ended.best, whole.best);
            assert_eq!(ended.summary.accepted_hash, whole.summary.accepted_hash);
            break;
        }
        assert_eq!(ended.summary.status, Status::Interrupted);
    }
    assert!(3 < n_runs);
    // A trial that ran at the interruption is run again.
    let n_again = n_run.load(Ordering::SeqCst) - whole.summary.executed;
    assert!(n_again < n_runs, "{n_again} trials were run again in {n_runs} runs");
}

#[test]
fn a_resumed_run_never_replaces_a_result_by_a_larger_one() {
    let place = tempfile::tempdir().unwrap();
    let home = Home::with_file(place.path(), 300);
    let (session, directory, _) = home.resumed(inline(property(|_, _| Ok(()))), SessionOptions::default());
    let first = session.run();
    drop(directory);
    let options = SessionOptions { budget: Some(Duration::ZERO), ..SessionOptions::default() };
    let (_, output, _directory, _) = home.open();
    // Without the verdicts of the first run, the best is still the original at the end.
    let unknown = Session::new(reducer(&document(300)), inline(property(|_, _| Ok(()))), options);
    let ended = unknown.with_output(output).run();
    assert_eq!(ended.best, document(300));
    assert!(ended.earlier_is_smaller);
    assert_eq!(home.result().1, Some(first.best));
}
