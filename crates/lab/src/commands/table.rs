//! Tables from raw results.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::compare::{PeerRecord, peer_tables};
use dwindle_lab::experiment::{Raw, Record};
use dwindle_lab::tables::experiment_tables;
use serde::Deserialize;

use super::Failure;

/// Which results.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// Files of raw results, of `lab run` or of `lab compare`
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
}

/// A line of either.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Experiment(Record),
    Comparison(PeerRecord),
}

/// Reads the records of files.
pub(super) fn read(paths: &[PathBuf]) -> Result<(Vec<Record>, Vec<PeerRecord>), Failure> {
    let (mut experiment, mut comparison) = (Vec::new(), Vec::new());
    for path in paths {
        for line in Raw::read::<Line>(path)? {
            match line {
                Line::Experiment(record) => experiment.push(record),
                Line::Comparison(record) => comparison.push(record),
            }
        }
    }
    Ok((experiment, comparison))
}

/// Makes the tables.
pub fn table(args: &TableArgs) -> Result<String, Failure> {
    let (experiment, comparison) = read(&args.raw)?;
    let mut text = String::new();
    if !experiment.is_empty() {
        text.push_str(&experiment_tables(&experiment));
    }
    if !comparison.is_empty() {
        text.push_str(&peer_tables(&comparison));
    }
    Ok(text)
}
