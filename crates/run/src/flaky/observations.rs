//! The answers of all runs, and the verdicts that follow from them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle_reduce::{ContentKey, Verdict};

use super::rates::Rates;
use super::tally::Tally;
use super::time_limit::TimeLimit;
use crate::property::{Answered, Attempt};

/// Whether a single answer is enough for a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Trust {
    /// It always is: the first answer counts.
    Always,
    /// It is until two answers for one candidate contradict each other.
    #[default]
    UntilContradicted,
    /// It never is.
    Never(Rates),
}

/// An observation that the journal keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// The answer of one run.
    Answer(ContentKey, Verdict),
    /// The next answer for this candidate took this time, which is near the time limit.
    Slow(ContentKey, Duration),
}

/// The answers of all runs of a session, those of earlier sessions included. It is shared by the
/// property that is asked ([`Repeated`](super::Repeated)) and the session.
///
/// The verdict on a candidate depends on these answers only. So a resumed session has the verdicts
/// of the one before it.
#[derive(Debug)]
pub struct Observations {
    trust: Trust,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Set once a single answer is not enough.
    rates: Option<Rates>,
    tallies: HashMap<ContentKey, Tally>,
    /// Least number of runs of a candidate, even if fewer give a verdict.
    wanted: HashMap<ContentKey, u32>,
    /// Runs that have begun and not ended.
    under_way: HashMap<ContentKey, u32>,
    /// How long a run may take.
    limit: Option<TimeLimit>,
    /// Answers near the time limit that were not learned yet.
    slow: HashMap<ContentKey, Duration>,
    /// Observations that are not in the journal yet.
    fresh: Vec<Observed>,
}

impl Observations {
    /// Creates observations without any answers.
    pub fn new(trust: Trust) -> Observations {
        let rates = match trust {
            Trust::Never(rates) => Some(rates),
            Trust::Always | Trust::UntilContradicted => None,
        };
        Observations { trust, state: Mutex::new(State { rates, ..State::default() }) }
    }

    /// Sets a time limit for runs. It rises when an answer near the limit is learned.
    pub fn with_limit(self, limit: TimeLimit) -> Observations {
        self.state().limit = Some(limit);
        self
    }

    /// Returns whether a single answer is enough.
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// Adds the answers of an earlier session for a candidate. If all runs hit a shorter time limit
    /// than the present one, they are ignored.
    pub fn know(&self, key: ContentKey, tally: Tally) {
        let mut state = self.state();
        if !tally.is_unresolved_within_less_than(state.limit_now()) {
            state.tallies.insert(key, tally);
            self.doubt_if_contradictory(&mut state, &tally);
        }
    }

    /// Adds how long an answer took in an earlier session.
    pub fn know_slow(&self, key: ContentKey, took: Duration) {
        let mut state = self.state();
        if state.limit.is_some_and(|limit| limit.is_near(took)) {
            state.slow.insert(key, took);
        }
    }

    /// Adds the answer of a run that was not begun by [`begin`](Observations::begin), and learns
    /// its time at once.
    pub fn observe(&self, key: ContentKey, answered: Answered) {
        let mut state = self.state();
        self.note(&mut state, key, answered.verdict);
        if let Some(limit) = state.limit.as_mut().filter(|_| answered.verdict != Verdict::Unresolved) {
            limit.learn(answered.took);
        }
    }

    fn note(&self, state: &mut State, key: ContentKey, verdict: Verdict) {
        let limit = state.limit_now();
        let tally = state.tallies.entry(key).or_default();
        tally.add_within(verdict, limit);
        let tally = *tally;
        state.fresh.push(Observed::Answer(key, verdict));
        self.doubt_if_contradictory(state, &tally);
    }

    fn doubt_if_contradictory(&self, state: &mut State, tally: &Tally) {
        if self.trust == Trust::UntilContradicted && state.rates.is_none() && tally.is_contradictory() {
            state.rates = Some(Rates::default());
        }
    }

    /// Returns the rates for verdicts over several runs; `None` while a single answer is enough.
    pub fn rates(&self) -> Option<Rates> {
        self.state().rates
    }

    /// Returns the verdict on a candidate; `None` if more runs are needed.
    pub fn verdict(&self, key: ContentKey) -> Option<Verdict> {
        let state = self.state();
        verdict(&state, state.tallies.get(&key)?)
    }

    /// Returns the answers for a candidate.
    pub fn tally(&self, key: ContentKey) -> Tally {
        self.state().tallies.get(&key).copied().unwrap_or_default()
    }

    /// Begins the next run of a candidate, if it needs one.
    pub fn begin(&self, key: ContentKey) -> Option<Attempt> {
        let mut state = self.state();
        let tally = state.tallies.get(&key).copied().unwrap_or_default();
        let n_begun = tally.runs() + state.under_way.get(&key).copied().unwrap_or(0);
        let is_wanted = state.wanted.get(&key).is_some_and(|wanted| n_begun < *wanted);
        (is_wanted || verdict(&state, &tally).is_none()).then(|| {
            *state.under_way.entry(key).or_default() += 1;
            Attempt { nth: n_begun, time_limit: state.limit.map(|limit| limit.now()) }
        })
    }

