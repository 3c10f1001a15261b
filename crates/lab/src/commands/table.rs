//! Tables from raw results.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::compare::peer_tables;
use dwindle_lab::page::Material;
use dwindle_lab::tables::experiment_tables;

use super::Failure;

/// Options of `lab table`.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// Files of raw results of `lab run` or of `lab compare`
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
}

/// Returns the tables.
pub fn table(args: &TableArgs) -> Result<String, Failure> {
    let material = Material::read(&args.raw)?;
    let mut text = String::new();
    let experiments = material.experiments();
    if !experiments.is_empty() {
        text.push_str(&experiment_tables(&experiments));
    }
    if !material.peers.is_empty() {
        text.push_str(&peer_tables(&material.peers));
    }
    Ok(text)
}
