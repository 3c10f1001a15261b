//! The contest of all searches on lists of many shapes.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::experiment::Raw;
use dwindle_lab::simulation::{Entry, Shape, contest, contest_tables};

use super::Failure;

/// Options of `lab lists`.
#[derive(Debug, Args)]
pub struct ListsArgs {
    /// Number of lists of each shape
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u64).range(1..))]
    lists: u64,
    /// Seed of the collection of lists
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// A file for the raw results, which is overwritten
    #[arg(long, value_name = "FILE")]
    raw: Option<PathBuf>,
}

/// Runs the contest, and returns its tables.
pub fn lists(args: &ListsArgs) -> Result<String, Failure> {
    let entries: Vec<Entry> = contest(&Shape::ALL.map(|(shape, _)| shape), args.lists, args.seed);
    if let Some(path) = &args.raw {
        Raw::write(path, &entries)?;
    }
    Ok(contest_tables(&entries))
}
