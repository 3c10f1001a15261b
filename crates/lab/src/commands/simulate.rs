//! The simulation of the WDD paper.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use dwindle_lab::experiment::Raw;
use dwindle_lab::simulation::{Lines, Spread, StudyOptions, lines, pairs, study};
use dwindle_reduce::Order;

use super::Failure;

/// Options of `lab simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Number of lists
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    lists: u64,
    /// Seed of the collection of lists, and of randomized searches
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The end of the list at which searches start; forward in the paper
    #[arg(long, value_name = "ORDER", default_value = "forward")]
    order: OrderName,
    /// How tokens are distributed over elements: by random cuts, each to a random element, or by
    /// random shares
    #[arg(long, value_name = "HOW", default_value = "shares")]
    spread: SpreadName,
    /// Threads; the figures do not depend on them [default: all processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// A file for the raw results, which is overwritten
    #[arg(long, value_name = "FILE")]
    raw: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderName {
    Forward,
    Backward,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SpreadName {
    Cuts,
    Tokens,
    Shares,
}

/// Runs the simulation. Returns a line for each search.
pub fn simulate(args: &SimulateArgs) -> Result<String, Failure> {
    let options = StudyOptions {
        n_lists: args.lists,
        seed: args.seed,
        spread: match args.spread {
            SpreadName::Cuts => Spread::Cuts,
            SpreadName::Tokens => Spread::Tokens,
            SpreadName::Shares => Spread::Shares,
        },
        order: match args.order {
            OrderName::Forward => Order::Forward,
            OrderName::Backward => Order::Backward,
        },
        n_threads: args.threads.or(available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN),
    };
    let study = study(&options);
    let (lines, pairs) = (lines(&study), pairs(&study));
    let text = lines.iter().map(|line| format!("{line}\n")).collect();
    if let Some(path) = &args.raw {
        let StudyOptions { n_lists, seed, spread, .. } = options;
        Raw::write(path, &[Lines { n_lists, seed, spread, lines, pairs }])?;
    }
    Ok(text)
}
