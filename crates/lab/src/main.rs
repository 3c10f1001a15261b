//! The command line of the laboratory.

mod commands;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{Failure, compare, lists, measure, plot, results, run, simulate, table};

/// Experiments with reducers, and their tables and figures
#[derive(Debug, Parser)]
#[command(name = "lab", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The simulation of the WDD paper (section IV-D), for every list search
    Simulate(simulate::SimulateArgs),
    /// All searches in both orders, on lists with different distributions of needed units
    Lists(lists::ListsArgs),
    /// Measures cases with frameworks and list searches; resumes where it was interrupted
    Run(run::RunArgs),
    /// Prints Markdown tables from raw results
    Table(table::TableArgs),
    /// Draws figures from raw results
    Plot(plot::PlotArgs),
    /// Writes the page of results: the simulation, and tables and figures from raw results
    Results(results::ResultsArgs),
    /// Measures other reducers on the same cases; those that are not installed are skipped
    Compare(compare::CompareArgs),
    /// Runs another reducer on one case
    #[command(hide = true)]
    Play(compare::PlayArgs),
    /// Runs one measurement in this process
    #[command(hide = true)]
    Measure(measure::MeasureArgs),
}

fn main() -> ExitCode {
    dwindle_run::process::serve_if_asked();
    let result = match Cli::parse().command {
        Command::Simulate(args) => simulate::simulate(&args),
        Command::Lists(args) => lists::lists(&args),
        Command::Run(args) => run::run(&args),
        Command::Table(args) => table::table(&args),
        Command::Plot(args) => plot::plot(&args),
        Command::Results(args) => results::results(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::Play(args) => compare::play(&args),
        Command::Measure(args) => measure::measure(&args),
    };
    match result.and_then(|text| print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a result to stdout. A closed pipe is not an error.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("can't write to stdout: {error}").into())
        }
        _ => Ok(()),
    }
}
