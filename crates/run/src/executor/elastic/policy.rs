//! How many trials run at once.

use std::time::Duration;

use super::gauge::{Reading, fitting};

/// Trials that use a smaller share of a core than this wait for something else.
const WAITING: f64 = 0.5;
/// Least idle share of the cores before more trials are started. With less, trials may wait for
/// cores that other programs use.
const IDLE_ENOUGH: f64 = 0.3;
/// Cores with a smaller idle share than this have no time left.
const HARDLY_IDLE: f64 = 0.05;
/// Trials that use this share of all cores keep them busy.
const BUSY: f64 = 0.8;
/// Share of the allowed trials that must be under way before more are allowed.
const TAKEN: f64 = 0.6;
/// How many times a further trial must fit into memory. Only the largest process of a trial is
/// known, so a trial may need more than that.
const MEMORY_RESERVE: u64 = 2;
/// Share of the cores up to which trials are added.
const FILLED: f64 = 0.8;
/// Least trials between two samples.
const LEAST_TRIALS: usize = 4;
/// A shorter run than this is not told that more trials would not help.
const LONG: Duration = Duration::from_secs(10);

/// How many trials may run at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElasticOptions {
    /// How many run at once at the start.
    pub n_first: usize,
    /// How many cores there are.
    pub n_cores: usize,
    /// How many run at once at most; equal to `n_first` if the user asked for a fixed number.
    pub most: usize,
}

/// The figures since the last sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Time since the beginning.
    pub(super) at: Duration,
    /// Time since the last sample.
    pub(super) elapsed: Duration,
    /// How many trials may run at once now.
    pub(super) n_now: usize,
    /// Total time of all trials that ended since.
    pub(super) in_trials: Duration,
    pub(super) reading: Reading,
}

/// A decision of the policy.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::executor) struct Advice {
    /// How many trials may run at once from now on.
    pub(in crate::executor) n_trials: usize,
    /// A line for the user.
    pub(in crate::executor) news: Option<String>,
}

/// Decides how many trials run at once, from what trials used so far.
#[derive(Debug)]
pub(super) struct Policy {
    options: ElasticOptions,
    /// Whether the user was told that more trials would not help.
    was_told: bool,
}

impl Policy {
    pub(super) fn new(options: ElasticOptions) -> Policy {
        let most = options.most.max(options.n_first);
        Policy { options: ElasticOptions { most, ..options }, was_told: false }
    }

    /// Returns how many trials must end before a sample is useful.
    pub(super) fn least_trials(&self, n_now: usize) -> usize {
        n_now.max(LEAST_TRIALS)
    }

    /// Decides after a sample.
    pub(super) fn advise(&mut self, sample: &Sample) -> Advice {
        let stay = Advice { n_trials: sample.n_now, news: None };
        let Reading { used, idle, free_memory } = sample.reading;
        if used.n_runs == 0 || used.wall.is_zero() || sample.elapsed.is_zero() {
            return stay;
        }
        let ElasticOptions { n_first, n_cores, most } = self.options;
        let share = used.cpu.as_secs_f64() / used.wall.as_secs_f64();
        let n_busy = used.cpu.as_secs_f64() / sample.elapsed.as_secs_f64();
        let is_taken =
            TAKEN * sample.n_now as f64 <= sample.in_trials.as_secs_f64() / sample.elapsed.as_secs_f64();
        if n_first < sample.n_now && idle.is_some_and(|idle| idle < HARDLY_IDLE) {
            let n_trials = n_first.max(sample.n_now / 2);
            self.options.most = n_trials;
            let news = format!("the cores have no time left: {n_trials} trials at a time from now on");
            return Advice { n_trials, news: Some(news) };
        }
        if BUSY * n_cores as f64 <= n_busy {
            let told =
                format!("trials keep {} busy: more than {n_cores} at a time would not help", cores(n_cores));
            return Advice { news: self.once(sample, told), ..stay };
        }
        let is_waiting = share < WAITING && idle.is_some_and(|idle| IDLE_ENOUGH <= idle);
        if !is_waiting || most <= sample.n_now {
            return stay;
        }
        if !is_taken {
            let told = format!(
                "there are not enough candidates to test at once: more than {} trials at a time would not help",
                sample.n_now
            );
            return Advice { news: self.once(sample, told), ..stay };
        }
        let n_filling = (FILLED * n_cores as f64 / share.max(0.001)) as usize;
        let n_wanted = (2 * sample.n_now).min(most).min(n_filling);
        let n_more = free_memory
            .map_or(usize::MAX, |free| fitting(free, used.peak_memory.saturating_mul(MEMORY_RESERVE)) - 1);
        let n_trials = n_wanted.min(sample.n_now.saturating_add(n_more));
        if n_trials <= sample.n_now {
            let why = if n_more == 0 { "more do not fit into memory" } else { "more would not help" };
            let told = format!("{} trials at a time: {why}", sample.n_now);
            return Advice { news: self.once(sample, told), ..stay };
        }
        let percent = (100.0 * share).ceil();
        let bound = if n_trials == most { ", the most without -j" } else { "" };
        let news = format!(
            "trials wait, and use {percent} % of a core each: {n_trials} trials at a time from now on{bound}"
        );
        Advice { n_trials, news: Some(news) }
    }

    /// Returns the text the first time, if the run is long enough.
    fn once(&mut self, sample: &Sample, text: String) -> Option<String> {
        let is_first = LONG <= sample.at && !self.was_told;
        self.was_told |= is_first;
        is_first.then_some(text)
    }
}

fn cores(n_cores: usize) -> String {
    match n_cores {
        1 => "the core".to_owned(),
        n_cores => format!("all {n_cores} cores"),
    }
}
