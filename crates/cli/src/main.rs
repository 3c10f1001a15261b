//! The command line of dwindle.

mod args;
mod batch;
mod commands;
mod deadline;
mod displays;
mod exit;
mod failure;
mod formatting;
mod locations;
mod piped;
mod planning;
mod reduction;
#[cfg(test)]
mod reference;
mod reliability;
mod saved_script;
mod setup;
mod stderr;
mod subject;
mod test_advice;
mod trial_sites;

use std::io::{self, Write};

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;
use failure::Failure;

fn main() -> Exit {
    dwindle_run::process::serve_if_asked();
    match run(Cli::parse()) {
        Ok(exit) => exit,
        Err(failure) => {
            // An error is ignored: it could only be reported on stderr.
            let _ = failure.write(&mut anstream::stderr().lock());
            failure.exit()
        }
    }
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        None => commands::reduce::reduce(&cli.reduce),
        Some(Command::Passes { name }) => print(&commands::passes::passes(name.as_deref())?),
        Some(Command::Agreements { inputs, text: true, .. }) => print(&commands::agreements::text(&inputs)?),
        Some(Command::Agreements { inputs, all, .. }) => print(&commands::agreements::list(&inputs, all)?),
        Some(Command::Algorithms { name }) => print(&commands::algorithms::algorithms(name.as_deref())?),
        Some(Command::Languages) => print(&commands::languages::list()),
        Some(Command::Completions { shell }) => {
            let mut text = Vec::new();
            commands::completions::completions(shell, &mut text);
            print_bytes(&text)
        }
        Some(Command::Man { directory: None }) => {
            let mut text = Vec::new();
            commands::man::man(&mut text).map_err(|error| Failure::environment(error.to_string()))?;
            print_bytes(&text)
        }
        Some(Command::Man { directory: Some(directory) }) => {
            commands::man::man_pages(&directory).map(|()| Exit::Done)
        }
        Some(Command::Batch { args }) => commands::batch::batch(&args),
        Some(Command::Worker { stdio: _ }) => commands::worker::worker(),
        Some(Command::Report { session, output, force }) => {
            print(&commands::report::report(&session, output.as_deref(), force)?)
        }
        Some(Command::Check { subject, property }) => {
            let (text, exit) = commands::check::check(&subject, &property)?;
            print(&text).map(|_| exit)
        }
        Some(Command::Verify { subject, property, jobs, keep }) => {
            let (text, exit) = commands::verify::verify(&subject, &property, jobs, &keep)?;
            print(&text).map(|_| exit)
        }
    }
}

fn print(text: &str) -> Result<Exit, Failure> {
    print_bytes(text.as_bytes())
}

/// Writes to stdout. It is no error if the reader is gone, such as `head`.
fn print_bytes(text: &[u8]) -> Result<Exit, Failure> {
    match io::stdout().lock().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::environment(format!("can't write to stdout: {error}")))
        }
        _ => Ok(Exit::Done),
    }
}
