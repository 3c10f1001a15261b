//! `dwindle man`: the manual pages.

use std::io::{self, Write};
use std::path::Path;

use dwindle_report::words;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Cli;
use crate::failure::Failure;

/// Writes the manual page of the whole tool.
pub fn man(sink: &mut dyn Write) -> io::Result<()> {
    Man::new(Cli::command()).render(sink)
}

/// Writes a page for the tool and one for each subcommand to a directory. Replaces only pages of
/// dwindle.
pub fn man_pages(directory: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::usage(format!("can't write to `{}`: {error}", words::path(directory)));
    for entry in directory.read_dir().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let is_page = name.to_str().is_some_and(|name| name.starts_with("dwindle") && name.ends_with(".1"));
        let is_ours = || {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            text.lines().take(5).any(|line| line.starts_with(".TH dwindle"))
        };
        if is_page && !is_ours() {
            let path = words::path(&entry.path());
            return Err(Failure::usage(format!(
                "`{path}` was not written by dwindle, and would be overwritten"
            ))
            .help("name another directory:  dwindle man --directory DIR"));
        }
    }
    clap_mangen::generate_to(Cli::command(), directory).map_err(failed)
}
