//! The command line: options, their values and help texts.

pub mod batch;
pub mod property;
pub mod reduce;
#[cfg(feature = "remote")]
pub mod remote;
pub mod search;
pub mod session;
pub mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub use batch::BatchArgs;
pub use property::{PropertyArgs, SubjectArgs};
pub use reduce::ReduceArgs;
#[cfg(feature = "remote")]
pub use remote::RemoteArgs;
pub use search::SearchArgs;
pub use session::SessionArgs;

use crate::exit::Exit;

const LIKE_A_SUBCOMMAND: &str =
    "A test that is named like a subcommand is written with its directory: `dwindle ./check crash.c`.";

/// Reduces a file that makes a program fail to the smallest one that still does.
///
/// TEST is a script that exits with 0 while the input is still interesting. It runs in a fresh
/// directory that holds the candidate under its original name, and also gets the candidate's path
/// as its first argument: a script written for C-Reduce, C-Vise, Shrink Ray, Perses or Picire works
/// unchanged.
///
/// Without a script, write the command that goes wrong after `--`: what it does now is kept. `{}`
/// stands for the candidate.
#[derive(Debug, Parser)]
#[command(
    name = "dwindle",
    version,
    override_usage = "dwindle [OPTIONS] <TEST> <INPUT>...\n       dwindle [OPTIONS] <INPUT>... -- <COMMAND>...\n       \
                      dwindle <batch|check|verify|report|worker|agreements|passes|algorithms|languages|completions|man> ...",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    max_term_width = 110,
    after_help = LIKE_A_SUBCOMMAND,
    after_long_help = format!("{}\n\n{LIKE_A_SUBCOMMAND}", Exit::table())
)]
pub struct Cli {
    /// A subcommand.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A reduction, without a subcommand.
    #[command(flatten)]
    pub reduce: ReduceArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs the test on the original and on an empty input, and shows everything about it
    #[command(override_usage = "dwindle check [OPTIONS] <TEST> <INPUT>...\n       \
                                dwindle check [OPTIONS] <INPUT>... -- <COMMAND>...")]
    Check {
        /// What to test, and with what.
        #[command(flatten)]
        subject: SubjectArgs,
        /// How to test.
        #[command(flatten)]
        property: PropertyArgs,
    },
    /// Tries to remove every single unit and syntax node, and lists those that could be removed
    #[command(override_usage = "dwindle verify [OPTIONS] <TEST> <INPUT>...\n       \
                                dwindle verify [OPTIONS] <INPUT>... -- <COMMAND>...")]
    Verify {
        /// What to test, and with what.
        #[command(flatten)]
        subject: SubjectArgs,
        /// How to test.
        #[command(flatten)]
        property: PropertyArgs,
        /// Trials at once [default: physical cores]
        #[arg(short, long, value_name = "N", value_parser = values::jobs)]
        jobs: Option<std::num::NonZeroUsize>,
        /// Does not try to change what matches, as in the reduction; can be repeated
        #[arg(long, value_name = "REGEX")]
        keep: Vec<String>,
    },
    /// Writes the report of a finished or running session: one HTML page with sizes, passes, before
    /// and after, steps
    Report {
        /// The input of the session, or its directory in .dwindle
        session: PathBuf,
        /// The file to write, - for stdout [default: report.html in the session's directory]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Overwrites an existing file
        #[arg(long)]
        force: bool,
    },
    /// Reduces many inputs, each as if it were alone, with one test for all or one for each
    #[command(override_usage = "dwindle batch [OPTIONS] <TEST> <INPUT|DIR>...\n       \
                                dwindle batch [OPTIONS] <INPUT|DIR>... -- <COMMAND>...\n       \
                                dwindle batch [OPTIONS] --table <FILE>")]
    Batch {
        /// What to reduce, and how.
        #[command(flatten)]
        args: Box<BatchArgs>,
    },
    /// Runs trials for a dwindle on another machine, which starts it: see --workers
    Worker {
        /// Communicates over standard input and output
        #[arg(long, required = true)]
        stdio: bool,
    },
    /// Lists what seems to agree in an input: values that follow from the rest, and names with
    /// their uses
    Agreements {
        /// Files or directories
        #[arg(required = true, value_name = "INPUT")]
        inputs: Vec<PathBuf>,
        /// Lists every value, name and use, not only the first of each
        #[arg(long)]
        all: bool,
        /// Prints the text that files in binary formats are decoded to, and lists nothing
        #[arg(long, conflicts_with = "all")]
        text: bool,
    },
    /// Lists the passes and plans, or shows the manual page of one
    Passes {
        /// The pass or plan to explain
        name: Option<String>,
    },
    /// Lists the list algorithms, or explains one
    Algorithms {
        /// The algorithm to explain
        name: Option<String>,
    },
    /// Lists the languages whose syntax is known, and how their files are recognized
    Languages,
    /// Writes the completions of a shell to stdout
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes the manual page to stdout, or a page for each subcommand to a directory
    Man {
        /// The directory for the pages; it has to exist
        #[arg(long, value_name = "DIR")]
        directory: Option<PathBuf>,
    },
}
