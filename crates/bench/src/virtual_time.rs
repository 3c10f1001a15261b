//! Reductions in virtual time: the effect of any number of workers, on a machine without overhead.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use dwindle_reduce::{
    Ask, Counts, Document, Event, LookAhead, Plan, Reducer, ReducerOptions, Source, TrialId, Verdict,
};

use crate::cpu;
use crate::random::Random;

/// The cost of a reduction.
pub struct Took {
    /// Virtual time until the end, not counting the reducer's own time.
    pub time: Duration,
    /// Processor time of the reducer.
    pub thinking: Duration,
    /// What was counted.
    pub counts: Counts,
    /// The result.
    pub best: Document,
    /// The cost by pass.
    pub by_pass: BTreeMap<String, PassCost>,
}

/// The cost of all runs of a pass.
#[derive(Clone, Copy, Default)]
pub struct PassCost {
    /// How often it began.
    pub n_runs: u64,
    /// The trials whose answers it learned.
    pub n_trials: u64,
    /// How many of them were interesting.
    pub n_interesting: u64,
    /// Virtual time between the answer before each of them and its own.
    pub time: Duration,
}

/// The distribution of the duration of trials.
#[derive(Clone, Copy)]
pub enum Lengths {
    /// All the same.
    Equal(Duration),
    /// Log-normal with this median; sigma is 0.8, so that one in ten takes at least 2.8 times as
    /// long.
    LogNormal(Duration),
    /// On a remote farm: log-normal with this median, plus the farm's delays.
    Farm(Duration, Farm),
}

/// The delays and losses between here and a remote worker.
#[derive(Clone, Copy)]
pub struct Farm {
    /// Round-trip time. A cancelled trial keeps its worker for this long.
    pub latency: Duration,
    /// One in this many answers is lost.
    pub one_lost_in: u64,
    /// Time after which a trial without an answer is run again.
    pub patience: Duration,
}

impl Lengths {
    fn next(self, random: &mut Random) -> Duration {
        match self {
            Lengths::Equal(length) => length,
            Lengths::LogNormal(median) => median.mul_f64((0.8 * random.normal()).exp()),
            Lengths::Farm(median, farm) => {
                let mut length = farm.latency + Lengths::LogNormal(median).next(random);
                while random.below(farm.one_lost_in) == 0 {
                    length += farm.patience;
                }
                length
            }
        }
    }

    /// Returns how long a cancelled trial keeps its worker.
    fn until_cancelled(self) -> Duration {
        match self {
            Lengths::Equal(_) | Lengths::LogNormal(_) => Duration::ZERO,
            Lengths::Farm(_, farm) => farm.latency,
        }
    }
}

/// Reduces with `n_workers` workers. A cancelled trial frees its worker as soon as the worker is
/// told. All trials that end at the same time are reported before the next one is requested. The
/// limit is the most trials whose answers are learned.
pub fn reduce(
    document: &Document,
    plan: &Plan,
    verdict: impl Fn(&Document) -> Verdict,
    (n_workers, look_ahead): (usize, LookAhead),
    (lengths, limit): (Lengths, Option<u64>),
) -> Took {
    let options = ReducerOptions { look_ahead, max_trials: limit, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(document, plan, options);
    let (mut now, mut thinking) = (Duration::ZERO, Duration::ZERO);
    let mut random = Random::new(99);
    // Sorted by end time, then by start. Cancelled trials have no verdict.
    let mut under_way: BTreeMap<(Duration, TrialId), Option<Verdict>> = BTreeMap::new();
    let mut ends: HashMap<TrialId, Duration> = HashMap::new();
    let mut by_pass: BTreeMap<String, PassCost> = BTreeMap::new();
    let mut last_learned = now;
    loop {
        let mut is_done = false;
        while under_way.len() < n_workers {
            let begun = cpu::of_this_thread();
            let ask = reducer.ask();
            thinking += cpu::of_this_thread() - begun;
            match ask {
                Ask::Run(run) => {
                    let end = now + lengths.next(&mut random);
                    under_way.insert((end, run.id), Some(verdict(run.candidate.render())));
                    ends.insert(run.id, end);
                }
                Ask::Hints(_) | Ask::Wait => break,
                Ask::Done => {
                    is_done = true;
                    break;
                }
            }
        }
        while let Some(event) = reducer.poll_event() {
            match event {
                Event::PassBegan { pass, .. } => by_pass.entry(pass).or_default().n_runs += 1,
                Event::Learned { pass, verdict, source: Source::Trial, .. } => {
                    let cost = by_pass.entry(pass).or_default();
                    cost.n_trials += 1;
                    cost.n_interesting += u64::from(verdict.is_interesting());
                    cost.time += now - std::mem::replace(&mut last_learned, now);
                }
                _ => {}
            }
        }
        if is_done {
            let (counts, best) = (reducer.counts(), reducer.best().clone());
            return Took { time: now, thinking, counts, best, by_pass };
        }
        while let Some(id) = reducer.poll_abandoned() {
            let end = ends.get_mut(&id).expect("what is abandoned is under way");
            let is_cancelled = now + lengths.until_cancelled();
            if is_cancelled < *end {
                under_way.remove(&(*end, id));
                under_way.insert((is_cancelled, id), None);
                *end = is_cancelled;
            }
        }
        now = under_way.first_key_value().expect("who waits has trials under way").0.0;
        while let Some(first) = under_way.first_entry().filter(|first| first.key().0 == now) {
            let ((_, id), answer) = first.remove_entry();
            ends.remove(&id);
            let begun = cpu::of_this_thread();
            match answer {
                Some(answer) => reducer.tell(id, answer),
                None => reducer.cancelled(id),
            }
            thinking += cpu::of_this_thread() - begun;
        }
    }
}
