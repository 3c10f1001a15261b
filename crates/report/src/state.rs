//! The state of a reduction after the events so far.

use std::collections::VecDeque;
use std::time::Duration;

use dwindle_reduce::{Cost, Counts, Event, Source, Stamped, StopReason, Verdict};

use crate::agreements::Agreements;

/// The time window of the rate of trials.
const RATE_WINDOW: Duration = Duration::from_secs(10);

/// The fold on which all displays for people are based.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The cost of the original; `None` before the reduction began.
    pub original: Option<Cost>,
    /// The cost of the best document.
    pub now: Option<Cost>,
    /// The current pass.
    pub pass: Option<String>,
    /// The counts so far. Between two acceptances, `executed` may lack look-ahead that has not been
    /// needed.
    pub counts: Counts,
    /// Answers that reached a time or resource limit.
    pub unresolved: u64,
    /// Time since the beginning.
    pub at: Duration,
    /// The relations that were found to agree.
    pub(crate) agreements: Agreements,
    /// Why the reduction ended, once it has.
    pub stopped: Option<StopReason>,
    samples: VecDeque<(Duration, u64)>,
}

impl State {
    /// Applies an event. O(1) amortized.
    pub fn event(&mut self, stamped: &Stamped) {
        self.at = stamped.at;
        match &stamped.event {
            Event::Started { cost, .. } => {
                self.original = Some(*cost);
                self.now = Some(*cost);
            }
            Event::PassBegan { pass, cost } => {
                self.pass = Some(pass.clone());
                self.now = Some(*cost);
            }
            Event::PassEnded { cost, .. } => self.now = Some(*cost),
            Event::Learned { pass, verdict, source, .. } => self.learned(pass, *verdict, *source),
            Event::Retracted { cost, .. } => {
                self.now = Some(*cost);
                let Counts { executed, scouted, cancelled, .. } = self.counts;
                self.counts = Counts { executed, scouted, cancelled, ..Counts::default() };
                self.stopped = None;
                self.agreements.clear();
            }
            Event::Finding { pass, finding } => self.agreements.learn(pass, finding),
            Event::Accepted { pass, cost, counts, .. } => {
                self.agreements.accepted(pass);
                self.now = Some(*cost);
                self.counts = *counts;
            }
            Event::Finished { reason, cost, counts } => {
                self.stopped = Some(*reason);
                self.now = Some(*cost);
                self.counts = *counts;
                self.pass = None;
            }
            _ => {}
        }
        self.sample();
    }

    /// Updates the time and the counts.
    pub fn tick(&mut self, at: Duration, counts: Counts) {
        self.at = at;
        self.counts = counts;
        self.sample();
    }

    /// Returns the executed trials per second over the last ten seconds; `None` if there is no data
    /// yet.
    pub fn rate(&self) -> Option<f64> {
        let (since, before) = *self.samples.front()?;
        let seconds = self.at.checked_sub(since)?.as_secs_f64();
        let executed = self.counts.executed.saturating_sub(before);
        (0.2 <= seconds).then(|| executed as f64 / seconds)
    }

    fn learned(&mut self, pass: &str, verdict: Verdict, source: Source) {
        if self.pass.as_deref() != Some(pass) {
            self.pass = Some(pass.to_owned());
        }
        self.counts.proposed += 1;
        match source {
            Source::Trial => self.counts.executed += 1,
            Source::Memory => self.counts.known += 1,
            Source::Gate => self.counts.gated += 1,
            Source::PutOff => self.counts.put_off += 1,
        }
        self.unresolved += u64::from(verdict == Verdict::Unresolved);
    }

    fn sample(&mut self) {
        let spacing = RATE_WINDOW / 50;
        if self.samples.back().is_none_or(|(last, _)| *last + spacing <= self.at) {
            self.samples.push_back((self.at, self.counts.executed));
        }
        while self.samples.get(1).is_some_and(|(next, _)| *next + RATE_WINDOW <= self.at) {
            self.samples.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{accepted, finished, learned, started};

    fn fold(events: impl IntoIterator<Item = Stamped>) -> State {
        let mut state = State::default();
        for stamped in events {
            state.event(&stamped);
        }
        state
    }

    #[test]
    fn the_sources_are_counted_apart() {
        let state = fold([
            started(0, 900, 9000),
            learned(1, "lines", Verdict::Boring, Source::Trial),
            learned(1, "lines", Verdict::Boring, Source::Trial),
            learned(2, "lines", Verdict::Boring, Source::Memory),
            learned(3, "lines", Verdict::Boring, Source::Gate),
            learned(3, "lines", Verdict::Boring, Source::PutOff),
            learned(3, "lines", Verdict::Boring, Source::PutOff),
            learned(4, "lines", Verdict::Unresolved, Source::Trial),
        ]);
        let expected =
            Counts { proposed: 7, known: 1, gated: 1, put_off: 2, executed: 3, ..Counts::default() };
        assert_eq!(state.counts, expected);
        assert_eq!(state.unresolved, 1);
    }

    #[test]
    fn figures_of_the_reducer_replace_what_was_counted() {
        let state = fold([
            started(0, 900, 9000),
            learned(1, "lines", Verdict::Interesting, Source::Trial),
            accepted(1, 1, "lines", 400, 4000, Counts { executed: 7, ..Counts::default() }),
        ]);
        assert_eq!(state.counts.executed, 7);
        assert_eq!(state.now.map(|cost| cost.bytes), Some(4000));
        assert_eq!(state.original.map(|cost| cost.bytes), Some(9000));
    }

    #[test]
    fn the_rate_forgets_what_is_older_than_its_window() {
        let mut state = fold([started(0, 9, 9)]);
        assert_eq!(state.rate(), None);
        let executed = |executed| Counts { executed, ..Counts::default() };
        state.tick(Duration::from_secs(10), executed(1000));
        assert_eq!(state.rate(), Some(100.0));
        for second in 11..=30 {
            state.tick(Duration::from_secs(second), executed(1000 + (second - 10) * 2));
        }
        assert_eq!(state.rate(), Some(2.0));
    }

    #[test]
    fn the_end_says_why_and_leaves_no_pass_at_work() {
        let state = fold([
            started(0, 900, 9000),
            learned(1, "lines", Verdict::Boring, Source::Trial),
            finished(2, StopReason::Time, 400, 4000, Counts::default()),
        ]);
        assert_eq!(state.stopped, Some(StopReason::Time));
        assert_eq!(state.pass, None);
    }
}