    /// Ends a run that was begun by [`begin`](Observations::begin). `answered` is `None` if it was
    /// cancelled or failed. A run that hit its time limit does not count if the limit has risen
    /// since; the candidate is then run again.
    pub fn end(&self, key: ContentKey, attempt: Attempt, answered: Option<Answered>) {
        let mut state = self.state();
        if let Some(n_under_way) = state.under_way.get_mut(&key) {
            *n_under_way = n_under_way.saturating_sub(1);
        }
        let Some(Answered { verdict, took }) = answered else { return };
        let has_answer = verdict != Verdict::Unresolved;
        if !has_answer && attempt.time_limit.is_some_and(|limit| limit < state.limit_now()) {
            return;
        }
        if has_answer && state.limit.is_some_and(|limit| limit.is_near(took)) {
            state.slow.insert(key, took);
            state.fresh.push(Observed::Slow(key, took));
        }
        self.note(&mut state, key, verdict);
    }

    /// Whether there are answers near the time limit that were not learned yet.
    pub fn has_slow(&self) -> bool {
        !self.state().slow.is_empty()
    }

    /// Notes that the answer for a candidate was learned. Returns how long it took if that raised
    /// the time limit.
    pub fn learned(&self, key: ContentKey) -> Option<Duration> {
        let mut state = self.state();
        let took = state.slow.remove(&key)?;
        let limit = state.limit.as_mut()?;
        let is_raised = limit.learn(took);
        let limit = *limit;
        state.slow.retain(|_, took| limit.is_near(*took));
        is_raised.then_some(took)
    }

    /// Returns the present time limit of a run.
    pub fn limit(&self) -> Option<Duration> {
        self.state().limit.map(|limit| limit.now())
    }

    /// Forgets candidates whose runs all hit a shorter time limit than the present one, unless
    /// their verdict was learned. Returns the forgotten candidates.
    pub fn forget_short(&self, was_learned: impl Fn(ContentKey) -> bool) -> Vec<ContentKey> {
        let mut state = self.state();
        let limit = state.limit_now();
        let is_short = |tally: &Tally| tally.is_unresolved_within_less_than(limit);
        let forgotten = state.tallies.extract_if(|key, tally| is_short(tally) && !was_learned(*key));
        forgotten.map(|(key, _)| key).collect()
    }

    /// Requires `n_more` further runs of a candidate, even if it has a verdict.
    pub fn want(&self, key: ContentKey, n_more: u32) {
        let mut state = self.state();
        let n_runs = state.tallies.get(&key).map_or(0, Tally::runs);
        let wanted = state.wanted.entry(key).or_insert(n_runs);
        *wanted = n_runs.max(*wanted) + n_more;
    }

    /// Returns the observations since the last call, in order.
    pub fn take_fresh(&self) -> Vec<Observed> {
        std::mem::take(&mut self.state().fresh)
    }

    /// Returns all verdicts, in no order.
    pub fn verdicts(&self) -> Vec<(ContentKey, Verdict)> {
        let state = self.state();
        state.tallies.iter().filter_map(|(key, tally)| Some((*key, verdict(&state, tally)?))).collect()
    }

    /// Returns the more likely verdict on each candidate that was run, in no order.
    pub fn likely(&self) -> Vec<(ContentKey, Verdict)> {
        let state = self.state();
        let rates = state.rates.unwrap_or_default();
        state.tallies.iter().map(|(key, tally)| (*key, rates.likely(tally))).collect()
    }

    /// Counts the runs beyond the first of each candidate.
    pub fn n_repeats(&self) -> u64 {
        self.state().tallies.values().map(|tally| u64::from(tally.runs().saturating_sub(1))).sum()
    }

    /// Whether boring candidates were interesting more often than the rates allow. The error bounds
    /// then do not hold.
    pub fn are_rates_broken(&self) -> bool {
        let state = self.state();
        let Some(rates) = state.rates else { return false };
        let is_boring = |tally: &&Tally| rates.verdict(tally) == Some(Verdict::Boring);
        let boring = state.tallies.values().filter(is_boring);
        let (interesting, runs) = boring.fold((0, 0), |(interesting, runs), tally| {
            (interesting + u64::from(tally.interesting()), runs + u64::from(tally.runs()))
        });
        rates.are_broken_by(interesting, runs)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the present time limit of a run; zero if there is none, so that no limit is shorter.
    fn limit_now(&self) -> Duration {
        self.limit.map_or(Duration::ZERO, |limit| limit.now())
    }
}

fn verdict(state: &State, tally: &Tally) -> Option<Verdict> {
    match state.rates {
        Some(rates) => rates.verdict(tally),
        // With `Trust::Always` the first answer counts. Else there were no contradictions, so all
        // answers agree.
        None => tally.first(),
    }
}
