//! How many trials at once are of use.

use std::time::Duration;

use super::gauge::{Reading, fitting};

/// More trials than cores are of use where a trial takes less of a core than this.
const WAITING: f64 = 0.5;
/// The share of the time in which the cores have to do nothing before more trials are started, so
/// that trials that wait for cores, because of what else runs there, are not taken for waiting.
const IDLE_ENOUGH: f64 = 0.3;
/// Cores that do nothing for less than this are busy.
const HARDLY_IDLE: f64 = 0.05;
/// Trials that use this share of all cores keep them busy.
const BUSY: f64 = 0.8;
/// Of the trials that may run at once, the share that has to be under way before there are more.
const TAKEN: f64 = 0.6;
/// A further trial has to fit into memory so many times: the size of a trial is that of its largest
/// process.
const MEMORY_RESERVE: u64 = 2;
/// More trials are started as long as all of them would take this share of the cores.
const FILLED: f64 = 0.8;
/// Trials between two looks, at least.
const LEAST_TRIALS: usize = 4;
/// A run that is over before this has no use for advice.
const LONG: Duration = Duration::from_secs(10);

/// How many trials may run at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElasticOptions {
    /// How many run at once to begin with.
    pub n_first: usize,
    /// How many cores there are.
    pub n_cores: usize,
    /// How many run at once at most, where they wait; not more than `n_first` where that was asked
    /// for.
    pub most: usize,
}

/// What was seen since the last look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Time since the beginning.
    pub(super) at: Duration,
    /// Time since the last look.
    pub(super) elapsed: Duration,
    /// How many trials may run at once now.
    pub(super) n_now: usize,
    /// The time that all trials took together that ended since.
    pub(super) in_trials: Duration,
    pub(super) reading: Reading,
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// How many trials may run at once from now on.
    pub(super) n_trials: usize,
    /// What a user should know.
    pub(super) news: Option<String>,
}

/// Decides how many trials run at once, by what trials used so far.
#[derive(Debug)]
pub(super) struct Policy {
    options: ElasticOptions,
    /// Whether it was told already that more are of no use.
    has_told: bool,
}

impl Policy {
    pub(super) fn new(options: ElasticOptions) -> Policy {
        let most = options.most.max(options.n_first);
        Policy { options: ElasticOptions { most, ..options }, has_told: false }
    }

    /// Returns how many trials have to end before a look tells something.
    pub(super) fn least_trials(&self, n_now: usize) -> usize {
        n_now.max(LEAST_TRIALS)
    }

    /// Decides after a look.
    pub(super) fn advise(&mut self, look: &Look) -> Advice {
        let stay = Advice { n_trials: look.n_now, news: None };
        let Reading { used, idle, free_memory } = look.reading;
        if used.n_runs == 0 || used.wall.is_zero() || look.elapsed.is_zero() {
            return stay;
        }
        let ElasticOptions { n_first, n_cores, most } = self.options;
        let share = used.cpu.as_secs_f64() / used.wall.as_secs_f64();
        let n_busy = used.cpu.as_secs_f64() / look.elapsed.as_secs_f64();
        let is_taken = TAKEN * look.n_now as f64 <= look.in_trials.as_secs_f64() / look.elapsed.as_secs_f64();
        if n_first < look.n_now && idle.is_some_and(|idle| idle < HARDLY_IDLE) {
            let n_trials = n_first.max(look.n_now / 2);
            self.options.most = n_trials;
            let news = format!("the cores have no time left: {n_trials} trials at a time from now on");
            return Advice { n_trials, news: Some(news) };
        }
        if BUSY * n_cores as f64 <= n_busy {
            let told =
                format!("trials keep {} busy: more than {n_cores} at a time would not help", cores(n_cores));
            return Advice { news: self.told_once(look, told), ..stay };
        }
        let is_waiting = share < WAITING && idle.is_some_and(|idle| IDLE_ENOUGH <= idle);
        if !is_waiting || most <= look.n_now {
            return stay;
        }
        if !is_taken {
            let told = format!(
                "there is not enough to try at once: more than {} at a time would not help",
                look.n_now
            );
            return Advice { news: self.told_once(look, told), ..stay };
        }
        let n_filling = (FILLED * n_cores as f64 / share.max(0.001)) as usize;
        let n_wanted = (2 * look.n_now).min(most).min(n_filling);
        let n_more = free_memory
            .map_or(usize::MAX, |free| fitting(free, used.peak_memory.saturating_mul(MEMORY_RESERVE)) - 1);
        let n_trials = n_wanted.min(look.n_now.saturating_add(n_more));
        if n_trials <= look.n_now {
            let why = if n_more == 0 { "more do not fit into memory" } else { "more would not help" };
            let told = format!("{} trials at a time: {why}", look.n_now);
            return Advice { news: self.told_once(look, told), ..stay };
        }
        let percent = (100.0 * share).ceil();
        let bound = if n_trials == most { ", the most without -j" } else { "" };
        let news = format!(
            "trials wait, and use {percent} % of a core each: {n_trials} trials at a time from now on{bound}"
        );
        Advice { n_trials, news: Some(news) }
    }

    /// Returns a text the first time, in a run that is long.
    fn told_once(&mut self, look: &Look, text: String) -> Option<String> {
        let is_first = LONG <= look.at && !self.has_told;
        self.has_told |= is_first;
        is_first.then_some(text)
    }
}

fn cores(n_cores: usize) -> String {
    match n_cores {
        1 => "the core".to_owned(),
        n_cores => format!("all {n_cores} cores"),
    }
}
