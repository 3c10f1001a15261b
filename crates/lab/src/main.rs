//! The command line of the laboratory.

mod commands;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::simulate;

/// Experiments with reducers, and the figures that come of them
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
}

fn main() -> ExitCode {
    let text = match Cli::parse().command {
        Command::Simulate(args) => simulate::simulate(&args),
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        // A reader that went away early has all it wanted.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}
