//! A reduction in virtual time: what any number of workers would do, on a machine that costs nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use dwindle_reduce::{Ask, Counts, Document, Plan, Reducer, ReducerOptions, TrialId, Verdict};

/// What a reduction took.
pub struct Took {
    /// Virtual time until nothing was left to do, thinking not included.
    pub time: Duration,
    /// What was counted.
    pub counts: Counts,
}

/// Reduces with `n_workers` workers to which every trial takes `trial`. What is cancelled frees its worker at once.
pub fn reduce(
    document: &Document,
    plan: &Plan,
    verdict: impl Fn(&Document) -> Verdict,
    n_workers: usize,
    trial: Duration,
) -> Took {
    let mut reducer = Reducer::new(document, plan, ReducerOptions::default());
    let mut now = Duration::ZERO;
    // By the time at which they end, and in the order in which they began.
    let mut under_way: BTreeMap<(Duration, TrialId), Verdict> = BTreeMap::new();
    loop {
        let mut is_done = false;
        while under_way.len() < n_workers {
            match reducer.ask() {
                Ask::Run(run) => {
                    under_way.insert((now + trial, run.id), verdict(run.candidate.render()));
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
            return Took { time: now, counts: reducer.counts() };
        }
        if 0 < n_cancelled {
            continue;
        }
        let ((end, id), answer) = under_way.pop_first().expect("who waits has trials under way");
        now = end;
        reducer.tell(id, answer);
        while reducer.poll_event().is_some() {}
    }
}
