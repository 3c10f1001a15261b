//! A single measurement, for `lab run`, which starts a process for each.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::experiment::{Roots, Setting, measure as measured};

use super::Failure;

/// Options of `lab measure`.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// The directory of cases
    #[arg(long, value_name = "DIR")]
    cases: PathBuf,
    /// The setting, as JSON from the raw results
    #[arg(long, value_name = "JSON", value_parser = setting)]
    setting: Setting,
}

fn setting(json: &str) -> Result<Setting, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// Measures and returns the record as a line of JSON.
pub fn measure(args: &MeasureArgs) -> Result<String, Failure> {
    let roots = Roots { cases: args.cases.clone(), tools: None };
    let record = measured(&roots, &args.setting)?;
    serde_json::to_string(&record).map(|line| line + "\n").map_err(|error| error.to_string().into())
}
