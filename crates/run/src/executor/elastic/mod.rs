//! Trials on as many threads as are of use.

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

use self::policy::{Look, Policy};
use super::{Bell, Executor, Outcome, Threads};
use crate::property::Property;

/// Time between two looks at what trials use.
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Runs trials on threads of this process. From time to time it looks at what they use, and lets
/// more run at once where they wait for something else than a processor. What users should know of
/// that is [news](Executor::news).
///
/// The number changes how fast a session is, and nothing of its result.
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
    between_looks: Duration,
    news: VecDeque<String>,
}

impl Elastic {
    /// Starts the threads to begin with.
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
            between_looks: BETWEEN_LOOKS,
            news: VecDeque::new(),
        })
    }

    /// Returns the same with another time between two looks.
    pub fn with_looks_every(self, between_looks: Duration) -> Elastic {
        Elastic { between_looks, ..self }
    }

    /// Looks at what trials use, if it is time, and follows the advice.
    fn look(&mut self) {
        let elapsed = self.last.elapsed();
        if elapsed < self.between_looks || self.n_ended < self.policy.least_trials(self.n_now) {
            return;
        }
        let look = Look {
            at: self.began.elapsed(),
            elapsed,
            n_now: self.n_now,
            in_trials: self.in_trials,
            reading: self.gauge.read(),
        };
        (self.last, self.n_ended, self.in_trials) = (Instant::now(), 0, Duration::ZERO);
        let advice = self.policy.advise(&look);
        self.news.extend(advice.news);
        self.n_now = self.threads.at_least(advice.n_trials, &self.property);
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
        self.look();
        Some(outcome)
    }

    fn news(&mut self) -> Option<String> {
        self.news.pop_front()
    }

    fn bell(&self) -> Bell {
        self.threads.bell()
    }
}
