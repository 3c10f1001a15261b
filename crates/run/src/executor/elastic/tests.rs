//! How many trials run at once, by script.

use std::sync::mpsc;

use dwindle_reduce::{Candidate, Document, Edit, Edits, Verdict};

use super::*;
use crate::property::Cancel;
use crate::trial::Used;

/// Two cores, and up to sixteen trials.
const TWO: ElasticOptions = ElasticOptions { n_first: 2, n_cores: 2, most: 16 };

/// A second, in which this number of trials ran all the time, each using this share of a core, and
/// the cores did nothing for this share of it.
fn look(at: u64, n_now: usize, share: f64, idle: f64) -> Look {
    let wall = 1000 * n_now as u64;
    let cpu = (wall as f64 * share) as u64;
    let in_trials = Duration::from_millis(wall);
    let (at, elapsed) = (Duration::from_secs(at), Duration::from_secs(1));
    Look { at, elapsed, n_now, in_trials, reading: Reading::of(wall, cpu, idle) }
}

/// Follows the advice for so many seconds. Returns the numbers, and what was said.
fn followed(
    options: ElasticOptions,
    n_seconds: u64,
    look: impl Fn(u64, usize) -> Look,
) -> (Vec<usize>, Vec<String>) {
    let mut policy = Policy::new(options);
    let (mut numbers, mut said, mut n_now) = (Vec::new(), Vec::new(), options.n_first);
    for second in 1..=n_seconds {
        let advice = policy.advise(&look(second, n_now));
        n_now = advice.n_trials;
        numbers.push(n_now);
        said.extend(advice.news);
    }
    (numbers, said)
}

#[test]
fn trials_that_sleep_become_more_up_to_the_bound() {
    let (numbers, said) = followed(TWO, 5, |second, n_now| look(second, n_now, 0.015, 0.9));
    assert_eq!(numbers, [4, 8, 16, 16, 16]);
    assert_eq!(
        said,
        [
            "trials wait, and use 2 % of a core each: 4 trials at a time from now on",
            "trials wait, and use 2 % of a core each: 8 trials at a time from now on",
            "trials wait, and use 2 % of a core each: 16 trials at a time from now on, the most without -j",
        ]
    );
}

#[test]
fn trials_that_keep_the_cores_busy_stay_as_many_as_cores_and_that_is_said_once() {
    let (numbers, said) = followed(TWO, 20, |second, n_now| look(second, n_now, 0.95, 0.02));
    assert_eq!(numbers, [2; 20]);
    assert_eq!(said, ["trials keep all 2 cores busy: more than 2 at a time would not help"]);
    let (_, said) = followed(TWO, 9, |second, n_now| look(second, n_now, 0.95, 0.02));
    assert!(said.is_empty(), "a short run has no use for it");
}

#[test]
fn more_than_what_was_asked_for_are_never_run() {
    let asked = ElasticOptions { n_first: 3, n_cores: 2, most: 3 };
    let (numbers, said) = followed(asked, 20, |second, n_now| look(second, n_now, 0.01, 0.9));
    assert_eq!((numbers, said.len()), (vec![3; 20], 0));
    let (numbers, said) = followed(asked, 20, |second, n_now| look(second, n_now, 0.6, 0.0));
    assert_eq!(numbers, [3; 20]);
    assert_eq!(said, ["trials keep all 2 cores busy: more than 2 at a time would not help"]);
}

#[test]
fn trials_that_wait_for_cores_are_not_taken_for_sleeping() {
    let (numbers, _) = followed(TWO, 5, |second, n_now| look(second, n_now, 0.1, 0.1));
    assert_eq!(numbers, [2; 5], "something else keeps the cores busy");
    let (numbers, _) = followed(TWO, 5, |second, n_now| {
        let mut look = look(second, n_now, 0.1, 0.9);
        look.reading.idle = None;
        look
    });
    assert_eq!(numbers, [2; 5], "the system does not tell");
}

#[test]
fn trials_become_no_more_than_what_fills_the_cores() {
    let (numbers, _) = followed(TWO, 5, |second, n_now| look(second, n_now, 0.3, 0.6));
    assert_eq!(numbers, [4, 5, 5, 5, 5], "five that use 30 % are four fifths of two cores");
}

