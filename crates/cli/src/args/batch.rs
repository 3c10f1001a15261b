//! The arguments of `dwindle batch`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use dwindle_run::executor::WorkerOptions;

#[cfg(feature = "remote")]
use super::RemoteArgs;
use super::values::{self, Format, TargetSize};
use super::{PropertyArgs, ReduceArgs, SearchArgs, SessionArgs, SubjectArgs};

/// All arguments of the reduction of many inputs.
#[derive(Clone, Debug, Args)]
pub struct BatchArgs {
    /// The test, then the inputs; only the latter before `--`, or with --server. A directory stands
    /// for each file in it
    #[arg(value_name = "TEST, INPUT", required_unless_present = "table")]
    pub paths: Vec<PathBuf>,
    /// The command that goes wrong; `{}` stands for the candidate
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
    /// Reads tests and inputs from a file: a test, a tab and an input in each line, relative to the
    /// file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "command", "server"])]
    pub table: Option<PathBuf>,
    /// After `--`: reduces every input, even if a smaller one fails in the same way
    #[arg(long)]
    pub all: bool,

    /// The directory for the results [default: DIR.reduced for DIR, else beside each input]
    #[arg(short, long, value_name = "DIR", help_heading = "Result")]
    pub output: Option<PathBuf>,
    /// Overwrites existing results and summaries, even better results of an earlier run
    #[arg(long, help_heading = "Result")]
    pub force: bool,
    /// Writes the result of each input to this file as one JSON object
    #[arg(long, value_name = "FILE", help_heading = "Result")]
    pub summary: Option<PathBuf>,

    /// Trials at once on this machine, of all inputs together; results do not depend on it; 0 with
    /// --workers or --remote runs only the first checks of each input here [default: physical
    /// cores; up to 16 if trials do not keep the cores busy]
    #[arg(short, long, value_name = "N", value_parser = values::jobs_or_none, help_heading = "Limits")]
    pub jobs: Option<usize>,
    /// Runs trials on another machine, too: a command that runs `dwindle worker --stdio` there,
    /// with the number of trials at once in front [default: its cores]; can be repeated
    #[arg(long, value_name = "[N:]COMMAND", value_parser = values::worker, help_heading = "Limits")]
    pub workers: Vec<WorkerOptions>,
    /// How long a worker of --workers or a server of --remote may be silent; after that it is lost,
    /// and its trials run elsewhere
    #[arg(long, value_name = "TIME", value_parser = values::duration, default_value = "30s", help_heading = "Limits")]
    pub worker_timeout: Duration,
    /// Stops after this time from the start, e.g. 90s, 5m, 2h, with the best so far of each input
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub budget: Option<Duration>,
    /// Stops with an input after N trials, with the best so far
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_trials: Option<u64>,
    /// Stops with an input once it is this small, e.g. 500, 64k, or 5% of the original
    #[arg(long, value_name = "SIZE", value_parser = TargetSize::parse, help_heading = "Limits")]
    pub target_size: Option<TargetSize>,

    /// Continues an earlier run of the same command, with all inputs
    #[arg(long, conflicts_with = "no_session", help_heading = "Session")]
    pub resume: bool,
    /// Keeps no journals
    #[arg(long, help_heading = "Session")]
    pub no_session: bool,
    /// Shows errors only
    #[arg(short, long, help_heading = "Display")]
    pub quiet: bool,

    /// A build farm.
    #[cfg(feature = "remote")]
    #[command(flatten)]
    pub remote: RemoteArgs,
    /// How to test.
    #[command(flatten)]
    pub property: PropertyArgs,
    /// How candidates are chosen.
    #[command(flatten)]
    pub search: SearchArgs,
}

impl BatchArgs {
    /// Returns the arguments with which one input would be reduced alone. The caller watches the
    /// budget.
    pub fn for_one(&self, paths: Vec<PathBuf>, output: Option<PathBuf>) -> ReduceArgs {
        ReduceArgs {
            subject: SubjectArgs { paths, command: self.command.clone() },
            session: SessionArgs {
                output,
                in_place: false,
                force: self.force,
                summary: None,
                format_with: None,
                layout: false,
                jobs: None,
                workers: Vec::new(),
                worker_timeout: self.worker_timeout,
                budget: self.budget,
                max_trials: self.max_trials,
                target_size: self.target_size,
                resume: self.resume,
                session: None,
                no_session: self.no_session,
                format: Format::Text,
                quiet: self.quiet,
                verbose: 0,
            },
            #[cfg(feature = "remote")]
            remote: RemoteArgs::default(),
            property: self.property.clone(),
            search: self.search.clone(),
        }
    }
}
