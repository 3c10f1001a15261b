//! The machine-readable summary of a batch.

use std::time::Duration;

use dwindle_report::words;
use dwindle_run::session::Summary;
use serde::Serialize;

use super::inputs::Item;
use super::outcome::Outcome;
use crate::exit::Exit;

/// The outcomes of all inputs. Its JSON form is stable.
#[derive(Debug, Serialize)]
pub struct Totals<'a> {
    /// How the run ended: `done`, `failed` if an input failed, `interrupted`, or `budget`.
    pub status: &'static str,
    /// Each input.
    pub inputs: Vec<Row<'a>>,
    /// How many were reduced.
    pub reduced: u64,
    /// How many failed.
    pub failed: u64,
    /// How many fail in the same way as another one, and were not reduced.
    pub duplicates: u64,
    /// How many were not begun.
    pub not_begun: u64,
    /// Bytes before and after, of those that were reduced.
    pub bytes: [u64; 2],
    /// Trials with an answer.
    pub executed: u64,
    /// Seconds from start to end.
    pub seconds: f64,
    /// How many trials could run at once.
    pub jobs: usize,
}

/// The outcome of one input.
#[derive(Debug, Serialize)]
pub struct Row<'a> {
    input: String,
    status: &'static str,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The input that fails in the same way and was reduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<String>,
    /// The summary of its session.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a Summary>,
}

impl<'a> Totals<'a> {
    /// Counts the outcomes.
    pub fn new(
        items: &[Item],
        outcomes: &'a [Outcome],
        is_interrupted: bool,
        took: Duration,
        jobs: usize,
    ) -> Totals<'a> {
        let count =
            |is_so: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is_so(outcome)).count() as u64;
        let reduced = || outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Reduced(_)));
        let sum =
            |which: usize| reduced().filter_map(Outcome::summary).map(|summary| summary.bytes[which]).sum();
        let failed = count(|outcome| matches!(outcome, Outcome::Failed { .. }));
        let not_begun = count(|outcome| matches!(outcome, Outcome::NotBegun));
        Totals {
            status: match (is_interrupted, failed, not_begun) {
                (true, ..) => "interrupted",
                (false, 1.., _) => "failed",
                (false, 0, 1..) => "budget",
                (false, 0, 0) => "done",
            },
            inputs: items.iter().zip(outcomes).map(|(item, outcome)| row(items, item, outcome)).collect(),
            reduced: reduced().count() as u64,
            failed,
            duplicates: count(|outcome| matches!(outcome, Outcome::Duplicate(_))),
            not_begun,
            bytes: [sum(0), sum(1)],
            executed: outcomes.iter().filter_map(Outcome::summary).map(|summary| summary.executed).sum(),
            seconds: took.as_secs_f64(),
            jobs,
        }
    }

    /// Returns the last line of a batch.
    pub fn told(&self) -> String {
        let asides = [
            (self.duplicates, "fail in the same way as others"),
            (self.failed, "failed"),
            (self.not_begun, "not begun"),
        ];
        let asides = asides.iter().filter(|(count, _)| *count != 0);
        let asides: String =
            asides.map(|(count, what)| format!(", {} {what}", words::number(*count))).collect();
        format!(
            "{} reduced{asides}: {} → {} ({} gone), {} in {}",
            words::counted(self.reduced, "input"),
            words::number(self.bytes[0]),
            words::counted(self.bytes[1], "byte"),
            words::percent_gone(self.bytes[0], self.bytes[1]),
            words::counted(self.executed, "trial"),
            words::duration(Duration::from_secs_f64(self.seconds)),
        )
    }
}

/// Returns the exit status of a batch: that of its worst outcome.
pub fn exit(outcomes: &[Outcome], is_interrupted: bool) -> Exit {
    let has = |exit: Exit| outcomes.iter().any(|outcome| outcome.exit() == exit);
    match is_interrupted {
        true => Exit::Interrupted,
        false => [Exit::Environment, Exit::Usage, Exit::No]
            .into_iter()
            .find(|exit| has(*exit))
            .unwrap_or(Exit::Done),
    }
}

fn row<'a>(items: &[Item], item: &Item, outcome: &'a Outcome) -> Row<'a> {
    let (status, error, duplicate_of) = match outcome {
        Outcome::Reduced(_) => ("reduced", None, None),
        Outcome::Failed { failure, .. } => ("failed", Some(failure.to_string()), None),
        Outcome::Duplicate(other) => ("duplicate", None, Some(text(&items[*other]))),
        Outcome::NotBegun => ("not-begun", None, None),
    };
    Row { input: text(item), status, error, duplicate_of, summary: outcome.summary() }
}

fn text(item: &Item) -> String {
    item.input.to_string_lossy().into_owned()
}
