//! A reduction in virtual time: what any number of workers would do, on a machine that costs
//! nothing.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use dwindle_reduce::{Ask, Counts, Document, LookAhead, Plan, Reducer, ReducerOptions, TrialId, Verdict};

use crate::random::Random;

/// What a reduction took.
pub struct Took {
    /// Virtual time until nothing was left to do, thinking not included.
    pub time: Duration,
    /// Real time that the reducer thought.
    pub thinking: Duration,
    /// What was counted.
    pub counts: Counts,
    /// The result.
    pub best: Document,
}

/// How long trials take.
#[derive(Clone, Copy)]
pub enum Lengths {
    /// All the same.
    Equal(Duration),
    /// Log-normal around this median; sigma is 0.8, so that one in ten takes 2.8 times as long or
    /// longer.
    LogNormal(Duration),
}

impl Lengths {
    fn next(self, random: &mut Random) -> Duration {
        match self {
            Lengths::Equal(length) => length,
            Lengths::LogNormal(median) => median.mul_f64((0.8 * random.normal()).exp()),
        }
    }
}

/// Reduces with `n_workers` workers. What is cancelled frees its worker at once, and trials that
/// end at the same time are all told before the next one is asked for.
pub fn reduce(
    document: &Document,
    plan: &Plan,
    verdict: impl Fn(&Document) -> Verdict,
    (n_workers, look_ahead): (usize, LookAhead),
    lengths: Lengths,
) -> Took {
    let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(document, plan, options);
    let (mut now, mut thinking) = (Duration::ZERO, Duration::ZERO);
    let mut random = Random::new(99);
    // By the time at which they end, and in the order in which they began.
    let mut under_way: BTreeMap<(Duration, TrialId), Verdict> = BTreeMap::new();
    loop {
        let mut is_done = false;
        while under_way.len() < n_workers {
            let begun = Instant::now();
            let ask = reducer.ask();
            thinking += begun.elapsed();
            match ask {
                Ask::Run(run) => {
                    let end = now + lengths.next(&mut random);
                    under_way.insert((end, run.id), verdict(run.candidate.render()));
                }
                Ask::Hints(_) | Ask::Wait => break,
                Ask::Done => {
                    is_done = true;
                    break;
                }
            }
        }
        let mut n_cancelled = 0;
        while let Some(id) = reducer.poll_abandoned() {
            under_way.retain(|(_, other), _| *other != id);
            reducer.cancelled(id);
            n_cancelled += 1;
        }
        if is_done {
            return Took { time: now, thinking, counts: reducer.counts(), best: reducer.best().clone() };
        }
        if 0 < n_cancelled {
            continue;
        }
        now = under_way.first_key_value().expect("who waits has trials under way").0.0;
        while let Some(first) = under_way.first_entry().filter(|first| first.key().0 == now) {
            let ((_, id), answer) = first.remove_entry();
            reducer.tell(id, answer);
        }
        while reducer.poll_event().is_some() {}
    }
}
