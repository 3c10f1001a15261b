//! Samples of what trials use.

use std::time::{Duration, Instant};

use super::gauge::Gauge;
use super::policy::{Advice, ElasticOptions, Policy, Sample};

/// Time between two samples.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);

/// Samples what trials use, and asks the policy how many of them should run at once. It is told of
/// every trial that ended.
pub(in crate::executor) struct Sampler {
    gauge: Box<dyn Gauge>,
    policy: Policy,
    began: Instant,
    last: Instant,
    n_ended: usize,
    in_trials: Duration,
    sample_interval: Duration,
}

impl Sampler {
    pub(in crate::executor) fn new(options: ElasticOptions, gauge: Box<dyn Gauge>) -> Sampler {
        let now = Instant::now();
        Sampler {
            gauge,
            policy: Policy::new(options),
            began: now,
            last: now,
            n_ended: 0,
            in_trials: Duration::ZERO,
            sample_interval: SAMPLE_INTERVAL,
        }
    }

    /// Sets the time between two samples.
    pub(in crate::executor) fn with_interval(self, sample_interval: Duration) -> Sampler {
        Sampler { sample_interval, ..self }
    }

    /// Counts a trial that ended after this time.
    pub(in crate::executor) fn ended(&mut self, took: Duration) {
        self.n_ended += 1;
        self.occupied(took);
    }

    /// Adds time for which a slot was not free.
    pub(in crate::executor) fn occupied(&mut self, took: Duration) {
        self.in_trials = self.in_trials.saturating_add(took);
    }

    /// Takes a sample, if it is time, and returns the policy's advice. `n_now` is how many trials
    /// may run at once now.
    pub(in crate::executor) fn advice(&mut self, n_now: usize) -> Option<Advice> {
        let elapsed = self.last.elapsed();
        if elapsed < self.sample_interval || self.n_ended < self.policy.least_trials(n_now) {
            return None;
        }
        let sample = Sample {
            at: self.began.elapsed(),
            elapsed,
            n_now,
            in_trials: self.in_trials,
            reading: self.gauge.read(),
        };
        (self.last, self.n_ended, self.in_trials) = (Instant::now(), 0, Duration::ZERO);
        Some(self.policy.advise(&sample))
    }
}
