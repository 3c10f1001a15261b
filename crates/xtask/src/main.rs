//! Chores of this repository: `cargo xtask facts` makes the grammar facts that `dwindle-syntax` has
//! built in.

mod facts;
mod packages;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask facts [--check]

  facts          write crates/syntax/src/facts/data from the grammar crates in Cargo.lock
  facts --check  say whether what is there is what would be written";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["facts"] => facts::write(),
        ["facts", "--check"] => facts::check(),
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
