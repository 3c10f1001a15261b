//! The arguments about the test and about trials.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use dwindle_run::flaky::Trust;

use super::values::{self, SandboxName, VerdictName};

/// The test and the inputs, in either of the two forms.
#[derive(Clone, Debug, Args)]
pub struct SubjectArgs {
    /// The test, then the files or directories to reduce, or - for stdin; only the latter before
    /// `--` or with --server
    #[arg(value_name = "TEST, INPUT", required = true)]
    pub paths: Vec<PathBuf>,
    /// The command that goes wrong; `{}` stands for the candidate
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// How trials are run and what makes a candidate interesting.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Trials")]
pub struct PropertyArgs {
    /// Time for one trial; one that takes longer is unresolved [default: 10 × the first run, at
    /// least 5 s]
    #[arg(long, value_name = "SECS", value_parser = values::duration)]
    pub timeout: Option<Duration>,
    /// For flaky tests: `auto` repeats trials from the first contradiction on; P (such as 0.5) from
    /// the start, for a test that shows the bug in at least this share of its runs; `off` trusts
    /// each answer
    #[arg(long, value_name = "P", default_value = "auto", value_parser = values::trust)]
    pub flaky: Trust,
    /// Memory for one process of a trial
    #[arg(long, value_name = "SIZE", value_parser = values::bytes)]
    pub memory: Option<u64>,
    /// Puts another file or directory that the test needs beside the candidate; can be repeated
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Continues even if the empty input is interesting
    #[arg(long)]
    pub allow_empty: bool,
    /// Continues even if the test or the command names the original by its absolute path
    #[arg(long)]
    pub allow_original: bool,
    /// Runs trials as this user, in directories that belong to it; needs root
    #[arg(long, value_name = "USER", conflicts_with = "share_trials")]
    pub run_as: Option<String>,
    /// Opens the directories of trials to other users, for a test that switches to another user
    /// itself
    #[arg(long)]
    pub share_trials: bool,
    /// How trials are isolated: `auto` protects your files and processes from accidents, as far as
    /// the test answers the same with it; `strict` also blocks the network and everything private,
    /// or fails
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub sandbox: SandboxName,
    /// Runs the test as one process per worker, which reads a path per line and answers
    /// interesting, boring or unresolved
    #[arg(long, value_name = "COMMAND", conflicts_with = "command")]
    pub server: Option<String>,
    /// The verdict when the process of --server ends without an answer
    #[arg(long, value_name = "VERDICT", default_value = "unresolved", requires = "server")]
    pub server_crash: VerdictName,

    /// Saves candidates for which the test exits with this status, in the directory of
    /// --keep-others
    #[arg(long, value_name = "STATUS", requires = "keep_others", value_parser = clap::value_parser!(i32).range(1..=255))]
    pub also_interesting: Option<i32>,
    /// Saves the smallest example of each other failure that is found, in this directory
    #[arg(long, value_name = "DIR")]
    pub keep_others: Option<PathBuf>,
    /// After `--`: writes a test script that checks the same as COMMAND and its options
    #[arg(long, value_name = "FILE")]
    pub save_script: Option<PathBuf>,

    /// After `--`: stderr must contain this
    #[arg(long, value_name = "TEXT", help_heading = "What COMMAND must keep doing")]
    pub stderr_contains: Vec<String>,
    /// After `--`: stdout must contain this
    #[arg(long, value_name = "TEXT", help_heading = "What COMMAND must keep doing")]
    pub stdout_contains: Vec<String>,
    /// After `--`: stdout and stderr together must match this
    #[arg(long, value_name = "REGEX", help_heading = "What COMMAND must keep doing")]
    pub matches: Vec<String>,
    /// After `--`: candidates must still run longer than --timeout
    #[arg(long, help_heading = "What COMMAND must keep doing")]
    pub timeout_is_interesting: bool,
    /// After `--`: exit status or output must still differ from those of this other command
    #[arg(long, value_name = "COMMAND", help_heading = "What COMMAND must keep doing")]
    pub differs_from: Option<String>,
}

impl PropertyArgs {
    /// Returns the names of the given options that need a command.
    pub fn signature_options(&self) -> Vec<&'static str> {
        let given = [
            (!self.stderr_contains.is_empty(), "--stderr-contains"),
            (!self.stdout_contains.is_empty(), "--stdout-contains"),
            (!self.matches.is_empty(), "--matches"),
            (self.timeout_is_interesting, "--timeout-is-interesting"),
            (self.differs_from.is_some(), "--differs-from"),
            (self.save_script.is_some(), "--save-script"),
        ];
        given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, name)| name).collect()
    }
}
