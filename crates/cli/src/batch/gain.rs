//! The expected gain of a session: how many bytes its next trials remove per second.

use std::time::Duration;

use dwindle_reduce::{Event, Source, Stamped};
use dwindle_run::executor::ExpectedGain;
use dwindle_run::session::Observer;

/// Answers before the gain of a session is estimated from them.
const N_FREE: u64 = 20;
/// The weight of one answer in the mean.
const WEIGHT: f64 = 1.0 / 50.0;
/// More than any session gains, so that sessions that have not begun come first.
const UNKNOWN: f64 = 1e15;

/// Returns the expected gain of a session that has not begun. Large inputs come first.
pub fn unknown(n_bytes: u64) -> f64 {
    UNKNOWN + n_bytes as f64
}

/// Observes how many bytes each trial of a session removes, and sets its expected gain.
pub struct Gain {
    expected: ExpectedGain,
    trial: Duration,
    n_bytes: Option<u64>,
    n_learned: u64,
    removed: u64,
    mean: f64,
}

impl Gain {
    /// Creates an observer of a session whose trials take about the time `trial`.
    pub fn new(expected: ExpectedGain, trial: Duration) -> Gain {
        let trial = trial.max(Duration::from_micros(100));
        Gain { expected, trial, n_bytes: None, n_learned: 0, removed: 0, mean: 0.0 }
    }
}

impl Observer for Gain {
    fn see(&mut self, stamped: &Stamped) {
        match &stamped.event {
            Event::Started { cost, .. } => self.n_bytes = Some(cost.bytes),
            Event::Accepted { cost, .. } => {
                let before = self.n_bytes.replace(cost.bytes).unwrap_or(cost.bytes);
                self.removed += before.saturating_sub(cost.bytes);
            }
            Event::Learned { source: Source::Trial, .. } => {
                // The event `Accepted` of an answer comes after its `Learned`, so this is the gain
                // of the answer before.
                let weight = WEIGHT.max(1.0 / (self.n_learned + 1) as f64);
                self.mean += weight * (std::mem::take(&mut self.removed) as f64 - self.mean);
                self.n_learned += 1;
                if N_FREE <= self.n_learned && self.n_learned.is_multiple_of(10) {
                    self.expected.set(self.mean / self.trial.as_secs_f64());
                }
            }
            _ => {}
        }
    }
}