#[test]
fn where_the_cores_are_busy_later_on_there_are_fewer_again_for_good() {
    let (numbers, said) = followed(TWO, 8, |second, n_now| match second {
        4 => look(second, n_now, 0.3, 0.01),
        _ => look(second, n_now, 0.01, 0.9),
    });
    assert_eq!(numbers, [4, 8, 16, 8, 8, 8, 8, 8]);
    assert_eq!(said[3], "the cores have no time left: 8 trials at a time from now on");
}

#[test]
fn memory_bounds_them() {
    let with_memory = |free: u64| {
        followed(TWO, 12, move |second, n_now| {
            let mut look = look(second, n_now, 0.01, 0.9);
            (look.reading.used.peak_memory, look.reading.free_memory) = (1 << 30, Some(free << 30));
            look
        })
    };
    assert_eq!(with_memory(9).0[0], 4, "a third does not double them");
    assert_eq!(with_memory(5).0[..2], [3, 4]);
    let (numbers, said) = with_memory(1);
    assert_eq!(numbers, [2; 12]);
    assert_eq!(said, ["2 trials at a time: more do not fit into memory"]);
}

#[test]
fn where_not_all_are_under_way_more_would_not_help() {
    let (numbers, said) = followed(TWO, 12, |second, n_now| Look {
        in_trials: Duration::from_millis(900),
        ..look(second, n_now, 0.01, 0.9)
    });
    assert_eq!(numbers, [2; 12]);
    assert_eq!(said, ["there is not enough to try at once: more than 2 at a time would not help"]);
}

#[test]
fn what_was_not_measured_changes_nothing() {
    let (numbers, said) = followed(TWO, 12, |second, n_now| Look {
        reading: Reading { used: Used::default(), ..look(second, n_now, 0.0, 0.9).reading },
        ..look(second, n_now, 0.0, 0.9)
    });
    assert_eq!((numbers, said.len()), (vec![2; 12], 0), "a tester of --server is no program for each trial");
}

/// A machine on which every trial sleeps.
struct Asleep;

impl Gauge for Asleep {
    fn read(&mut self) -> Reading {
        Reading::of(1000, 0, 0.9)
    }
}

#[test]
fn an_executor_that_grows_runs_so_many_at_once() {
    let (begin, begun) = mpsc::channel();
    let (free, freed) = mpsc::channel::<()>();
    let freed = std::sync::Mutex::new(freed);
    let property: Arc<dyn Property> = Arc::new(move |_: &Document, _: &Cancel| {
        begin.send(()).unwrap();
        freed.lock().unwrap().recv().unwrap();
        Ok(Verdict::Boring)
    });
    let options = ElasticOptions { n_first: 1, n_cores: 1, most: 6 };
    let mut elastic = Elastic::new(&property, options, Box::new(Asleep)).unwrap();
    elastic.between_looks = Duration::from_nanos(1);
    let base = Document::single("a", "xx");
    let mut n_submitted = 0;
    let mut seen = vec![elastic.slots()];
    while elastic.slots() < 6 {
        let candidate = Candidate::new("test", &base, Edits::new([Edit::delete(0, 0..1)]));
        elastic.submit(Trial { id: TrialId(n_submitted), candidate });
        n_submitted += 1;
        free.send(()).unwrap();
        begun.recv().unwrap();
        // A trial that takes no time at all would look as if none had been under way.
        elastic.in_trials += Duration::from_secs(100);
        let outcome = elastic.next(None).unwrap();
        assert_eq!(outcome.id, TrialId(n_submitted - 1));
        seen.push(elastic.slots());
        assert!(n_submitted < 1000, "{seen:?}");
    }
    seen.dedup();
    assert_eq!(seen, [1, 2, 4, 6]);
    assert!(elastic.news().unwrap().contains("2 trials at a time"));
    let candidate = Candidate::new("test", &base, Edits::new([Edit::delete(0, 0..1)]));
    (0..6)
        .for_each(|id| elastic.submit(Trial { id: TrialId(n_submitted + id), candidate: candidate.clone() }));
    (0..6).for_each(|_| begun.recv().unwrap());
    (0..6).for_each(|_| free.send(()).unwrap());
    (0..6).for_each(|_| drop(elastic.next(None).unwrap()));
}
