//! What the next trials of a session are expected to gain.

use std::time::Duration;

use dwindle_reduce::{Event, Source, Stamped};
use dwindle_run::executor::Standing;
use dwindle_run::session::Observer;

/// Answers after which a session is judged by what it gained.
const N_FREE: u64 = 20;
/// The weight of one answer in the mean.
const WEIGHT: f64 = 1.0 / 50.0;
/// More than any session gains: what was never looked at comes first.
const UNKNOWN: f64 = 1e15;

/// Returns what is expected of an input that nothing is known of: large ones come first.
pub fn unknown(n_bytes: u64) -> f64 {
    UNKNOWN + n_bytes as f64
}

/// Watches how many bytes each trial of a session removes, and tells the slots.
pub struct Gain {
    standing: Standing,
    trial: Duration,
    n_bytes: Option<u64>,
    n_learned: u64,
    removed: u64,
    mean: f64,
}

impl Gain {
    /// Begins; one trial takes about this long.
    pub fn new(standing: Standing, trial: Duration) -> Gain {
        let trial = trial.max(Duration::from_micros(100));
        Gain { standing, trial, n_bytes: None, n_learned: 0, removed: 0, mean: 0.0 }
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
                // What the last answer gained was accepted behind it.
                let weight = WEIGHT.max(1.0 / (self.n_learned + 1) as f64);
                self.mean += weight * (std::mem::take(&mut self.removed) as f64 - self.mean);
                self.n_learned += 1;
                if N_FREE <= self.n_learned && self.n_learned.is_multiple_of(10) {
                    self.standing.expect(self.mean / self.trial.as_secs_f64());
                }
            }
            _ => {}
        }
    }
}
