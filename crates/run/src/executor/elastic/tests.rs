//! Tests of how many trials run at once, with scripted samples.

use std::sync::mpsc;

use dwindle_reduce::{Candidate, Document, Edit, Edits, Verdict};

use super::policy::{Policy, Sample};
use super::*;
use crate::property::Cancel;
use crate::trial::Used;

/// Two cores, and up to sixteen trials.
const TWO: ElasticOptions = ElasticOptions { n_first: 2, n_cores: 2, most: 16 };

/// Returns the sample of a second in which `n_now` trials ran all the time, each used `share` of a
/// core, and the cores had this idle share.
fn sample(at: u64, n_now: usize, share: f64, idle: f64) -> Sample {
    let wall = 1000 * n_now as u64;
    let cpu = (wall as f64 * share) as u64;
    let in_trials = Duration::from_millis(wall);
    let (at, elapsed) = (Duration::from_secs(at), Duration::from_secs(1));
    Sample { at, elapsed, n_now, in_trials, reading: Reading::of(wall, cpu, idle) }
}

/// Follows the advice for a number of seconds. Returns the numbers of trials, and the news.
fn followed(
    options: ElasticOptions,
    n_seconds: u64,
    sample: impl Fn(u64, usize) -> Sample,
) -> (Vec<usize>, Vec<String>) {
    let mut policy = Policy::new(options);
    let (mut numbers, mut said, mut n_now) = (Vec::new(), Vec::new(), options.n_first);
    for second in 1..=n_seconds {
        let advice = policy.advise(&sample(second, n_now));
        n_now = advice.n_trials;
        numbers.push(n_now);
        said.extend(advice.news);
    }
    (numbers, said)
}

#[test]
fn sleeping_trials_are_doubled_up_to_the_bound() {
    let (numbers, said) = followed(TWO, 5, |second, n_now| sample(second, n_now, 0.015, 0.9));
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
fn busy_cores_get_no_more_trials_and_the_user_is_once() {
    let (numbers, said) = followed(TWO, 20, |second, n_now| sample(second, n_now, 0.95, 0.02));
    assert_eq!(numbers, [2; 20]);
    assert_eq!(said, ["trials keep all 2 cores busy: more than 2 at a time would not help"]);
    let (_, said) = followed(TWO, 9, |second, n_now| sample(second, n_now, 0.95, 0.02));
    assert!(said.is_empty(), "a short run is not told");
}

#[test]
fn a_number_that_the_user_asked_for_is_never_exceeded() {
    let asked = ElasticOptions { n_first: 3, n_cores: 2, most: 3 };
    let (numbers, said) = followed(asked, 20, |second, n_now| sample(second, n_now, 0.01, 0.9));
    assert_eq!((numbers, said.len()), (vec![3; 20], 0));
    let (numbers, said) = followed(asked, 20, |second, n_now| sample(second, n_now, 0.6, 0.0));
    assert_eq!(numbers, [3; 20]);
    assert_eq!(said, ["trials keep all 2 cores busy: more than 2 at a time would not help"]);
}

#[test]
fn trials_that_wait_for_cores_do_not_count_as_sleeping() {
    let (numbers, _) = followed(TWO, 5, |second, n_now| sample(second, n_now, 0.1, 0.1));
    assert_eq!(numbers, [2; 5], "something else keeps the cores busy");
    let (numbers, _) = followed(TWO, 5, |second, n_now| {
        let mut sample = sample(second, n_now, 0.1, 0.9);
        sample.reading.idle = None;
        sample
    });
    assert_eq!(numbers, [2; 5], "the system does not tell");
}

#[test]
fn trials_are_added_until_they_fill_the_cores() {
    let (numbers, _) = followed(TWO, 5, |second, n_now| sample(second, n_now, 0.3, 0.6));
    assert_eq!(numbers, [4, 5, 5, 5, 5], "five that use 30 % are four fifths of two cores");
}

#[test]
fn cores_that_become_busy_halve_the_trials_for_good() {
    let (numbers, said) = followed(TWO, 8, |second, n_now| match second {
        4 => sample(second, n_now, 0.3, 0.01),
        _ => sample(second, n_now, 0.01, 0.9),
    });
    assert_eq!(numbers, [4, 8, 16, 8, 8, 8, 8, 8]);
    assert_eq!(said[3], "the cores have no time left: 8 trials at a time from now on");
}

#[test]
fn memory_bounds_the_number_of_trials() {
    let with_memory = |free: u64| {
        followed(TWO, 12, move |second, n_now| {
            let mut sample = sample(second, n_now, 0.01, 0.9);
            (sample.reading.used.peak_memory, sample.reading.free_memory) = (1 << 30, Some(free << 30));
            sample
        })
    };
    assert_eq!(with_memory(9).0[0], 4, "a third does not double them");
    assert_eq!(with_memory(5).0[..2], [3, 4]);
    let (numbers, said) = with_memory(1);
    assert_eq!(numbers, [2; 12]);
    assert_eq!(said, ["2 trials at a time: more do not fit into memory"]);
}

#[test]
fn no_trials_are_added_while_some_slots_are_unused() {
    let (numbers, said) = followed(TWO, 12, |second, n_now| Sample {
        in_trials: Duration::from_millis(900),
        ..sample(second, n_now, 0.01, 0.9)
    });
    assert_eq!(numbers, [2; 12]);
    assert_eq!(
        said,
        ["there are not enough candidates to test at once: more than 2 trials at a time would not help"]
    );
}

#[test]
fn without_measurements_the_number_stays() {
    let (numbers, said) = followed(TWO, 12, |second, n_now| Sample {
        reading: Reading { used: Used::default(), ..sample(second, n_now, 0.0, 0.9).reading },
        ..sample(second, n_now, 0.0, 0.9)
    });
    assert_eq!((numbers, said.len()), (vec![2; 12], 0), "--server starts no program for each trial");
}

/// A gauge of a machine on which every trial sleeps.
struct Asleep;

impl Gauge for Asleep {
    fn read(&mut self) -> Reading {
        Reading::of(1000, 0, 0.9)
    }
}

#[test]
fn the_executor_runs_as_many_trials_as_advised() {
    let (begin, begun) = mpsc::channel();
    let (free, freed) = mpsc::channel::<()>();
    let freed = std::sync::Mutex::new(freed);
    let property: Arc<dyn Property> = Arc::new(move |_: &Document, _: &Cancel| {
        begin.send(()).unwrap();
        freed.lock().unwrap().recv().unwrap();
        Ok(Verdict::Boring)
    });
    let options = ElasticOptions { n_first: 1, n_cores: 1, most: 6 };
    let elastic = Elastic::new(&property, options, Box::new(Asleep)).unwrap();
    let mut elastic = elastic.with_sample_interval(Duration::from_nanos(1));
    let base = Document::single("a", "xx");
    let mut n_submitted = 0;
    let mut seen = vec![elastic.slots()];
    while elastic.slots() < 6 {
        let candidate = Candidate::new("test", &base, Edits::new([Edit::delete(0, 0..1)]));
        elastic.submit(Trial { id: TrialId(n_submitted), candidate });
        n_submitted += 1;
        free.send(()).unwrap();
        begun.recv().unwrap();
        // Trials that take no time would sample as if none had been under way.
        elastic.sampler.occupied(Duration::from_secs(100));
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
