//! The log for a stderr that is not a terminal: a line every few seconds.

use std::io::{self, Write};
use std::time::Duration;

use dwindle_reduce::{Counts, Event, FindingState, Source, Stamped, Verdict};

use crate::display::Display;
use crate::state::State;
use crate::words;

/// The level of detail of a plain log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// A line every few seconds.
    #[default]
    Progress,
    /// Also a line for each pass and each accepted candidate.
    Steps,
    /// Also a line for each answer.
    Answers,
}

/// Writes self-contained lines, so that a log can be searched.
pub struct PlainLog<W> {
    sink: W,
    detail: Detail,
    interval: Duration,
    last: Duration,
    state: State,
}

impl<W: Write> PlainLog<W> {
    /// Creates a log that writes a line of progress whenever `interval` has passed.
    pub fn new(sink: W, detail: Detail, interval: Duration) -> PlainLog<W> {
        PlainLog { sink, detail, interval, last: Duration::ZERO, state: State::default() }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.last = self.state.at;
        writeln!(self.sink, "{:>10}  {text}", words::duration(self.state.at))?;
        self.sink.flush()
    }

    fn progress_when_due(&mut self) -> io::Result<()> {
        if self.state.at < self.last + self.interval || self.state.stopped.is_some() {
            return Ok(());
        }
        let text = progress(&self.state);
        self.line(&text)
    }

    fn step(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::PassBegan { pass, cost } => self.line(&format!(
                "{pass} begins: {}, {}",
                words::counted(cost.bytes, "byte"),
                words::counted(cost.tokens, "token")
            )),
            Event::PassEnded { pass, accepted, proposed, .. } => {
                let proposed = words::number(*proposed);
                self.line(&format!(
                    "{pass} ends: {} of {proposed} proposals accepted",
                    words::number(*accepted)
                ))
            }
            Event::Accepted { step, pass, cost, .. } => self.line(&format!(
                "{pass} accepted {step}: {}, {}",
                words::counted(cost.bytes, "byte"),
                words::counted(cost.tokens, "token")
            )),
            Event::Finding { pass, finding } => self.line(&format!(
                "{pass} {} {} ({}), {}",
                finding_word(finding.state),
                finding.relation,
                words::counted(finding.values, "value"),
                finding.place
            )),
            Event::Learned { pass, key, cost, verdict, source } if self.detail == Detail::Answers => self
                .line(&format!(
                    "{pass} {key}: {}, {} ({})",
                    words::counted(cost.bytes, "byte"),
                    verdict_word(*verdict),
                    source_word(*source)
                )),
            Event::Retracted { .. } => self.line(
                "an answer did not hold: starting again from the original, with the answers that are known",
            ),
            _ => Ok(()),
        }
    }
}

impl<W: Write> Display for PlainLog<W> {
    fn event(&mut self, stamped: &Stamped) -> io::Result<()> {
        self.state.event(stamped);
        if Detail::Steps <= self.detail {
            self.step(&stamped.event)?;
        }
        self.progress_when_due()
    }

    fn tick(&mut self, at: Duration, counts: Counts) -> io::Result<()> {
        self.state.tick(at, counts);
        self.progress_when_due()
    }

    fn message(&mut self, at: Duration, text: &str) -> io::Result<()> {
        self.state.at = at;
        self.line(text)
    }
}

fn progress(state: &State) -> String {
    let (Some(original), Some(now)) = (state.original, state.now) else {
        return "not begun yet".to_owned();
    };
    let mut text = format!(
        "{} of {} left, {} ({} gone); {} run",
        words::number(now.bytes),
        words::counted(original.bytes, "byte"),
        words::counted(now.tokens, "token"),
        words::percent_gone(original.bytes, now.bytes),
        words::counted(state.counts.executed, "trial"),
    );
    if let Some(rate) = state.rate() {
        text.push_str(&format!(" at {}", words::rate(rate)));
    }
    text.push_str(&format!(", {} from memory", words::number(state.counts.known)));
    if let Some(pass) = &state.pass {
        text.push_str(&format!("; {pass}"));
    }
    text
}

fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interesting => "interesting",
        Verdict::Boring => "boring",
        Verdict::Unresolved => "unresolved",
    }
}

fn finding_word(state: FindingState) -> &'static str {
    match state {
        FindingState::Found => "found",
        FindingState::Kept => "keeps",
        FindingState::Dropped => "drops",
        FindingState::Written => "writes",
    }
}

fn source_word(source: Source) -> &'static str {
    match source {
        Source::Trial => "trial",
        Source::Memory => "from memory",
        Source::Gate => "gate",
        Source::PutOff => "put off",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{started, story};

    fn log(detail: Detail) -> String {
        let mut sink = Vec::new();
        let mut log = PlainLog::new(&mut sink, detail, Duration::from_secs(5));
        for stamped in story() {
            log.event(&stamped).unwrap();
        }
        String::from_utf8(sink).unwrap()
    }

    #[test]
    fn progress_is_a_line_every_few_seconds() {
        insta::assert_snapshot!(log(Detail::Progress));
    }

    #[test]
    fn steps_name_passes_and_what_was_accepted() {
        insta::assert_snapshot!(log(Detail::Steps));
    }

    #[test]
    fn answers_are_listed_with_their_source() {
        insta::assert_snapshot!(log(Detail::Answers));
    }

    #[test]
    fn a_slow_trial_still_gets_its_line() {
        let mut sink = Vec::new();
        let mut log = PlainLog::new(&mut sink, Detail::Progress, Duration::from_secs(5));
        log.event(&started(0, 30, 300)).unwrap();
        for second in 1..=11 {
            log.tick(Duration::from_secs(second), Counts::default()).unwrap();
        }
        assert_eq!(String::from_utf8(sink).unwrap().lines().count(), 2);
    }
}
