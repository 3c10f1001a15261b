//! The arguments about the result, the session, its limits and its display.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use dwindle_run::executor::WorkerOptions;

use super::values::{self, Format, TargetSize};

/// The result, the session's directory, its limits and what it shows.
#[derive(Clone, Debug, Args)]
pub struct SessionArgs {
    /// The path of the result, - for stdout [default: crash.c → crash.reduced.c, DIR → DIR.reduced]
    #[arg(short, long, value_name = "PATH", conflicts_with = "in_place", help_heading = "Result")]
    pub output: Option<PathBuf>,
    /// Replaces the input; the original is renamed to crash.c.orig
    #[arg(long, help_heading = "Result")]
    pub in_place: bool,
    /// Overwrites an existing result or summary, even a better result of an earlier run
    #[arg(long, help_heading = "Result")]
    pub force: bool,
    /// Writes the final figures to this file as one JSON object
    #[arg(long, value_name = "FILE", help_heading = "Result")]
    pub summary: Option<PathBuf>,

    /// Formats the result with this command, if it stays interesting: `{}` stands for its path, or
    /// the path is the last argument; the command changes the file, or prints its new content
    #[arg(long, value_name = "COMMAND", help_heading = "Result")]
    pub format_with: Option<String>,
    /// Gives the result the lines and indentation that its syntax suggests, if it stays
    /// interesting; takes up to three trials
    #[arg(long, conflicts_with = "format_with", help_heading = "Result")]
    pub layout: bool,

    /// Trials at once on this machine; the result does not depend on it; 0 with --workers or
    /// --remote runs none here [default: physical cores; up to 16 if trials do not keep the cores
    /// busy]
    #[arg(short, long, value_name = "N", value_parser = values::jobs_or_none, help_heading = "Limits")]
    pub jobs: Option<usize>,
    /// Runs trials on another machine, too: a command that runs `dwindle worker --stdio` there,
    /// such as `ssh HOST dwindle worker --stdio`, with the number of trials at once in front
    /// [default: its cores]; can be repeated
    #[arg(long, value_name = "[N:]COMMAND", value_parser = values::worker, help_heading = "Limits")]
    pub workers: Vec<WorkerOptions>,
    /// How long a worker of --workers or a server of --remote may be silent; after that it is lost,
    /// and its trials run elsewhere
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "30s", help_heading = "Limits")]
    pub worker_timeout: Duration,
    /// Stops after this time from the start, e.g. 90s, 5m, 2h, with the best so far
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub budget: Option<Duration>,
    /// Stops after N trials, with the best so far
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_trials: Option<u64>,
    /// Stops once the input is this small, e.g. 500, 64k, or 5% of the original
    #[arg(long, value_name = "SIZE", value_parser = TargetSize::parse, help_heading = "Limits")]
    pub target_size: Option<TargetSize>,

    /// Continues an earlier run of the same command
    #[arg(long, conflicts_with = "no_session", help_heading = "Session")]
    pub resume: bool,
    /// The directory of the journal [default: .dwindle beside the input]
    #[arg(long, value_name = "DIR", conflicts_with = "no_session", help_heading = "Session")]
    pub session: Option<PathBuf>,
    /// Keeps no journal
    #[arg(long, help_heading = "Session")]
    pub no_session: bool,

    /// What is written to stdout: the path of the result, or events as JSON lines
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Display")]
    pub format: Format,
    /// Shows errors only
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Display")]
    pub quiet: bool,
    /// Shows each pass and each accepted candidate; -vv each answer
    #[arg(short, long, action = clap::ArgAction::Count, help_heading = "Display")]
    pub verbose: u8,
}
