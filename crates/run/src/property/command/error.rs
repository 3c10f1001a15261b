//! Reasons why a command cannot be used as a property.

use super::Probe;
use crate::process::End;
use crate::property::PropertyError;

/// Why a command cannot be used as a property. All but the last are user errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no command.
    #[error("there is no command after --")]
    Empty,
    /// The command succeeds.
    #[error(
        "nothing is wrong now: `{command}` ends with status 0; say what to keep with --stderr-contains, \
         --stdout-contains, --matches or --differs-from{hint}"
    )]
    NothingWrong {
        /// The command that was run.
        command: String,
        /// Empty, or an option that fits its output.
        hint: String,
    },
    /// The command lacks a file, so it probably does not reach the bug.
    #[error(
        "`{command}` does not find a file (say --stderr-contains TEXT if that is the bug); the end of its \
         standard error:\n{stderr}"
    )]
    LacksFile {
        /// The command that was run.
        command: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// The command has the same signature with an input that cannot contain the bug.
    #[error(
        "the command does the same with {probe} ({signature}), so nothing of the input would be kept; say more \
         with --stderr-contains, --stdout-contains, --matches or --differs-from, or insist with --allow-empty"
    )]
    TooWeak {
        /// The input.
        probe: Probe,
        /// The signature.
        signature: String,
    },
    /// The expected failure does not occur now.
    #[error("`{command}` now ends with {end}, but {missing}; the end of its standard error:\n{stderr}")]
    NotSo {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// A clause that says which expectation is not met.
        missing: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// A shell could not run a command.
    #[error(
        "`{command}` now ends with {end}, which is how a shell says that {why}; the end of its standard \
         error:\n{stderr}"
    )]
    NotFound {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// What the exit status means.
        why: &'static str,
        /// The end of its standard error.
        stderr: String,
    },
    /// The two commands do not differ.
    #[error("both commands now end with {end} and write the same, so there is no difference to keep")]
    NoDifference {
        /// How both end.
        end: End,
    },
    /// The first run was unresolved.
    #[error("`{command}` now ends with {end}, which says nothing about the input; {advice}")]
    NoAnswer {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// The way out.
        advice: &'static str,
    },
    /// A regular expression cannot be read.
    #[error("--matches: {0}")]
    Pattern(#[from] regex::Error),
    /// `--timeout-is-interesting` without `--timeout`.
    #[error("--timeout-is-interesting needs --timeout: how long is too long?")]
    NeedsTimeout,
    /// The environment failed.
    #[error(transparent)]
    Environment(#[from] PropertyError),
}
