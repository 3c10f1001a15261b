//! Tests of the contract of every executor.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use dwindle_reduce::{Candidate, Document, Edit, Edits, Trial, TrialId, Verdict};

use super::*;
use crate::property::{Cancel, Property};

/// Returns a trial of a text with this many bytes.
fn trial(id: u64, n_bytes: usize) -> Trial {
    let base = Document::single("a", "x".repeat(n_bytes + 1));
    Trial { id: TrialId(id), candidate: Candidate::new("test", &base, Edits::new([Edit::delete(0, 0..1)])) }
}

fn property(
    test: impl Fn(u64, &Cancel) -> Result<Verdict, PropertyError> + Send + Sync + 'static,
) -> Arc<dyn Property> {
    Arc::new(move |document: &Document, cancel: &Cancel| test(document.n_bytes(), cancel))
}

/// Blocks until it is cancelled, and then returns *interesting*.
fn until_cancelled(cancel: &Cancel) -> Result<Verdict, PropertyError> {
    let (wake, woken) = mpsc::channel();
    let _guard = cancel.on_cancel(move || wake.send(()).unwrap());
    woken.recv().unwrap();
    Ok(Verdict::Interesting)
}

/// Returns one of each executor; those with several threads have `n_workers`.
fn executors(property: &Arc<dyn Property>, n_workers: usize) -> Vec<Box<dyn Executor>> {
    vec![Box::new(Inline::new(property.clone())), Box::new(Threads::new(property, n_workers).unwrap())]
}

#[test]
fn every_trial_has_one_outcome() {
    let odd =
        property(|n_bytes, _| Ok(if n_bytes % 2 == 1 { Verdict::Interesting } else { Verdict::Boring }));
    for mut executor in executors(&odd, 3) {
        for id in 0..20 {
            executor.submit(trial(id, id as usize));
        }
        let mut outcomes: Vec<(u64, bool)> = (0..20)
            .map(|_| executor.next(None).unwrap())
            .map(|outcome| (outcome.id.0, matches!(outcome.end, End::Verdict(Verdict::Interesting))))
            .collect();
        outcomes.sort_unstable();
        assert_eq!(outcomes, (0..20).map(|id| (id, id % 2 == 1)).collect::<Vec<_>>());
    }
}

#[test]
fn panics_and_failures_are_outcomes() {
    let failing = property(|n_bytes, _| match n_bytes {
        1 => panic!("one byte is {}", "too little"),
        _ => Err(PropertyError::Start { program: "sh".into(), source: std::io::ErrorKind::NotFound.into() }),
    });
    for mut executor in executors(&failing, 1) {
        executor.submit(trial(0, 1));
        assert!(
            matches!(executor.next(None).unwrap().end, End::Panicked(told) if told == "one byte is too little")
        );
        executor.submit(trial(1, 2));
        assert!(matches!(executor.next(None).unwrap().end, End::Failed(PropertyError::Start { .. })));
    }
}

#[test]
fn a_wait_ends_at_its_time_and_by_the_waker() {
    for mut executor in executors(&property(|_, _| Ok(Verdict::Boring)), 1) {
        assert!(executor.next(Some(Instant::now() + Duration::from_millis(1))).is_none());
        executor.waker().wake();
        assert!(executor.next(None).is_none());
        let waker = executor.waker();
        let waking = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            waker.wake();
        });
        assert!(executor.next(None).is_none());
        waking.join().unwrap();
    }
}

#[test]
fn the_waker_does_not_wait_for_a_trial() {
    for mut executor in executors(&property(|_, cancel| until_cancelled(cancel)), 1) {
        let waker = executor.waker();
        executor.submit(trial(7, 1));
        let waking = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            waker.wake();
        });
        assert!(executor.next(None).is_none());
        waking.join().unwrap();
        executor.cancel(TrialId(7));
        let outcome = executor.next(None).unwrap();
        assert_eq!(outcome.id, TrialId(7));
        assert!(matches!(outcome.end, End::Cancelled), "the answer of a cancelled test is no verdict");
    }
}

#[test]
fn cancelling_ends_running_and_waiting_trials() {
    let mut executor = Threads::new(&property(|_, cancel| until_cancelled(cancel)), 1).unwrap();
    executor.submit(trial(0, 1));
    executor.submit(trial(1, 1));
    executor.cancel(TrialId(1));
    executor.cancel(TrialId(0));
    executor.cancel(TrialId(9));
    let ends = [executor.next(None).unwrap(), executor.next(None).unwrap()];
    assert!(ends.iter().all(|outcome| matches!(outcome.end, End::Cancelled)));
}

#[test]
fn dropping_ends_running_trials_and_joins_every_thread() {
    let n_ended = Arc::new(AtomicUsize::new(0));
    let (began, begun) = mpsc::channel();
    let counted = n_ended.clone();
    let blocking = property(move |_, cancel| {
        began.send(()).unwrap();
        let verdict = until_cancelled(cancel);
        counted.fetch_add(1, Ordering::SeqCst);
        verdict
    });
    let mut executor = Threads::new(&blocking, 2).unwrap();
    for id in 0..5 {
        executor.submit(trial(id, 1));
    }
    begun.recv().unwrap();
    begun.recv().unwrap();
    drop(executor);
    assert_eq!(n_ended.load(Ordering::SeqCst), 2);
}
