//! `dwindle completions`: the completions of a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;

/// Writes the completions of `shell`.
pub fn completions(shell: Shell, sink: &mut dyn Write) {
    clap_complete::generate(shell, &mut Cli::command(), "dwindle", sink);
}
