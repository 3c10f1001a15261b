//! Trials on a number of threads that follows what trials use.

mod gauge;
mod policy;
mod sampler;

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{Trial, TrialId};

pub use gauge::{Gauge, MachineGauge, Reading, free_memory};
pub use policy::ElasticOptions;
pub(super) use sampler::Sampler;

use super::{Executor, Outcome, Threads, Waker};
use crate::property::Property;

/// Runs trials on threads of this process. It samples what they use, and lets more of them run at
/// once if they wait for something other than a processor. Changes are [news](Executor::news) for
/// the user.
///
/// The number changes how fast a session is, not its result.
pub struct Elastic {
    threads: Threads,
    property: Arc<dyn Property>,
    sampler: Sampler,
    n_now: usize,
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
        Ok(Elastic {
            threads: Threads::new(property, n_now)?,
            property: property.clone(),
            sampler: Sampler::new(options, gauge),
            n_now,
            news: VecDeque::new(),
        })
    }

    /// Sets the time between two samples.
    pub fn with_sample_interval(self, sample_interval: Duration) -> Elastic {
        Elastic { sampler: self.sampler.with_interval(sample_interval), ..self }
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
        self.sampler.ended(outcome.took);
        if let Some(advice) = self.sampler.advice(self.n_now) {
            self.news.extend(advice.news);
            self.n_now = self.threads.grow_to(advice.n_trials, &self.property);
        }
        Some(outcome)
    }

    fn news(&mut self) -> Option<String> {
        self.news.pop_front()
    }

    fn waker(&self) -> Waker {
        self.threads.waker()
    }
}
