//! The arguments about how candidates are chosen.

use clap::Args;

use super::values::{self, GranularityName, LookAheadName, OrderName, UnitsName};

/// The plan, the passes and the searches inside them.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// A named plan, or passes separated by commas; see `dwindle passes`
    #[arg(long, value_name = "PLAN", default_value = "auto")]
    pub plan: String,
    /// The language of the input, or `none` for no grammar; see `dwindle languages` [default: by
    /// file name, then content]
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// A tree-sitter grammar for the input: a shared library, a folder with `grammar.json` or
    /// `src/parser.c`, a `grammar.json` or a `grammar.js`. Compiled grammars are kept in the user's
    /// cache
    #[arg(long, value_name = "PATH", conflicts_with = "language")]
    pub grammar: Option<std::path::PathBuf>,
    /// Also tests candidates with new syntax errors: for bugs in parsers
    #[arg(long)]
    pub no_syntax_gate: bool,
    /// Does not adjust counts, offsets and references after a removal
    #[arg(long)]
    pub no_repair: bool,
    /// Does not use the texts that the test looks for, neither to print nor to call with them
    #[arg(long)]
    pub no_expected: bool,
    /// The list algorithm inside the passes; see `dwindle algorithms` [default: the plan's own]
    #[arg(long, value_name = "NAME")]
    pub algorithm: Option<String>,
    /// The end of a list at which searches begin
    #[arg(long, value_name = "ORDER", default_value = "backward")]
    pub order: OrderName,
    /// The finest units of text plans [default: tokens of text, bytes of binary files]
    #[arg(long, value_name = "UNIT")]
    pub granularity: Option<GranularityName>,
    /// The units of `hdd`, `perses` and the passes related to them
    #[arg(long, value_name = "WHAT", default_value = "nodes")]
    pub units: UnitsName,
    /// The prior of the probabilistic searches: the probability that a unit is needed
    #[arg(long, value_name = "P", value_parser = values::probability, default_value = "0.1")]
    pub p0: f64,
    /// Breaks ties by a seeded shuffle [default: by index]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// A program that proposes smaller inputs, run on the best one before the plan and again after
    /// it; can be repeated. See docs/hints.md for what it reads and writes
    #[arg(long, value_name = "COMMAND")]
    pub pass_command: Vec<String>,
    /// Never changes what matches; can be repeated. Text between the lines that contain
    /// `dwindle-keep-begin` and `dwindle-keep-end` is never changed either
    #[arg(long, value_name = "REGEX")]
    pub keep: Vec<String>,
    /// Accepts only candidates without syntax errors, in files whose original has none
    #[arg(long, conflicts_with = "no_syntax_gate")]
    pub valid: bool,
    /// Does not change names, or words in strings and comments
    #[arg(long)]
    pub keep_names: bool,
    /// Which trials start before they are known to be needed
    #[arg(long, value_name = "HOW", default_value = "tree")]
    pub look_ahead: LookAheadName,
}
