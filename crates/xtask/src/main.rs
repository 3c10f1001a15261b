//! Maintenance tasks. `cargo xtask languages` writes what is derived from the grammar crates: the
//! grammar facts in `dwindle-syntax`, and the features of the library.

mod facts;
mod features;
mod packages;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask languages [--check]

  languages          write crates/syntax/src/facts/data from the grammar crates in Cargo.lock, and
                     the language features of crates/cli/Cargo.toml from crates/syntax/Cargo.toml
  languages --check  fail if something else is there";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["languages"] => facts::write().and_then(|()| features::write()),
        ["languages", "--check"] => facts::check().and_then(|()| features::check()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
