//! Tables from raw results.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::experiment::{Raw, Record};
use dwindle_lab::tables::experiment_tables;

use super::Failure;

/// Which results.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// Files of raw results
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
}

/// Makes the tables.
pub fn table(args: &TableArgs) -> Result<String, Failure> {
    let mut records: Vec<Record> = Vec::new();
    for path in &args.raw {
        records.extend(Raw::read::<Record>(path)?);
    }
    Ok(experiment_tables(&records))
}
