//! What the runs of all candidates showed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle_reduce::{ContentKey, Verdict};

use super::rates::Rates;
use super::tally::Tally;
use super::time_limit::TimeLimit;
use crate::property::{Answered, Attempt};

/// How far single answers are believed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Trust {
    /// The first answer to each question counts.
    Always,
    /// They are, until two answers to one question contradict each other.
    #[default]
    UntilContradicted,
    /// They never are.
    Never(Rates),
}

/// Something that a run showed and that the journal keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// The answer.
    Answer(ContentKey, Verdict),
    /// The next answer of this candidate took so long, which is near the time limit.
    Slow(ContentKey, Duration),
}

/// Everything that the runs of a session's candidates showed, earlier sessions' included. Shared by
/// the property that is asked ([`Repeated`](super::Repeated)) and the session that learns.
///
/// What is believed of a candidate depends on what is in here and on nothing else. So a session
/// that is resumed believes what the one before it believed.
#[derive(Debug)]
pub struct Observations {
    trust: Trust,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Set from the first contradiction on.
    rates: Option<Rates>,
    tallies: HashMap<ContentKey, Tally>,
    /// How many runs there have to be of a candidate, though fewer would do.
    wanted: HashMap<ContentKey, u32>,
    /// Runs that have begun.
    under_way: HashMap<ContentKey, u32>,
    /// How long a run may take.
    limit: Option<TimeLimit>,
    /// Answers that took long, and were not learned yet.
    slow: HashMap<ContentKey, Duration>,
    /// What is not in the journal yet.
    fresh: Vec<Observed>,
}

impl Observations {
    /// Starts with nothing.
    pub fn new(trust: Trust) -> Observations {
        let rates = match trust {
            Trust::Never(rates) => Some(rates),
            Trust::Always | Trust::UntilContradicted => None,
        };
        Observations { trust, state: Mutex::new(State { rates, ..State::default() }) }
    }

    /// Returns the same with a time limit for runs, which rises when answers are learned that took
    /// nearly as long.
    pub fn with_limit(self, limit: TimeLimit) -> Observations {
        self.state().limit = Some(limit);
        self
    }

    /// Returns how far single answers are believed to begin with.
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// Takes what an earlier session saw of a candidate. What ran out of less time than there is
    /// now does not count.
    pub fn know(&self, key: ContentKey, tally: Tally) {
        let mut state = self.state();
        if !tally.is_unresolved_within_less_than(state.limit_now()) {
            state.tallies.insert(key, tally);
            self.doubt_if_contradictory(&mut state, &tally);
        }
    }

    /// Takes how long an answer took in an earlier session.
    pub fn know_slow(&self, key: ContentKey, took: Duration) {
        let mut state = self.state();
        if state.limit.is_some_and(|limit| limit.is_near(took)) {
            state.slow.insert(key, took);
        }
    }

    /// Takes the answer of a run that began and ended by itself, and is learned at once.
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

    /// Returns the rates by which several runs are judged; `None` while single answers are
    /// believed.
    pub fn rates(&self) -> Option<Rates> {
        self.state().rates
    }

    /// Returns what is believed of a candidate; `None` while nothing is.
    pub fn verdict(&self, key: ContentKey) -> Option<Verdict> {
        let state = self.state();
        verdict(&state, state.tallies.get(&key)?)
    }

    /// Returns the answers that a candidate got.
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

    /// Takes the end of a run that [`begin`](Observations::begin) began: its answer, unless it was
    /// cancelled or failed. What ran out of less time than there is meanwhile is not noted, and has
    /// to be run again.
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

    /// Whether there are answers that took long and were not learned yet.
    pub fn has_slow(&self) -> bool {
        !self.state().slow.is_empty()
    }

    /// Takes that an answer was learned. Returns how long it took if that raised the time limit.
    pub fn learned(&self, key: ContentKey) -> Option<Duration> {
        let mut state = self.state();
        let took = state.slow.remove(&key)?;
        let limit = state.limit.as_mut()?;
        let is_raised = limit.learn(took);
        let limit = *limit;
        state.slow.retain(|_, took| limit.is_near(*took));
        is_raised.then_some(took)
    }

    /// Returns how long a run may take now.
    pub fn limit(&self) -> Option<Duration> {
        self.state().limit.map(|limit| limit.now())
    }

    /// Forgets what ran out of less time than there is now, apart from what was learned. Returns
    /// what is forgotten.
    pub fn forget_short(&self, was_learned: impl Fn(ContentKey) -> bool) -> Vec<ContentKey> {
        let mut state = self.state();
        let limit = state.limit_now();
        let is_short = |tally: &Tally| tally.is_unresolved_within_less_than(limit);
        let forgotten = state.tallies.extract_if(|key, tally| is_short(tally) && !was_learned(*key));
        forgotten.map(|(key, _)| key).collect()
    }

    /// Has the next questions about a candidate run it so many times more, at least.
    pub fn want(&self, key: ContentKey, n_more: u32) {
        let mut state = self.state();
        let n_runs = state.tallies.get(&key).map_or(0, Tally::runs);
        let wanted = state.wanted.entry(key).or_insert(n_runs);
        *wanted = n_runs.max(*wanted) + n_more;
    }

    /// Returns what was seen since the last call, in order.
    pub fn take_fresh(&self) -> Vec<Observed> {
        std::mem::take(&mut self.state().fresh)
    }

    /// Returns everything that is believed, in no order.
    pub fn believed(&self) -> Vec<(ContentKey, Verdict)> {
        let state = self.state();
        state.tallies.iter().filter_map(|(key, tally)| Some((*key, verdict(&state, tally)?))).collect()
    }

    /// Returns what is more likely than not of every candidate that was run, in no order.
    pub fn likely(&self) -> Vec<(ContentKey, Verdict)> {
        let state = self.state();
        let rates = state.rates.unwrap_or_default();
        state.tallies.iter().map(|(key, tally)| (*key, rates.likely(tally))).collect()
    }

    /// Counts the runs beyond the first of each candidate.
    pub fn n_repeats(&self) -> u64 {
        self.state().tallies.values().map(|tally| u64::from(tally.runs().saturating_sub(1))).sum()
    }

    /// Whether what was taken for boring was interesting more often than the rates allow: then no
    /// bound is kept.
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
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns how long a run may take now; where there is no limit, nothing is less.
    fn limit_now(&self) -> Duration {
        self.limit.map_or(Duration::ZERO, |limit| limit.now())
    }
}

fn verdict(state: &State, tally: &Tally) -> Option<Verdict> {
    match state.rates {
        Some(rates) => rates.verdict(tally),
        // Where every answer is believed, the first one was learned; without contradictions, all
        // are the same.
        None => tally.first(),
    }
}
