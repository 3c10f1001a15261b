//! A record, folded for the report.

use std::time::Duration;

use dwindle_reduce::{Cost, Counts, Event, StopReason};

use crate::agreements::Agreements;
use crate::record::Record;

/// A reduction from its beginning to its end, or as far as it got.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// The cost of the original; `None` if the reduction never began.
    pub(super) original: Option<Cost>,
    /// Every accepted candidate.
    pub(super) steps: Vec<Step>,
    /// The passes, in the order in which they first began.
    pub(super) passes: Vec<Yield>,
    /// The relations found in the input, and their states.
    pub(super) agreements: Agreements,
    pub(super) counts: Counts,
    pub(super) stopped: Option<StopReason>,
    /// The time of the last event.
    pub(super) at: Duration,
}

/// An accepted candidate.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) pass: String,
    pub(super) at: Duration,
    pub(super) cost: Cost,
    /// Trials executed until then.
    pub(super) executed: u64,
    pub(super) gone: Gone,
}

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gone {
    pub(super) tokens: u64,
    pub(super) bytes: u64,
}

/// The results of a pass, over all its runs.
#[derive(Debug, Default)]
pub(super) struct Yield {
    pub(super) name: String,
    pub(super) n_runs: u64,
    /// Counts runs that ended only.
    pub(super) proposed: u64,
    pub(super) accepted: u64,
    pub(super) gone: Gone,
    pub(super) took: Duration,
}

impl Gone {
    fn between(before: Cost, after: Cost) -> Gone {
        Gone {
            tokens: before.tokens.saturating_sub(after.tokens),
            bytes: before.bytes.saturating_sub(after.bytes),
        }
    }
}

impl Story {
    pub(super) fn of(record: &Record) -> Story {
        let mut story = Story::default();
        let mut began = Duration::ZERO;
        for stamped in &record.events {
            story.at = stamped.at;
            match &stamped.event {
                Event::Started { cost, .. } => story.original = Some(*cost),
                Event::PassBegan { pass, .. } => {
                    began = stamped.at;
                    story.pass(pass).n_runs += 1;
                }
                Event::PassEnded { pass, proposed, .. } => {
                    let took = stamped.at.saturating_sub(began);
                    let pass = story.pass(pass);
                    pass.proposed += proposed;
                    pass.took += took;
                }
                Event::Finding { pass, finding } => story.agreements.learn(pass, finding),
                Event::Retracted { .. } => {
                    story.steps.clear();
                    story.agreements.clear();
                }
                Event::Accepted { pass, cost, counts, .. } => {
                    story.accepted(pass, *cost, counts, stamped.at);
                }
                Event::Finished { reason, counts, .. } => {
                    story.stopped = Some(*reason);
                    story.counts = *counts;
                }
                _ => {}
            }
        }
        story
    }

    /// Returns the smallest cost so far.
    pub(super) fn now(&self) -> Option<Cost> {
        self.steps.last().map(|step| step.cost).or(self.original)
    }

    fn accepted(&mut self, pass: &str, cost: Cost, counts: &Counts, at: Duration) {
        let gone = Gone::between(self.now().unwrap_or(cost), cost);
        let of_pass = self.pass(pass);
        of_pass.accepted += 1;
        of_pass.gone.tokens += gone.tokens;
        of_pass.gone.bytes += gone.bytes;
        self.counts = *counts;
        self.steps.push(Step { pass: pass.to_owned(), at, cost, executed: counts.executed, gone });
    }

    fn pass(&mut self, name: &str) -> &mut Yield {
        let known = self.passes.iter().position(|pass| pass.name == name);
        let idx = known.unwrap_or_else(|| {
            self.passes.push(Yield { name: name.to_owned(), ..Yield::default() });
            self.passes.len() - 1
        });
        &mut self.passes[idx]
    }
}
