//! Trials on a number of threads that follows what trials use.

mod gauge;
mod policy;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId};

pub use gauge::{Gauge, MachineGauge, Reading, free_memory};
pub use policy::ElasticOptions;

use self::policy::{Policy, Sample};
use super::{Executor, Outcome, Threads, Waker};
use crate::property::Property;

/// Time between two samples of what trials use.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);

/// Runs trials on threads of this process. It samples what they use, and lets more of them run at
/// once if they wait for something other than a processor. Changes are [news](Executor::news) for
/// the user.
///
/// The number changes how fast a session is, not its result.
pub struct Elastic {
    threads: Threads,
    property: Arc<dyn Property>,
    gauge: Box<dyn Gauge>,
    policy: Policy,
    n_now: usize,
    began: Instant,
    last: Instant,
    n_ended: usize,
    in_trials: Duration,
    sample_interval: Duration,
    news: VecDeque<String>,
}

impl Elastic {
    /// Starts the first threads.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn new(
        property: &Arc<dyn Property>,
        options: ElasticOptions,
        gauge: Box<dyn Gauge>,
    ) -> io::Result<Elastic> {
        let n_now = options.n_first.max(1);
        let now = Instant::now();
        Ok(Elastic {
            threads: Threads::new(property, n_now)?,
            property: property.clone(),
            gauge,
            policy: Policy::new(options),
            n_now,
            began: now,
            last: now,
            n_ended: 0,
            in_trials: Duration::ZERO,
            sample_interval: SAMPLE_INTERVAL,
            news: VecDeque::new(),
        })
    }

    /// Sets the time between two samples.
    pub fn with_sample_interval(self, sample_interval: Duration) -> Elastic {
        Elastic { sample_interval, ..self }
    }

    /// Samples what trials use, if it is time, and follows the policy's advice.
    fn take_sample(&mut self) {
        let elapsed = self.last.elapsed();
        if elapsed < self.sample_interval || self.n_ended < self.policy.least_trials(self.n_now) {
            return;
        }
        let sample = Sample {
            at: self.began.elapsed(),
            elapsed,
            n_now: self.n_now,
            in_trials: self.in_trials,
            reading: self.gauge.read(),
        };
        (self.last, self.n_ended, self.in_trials) = (Instant::now(), 0, Duration::ZERO);
        let advice = self.policy.advise(&sample);
        self.news.extend(advice.news);
        self.n_now = self.threads.grow_to(advice.n_trials, &self.property);
    }
}

impl Executor for Elastic {
    fn slots(&self) -> usize {
        self.n_now
    }

    fn submit(&mut self, trial: Trial) {
        self.threads.submit(trial);
    }

    fn cancel(&mut self, id: TrialId) {
        self.threads.cancel(id);
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        let outcome = self.threads.next(until)?;
        self.n_ended += 1;
        self.in_trials = self.in_trials.saturating_add(outcome.took);
        self.take_sample();
        Some(outcome)
    }

    fn news(&mut self) -> Option<String> {
        self.news.pop_front()
    }

    fn waker(&self) -> Waker {
        self.threads.waker()
    }
}
