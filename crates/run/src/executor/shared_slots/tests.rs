//! Tests of sessions that share slots.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use dwindle_reduce::{Candidate, Document, Edit, Edits, Trial, TrialId, Verdict};

use super::*;
use crate::executor::{End, Executor};

fn trial(id: u64) -> Trial {
    let base = Document::single("a", "xx");
    Trial { id: TrialId(id), candidate: Candidate::new("test", &base, Edits::new([Edit::delete(0, 0..1)])) }
}

fn boring() -> Arc<dyn Property> {
    Arc::new(|_: &Document, _: &Cancel| Ok(Verdict::Boring))
}

#[test]
fn shares_follow_the_sessions_and_their_gains() {
    let slots = SharedSlots::new(3).unwrap();
    let first = slots.executor(boring(), 1.0);
    assert_eq!(first.slots(), 3);
    let second = slots.executor(boring(), 2.0);
    assert_eq!((first.slots(), second.slots()), (1, 2));
    first.expected_gain().set(3.0);
    assert_eq!((first.slots(), second.slots()), (2, 1));
    let permit = slots.permit(&Cancel::new()).unwrap();
    assert_eq!((first.slots(), second.slots()), (1, 1));
    drop(first);
    assert_eq!(second.slots(), 2);
    drop(permit);
    assert_eq!(second.slots(), 3);
}

#[test]
fn each_session_gets_its_own_outcomes() {
    let slots = SharedSlots::new(2).unwrap();
    let mut sessions = [slots.executor(boring(), 1.0), slots.executor(boring(), 1.0)];
    for id in 0..10 {
        sessions[0].submit(trial(id));
        sessions[1].submit(trial(100 + id));
    }
    for (session, first) in sessions.iter_mut().zip([0, 100]) {
        // The waker may end a wait in between.
        let outcomes = std::iter::repeat_with(|| session.next(None)).flatten();
        let mut ids: Vec<u64> = outcomes.take(10).map(|outcome| outcome.id.0).collect();
        ids.sort_unstable();
        assert_eq!(ids, (first..first + 10).collect::<Vec<_>>());
    }
}

#[test]
fn dropping_a_session_ends_its_trials() {
    let n_ended = Arc::new(AtomicUsize::new(0));
    let (began, begun) = mpsc::channel();
    let counted = n_ended.clone();
    let blocking: Arc<dyn Property> = Arc::new(move |_: &Document, cancel: &Cancel| {
        began.send(()).unwrap();
        let (wake, woken) = mpsc::channel();
        let _guard = cancel.on_cancel(move || wake.send(()).unwrap());
        woken.recv().unwrap();
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(Verdict::Interesting)
    });
    let slots = SharedSlots::new(1).unwrap();
    let mut session = slots.executor(blocking, 1.0);
    let mut other = slots.executor(boring(), 1.0);
    (0..3).for_each(|id| session.submit(trial(id)));
    begun.recv().unwrap();
    drop(session);
    assert_eq!(n_ended.load(Ordering::SeqCst), 1);
    other.submit(trial(7));
    let outcome = std::iter::repeat_with(|| other.next(None)).flatten().next().unwrap();
    assert!(matches!(outcome.end, End::Verdict(Verdict::Boring)));
}

#[test]
fn a_permit_takes_the_slot_of_a_trial() {
    let slots = SharedSlots::new(1).unwrap();
    let mut session = slots.executor(boring(), 1.0);
    let permit = slots.permit(&Cancel::new()).unwrap();
    session.submit(trial(0));
    let soon = std::time::Instant::now() + std::time::Duration::from_millis(20);
    assert!(session.next(Some(soon)).is_none(), "no trial runs beside it");
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(slots.permit(&cancel).is_none(), "there is no second one");
    drop(permit);
    while session.next(None).is_none() {}
}
