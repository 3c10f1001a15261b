//! The result of one measurement: a line of the raw results.

use serde::{Deserialize, Serialize};

use super::setting::Setting;
use crate::watch::Lists;

/// A line of the raw results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was measured.
    #[serde(flatten)]
    pub setting: Setting,
    /// How it ended.
    pub status: Status,
    /// Tokens before and after, as dwindle counts them.
    pub tokens: [u64; 2],
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// Candidates that the plan proposed and whose answers it learned.
    pub proposed: u64,
    /// Of these, those answered from memory.
    pub known: u64,
    /// Of these, those refused by a gate without a trial.
    pub gated: u64,
    /// Of these, those put off as boring before. Older results count them as refused.
    #[serde(default)]
    pub put_off: u64,
    /// Trials that were run to an answer.
    pub executed: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
    /// The hash of all accepted documents, in order.
    pub accepted_hash: String,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor time in seconds, of dwindle and of all its trials; `None` if the system does not
    /// report it.
    pub cpu_seconds: Option<f64>,
    /// The sum of the durations of all trials, in seconds.
    pub seconds_in_trials: f64,
    /// How the size decreased: a point for each decrease of at least two percent.
    pub path: Vec<Point>,
    /// Figures of the list searches, if they were watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lists: Option<Lists>,
}

/// How a measurement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Nothing more could be removed.
    Complete,
    /// The time limit or the limit of trials was reached.
    Budget,
}

/// The size at one time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "(f64, u64, u64, u64)", from = "(f64, u64, u64, u64)")]
pub struct Point {
    /// Seconds since the start.
    pub seconds: f64,
    /// Trials executed so far.
    pub executed: u64,
    /// Tokens left.
    pub tokens: u64,
    /// Bytes left.
    pub bytes: u64,
}

impl From<Point> for (f64, u64, u64, u64) {
    fn from(point: Point) -> (f64, u64, u64, u64) {
        ((point.seconds * 1e4).round() / 1e4, point.executed, point.tokens, point.bytes)
    }
}

impl From<(f64, u64, u64, u64)> for Point {
    fn from((seconds, executed, tokens, bytes): (f64, u64, u64, u64)) -> Point {
        Point { seconds, executed, tokens, bytes }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::setting::tests::setting;
    use super::*;

    pub(crate) fn record(setting: Setting, tokens: u64, executed: u64) -> Record {
        Record {
            setting,
            status: Status::Complete,
            tokens: [100, tokens],
            bytes: [1000, 10 * tokens],
            proposed: executed,
            known: 0,
            gated: 0,
            put_off: 0,
            executed,
            accepted: 3,
            accepted_hash: "00".to_owned(),
            seconds: 1.25,
            cpu_seconds: Some(1.0),
            seconds_in_trials: 1.0,
            path: vec![Point { seconds: 0.5, executed: 1, tokens: 50, bytes: 500 }],
            lists: None,
        }
    }

    #[test]
    fn a_record_is_a_flat_line_of_json() {
        let record = record(setting("hdd*", "cdd"), 7, 30);
        let line = serde_json::to_string(&record).unwrap();
        assert!(
            line.starts_with(r#"{"case":"c","framework":"hdd*","algorithm":"cdd","order":"forward""#),
            "{line}"
        );
        assert!(line.ends_with(r#""path":[[0.5,1,50,500]]}"#), "{line}");
        assert_eq!(serde_json::from_str::<Record>(&line).unwrap(), record);
    }
}
