//! Tests of sessions that share slots.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Candidate, Document, Edit, Edits, Trial, TrialId, Verdict};

use super::*;
use crate::executor::{End, Executor, Reading};

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
    let soon = Instant::now() + Duration::from_millis(20);
    assert!(session.next(Some(soon)).is_none(), "no trial runs beside it");
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(slots.permit(&cancel).is_none(), "there is no second one");
    drop(permit);
    while session.next(None).is_none() {}
}

/// A gauge of a machine on which every trial sleeps.
struct Asleep;

impl Gauge for Asleep {
    fn read(&mut self) -> Reading {
        Reading::of(1000, 0, 0.9)
    }
}

/// Returns slots that are sampled after every trial, of which there are at most six, and the lines
/// that they tell.
fn growing() -> (SharedSlots, mpsc::Receiver<String>) {
    let (tell, told) = mpsc::channel();
    let options = ElasticOptions { n_first: 1, n_cores: 1, most: 6 };
    let sampler = Sampler::new(options, Box::new(Asleep)).with_interval(Duration::from_nanos(1));
    let growth = Growth::new(sampler, options.most, Box::new(move |text| tell.send(text).unwrap()));
    (SharedSlots::started(Shared::new(options.n_first, Some(growth))).unwrap(), told)
}

/// Runs trials of a session, one after the other, until there are six slots. Returns how many there
/// were.
fn grown(slots: &SharedSlots, session: &mut SessionExecutor) -> Vec<usize> {
    let mut seen = vec![slots.n_slots()];
    for id in 0..1000 {
        if slots.n_slots() == 6 {
            break;
        }
        // Trials that take no time would sample as if none had been under way.
        slots.shared.occupied(Duration::from_secs(100));
        session.submit(trial(id));
        while session.next(None).is_none() {}
        seen.push(slots.n_slots());
    }
    seen.dedup();
    seen
}

#[test]
fn sleeping_trials_of_all_sessions_get_more_slots() {
    let (slots, told) = growing();
    assert_eq!((slots.n_slots(), slots.most()), (1, 6));
    let mut quick = slots.executor(boring(), 1.0);
    let (begin, begun) = mpsc::channel();
    let (free, freed) = mpsc::channel::<()>();
    let freed = Mutex::new(freed);
    let sleeping: Arc<dyn Property> = Arc::new(move |_: &Document, _: &Cancel| {
        begin.send(()).unwrap();
        freed.lock().unwrap().recv().unwrap();
        Ok(Verdict::Boring)
    });
    let mut other = slots.executor(sleeping, 2.0);
    assert_eq!(grown(&slots, &mut quick), [1, 2, 4, 6]);
    assert_eq!((quick.slots(), other.slots()), (3, 3), "both have a share of them");
    assert_eq!(told.try_iter().filter(|text| text.contains("trials at a time from now on")).count(), 3);
    (0..6).for_each(|id| other.submit(trial(id)));
    (0..6).for_each(|_| begun.recv().unwrap());
    (0..6).for_each(|_| free.send(()).unwrap());
    let outcomes = std::iter::repeat_with(|| other.next(None)).flatten();
    assert_eq!(outcomes.take(6).count(), 6);
}

#[test]
fn more_sessions_are_admitted_when_there_are_more_slots() {
    let (slots, _told) = growing();
    let cancelled = Cancel::new();
    cancelled.cancel();
    let mut session = slots.executor(boring(), 1.0);
    let admissions: Vec<Admission> = (0..2).filter_map(|_| slots.admission(2, &Cancel::new())).collect();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| slots.admission(2, &Cancel::new()).is_some());
        assert!(slots.admission(2, &cancelled).is_none(), "there is no third one");
        grown(&slots, &mut session);
        assert!(waiting.join().unwrap());
    });
    assert_eq!(slots.shared.n_admitted(), 2);
    drop(admissions);
    assert_eq!(slots.shared.n_admitted(), 0);
}
