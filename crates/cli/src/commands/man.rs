//! `dwindle man`: the manual page.

use std::io::{self, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Cli;

/// Writes the manual page of the whole tool.
pub fn man(sink: &mut dyn Write) -> io::Result<()> {
    Man::new(Cli::command()).render(sink)
}

/// Writes a page for the tool and one for each subcommand to a directory.
pub fn man_pages(directory: &Path) -> io::Result<()> {
    clap_mangen::generate_to(Cli::command(), directory)
}
