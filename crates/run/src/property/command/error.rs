//! Reasons why no property can be made from a command.

use super::Probe;
use crate::process::End;
use crate::property::PropertyError;

/// Why what a command does now cannot be taken as a property. All but the last are the user's to
/// mend.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// There is no command.
    #[error("there is no command after --")]
    Empty,
    /// The command ends well.
    #[error(
        "nothing is wrong now: `{command}` ends with status 0; say what to keep with --stderr-contains, \
         --stdout-contains, --matches or --differs-from{hint}"
    )]
    NothingWrong {
        /// The command that was run.
        command: String,
        /// Nothing, or an option that fits what it wrote.
        hint: String,
    },
    /// The command does not get as far as to the bug.
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
    /// The command does the same with an input in which the bug cannot be.
    #[error(
        "the command does the same with {probe} ({signature}), so nothing of the input would be kept; say more \
         with --stderr-contains, --stdout-contains, --matches or --differs-from, or insist with --allow-empty"
    )]
    TooWeak {
        /// The input.
        probe: Probe,
        /// What it does.
        signature: String,
    },
    /// What must be kept is not there now.
    #[error("`{command}` now ends with {end}, but {missing}; the end of its standard error:\n{stderr}")]
    NotSo {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// What was expected, as a sentence that says that it is not so.
        missing: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// A shell did not find what it should run.
    #[error(
        "`{command}` now ends with {end}, which is how a shell says that {why}; the end of its standard \
         error:\n{stderr}"
    )]
    NotFound {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// What the end says.
        why: &'static str,
        /// The end of its standard error.
        stderr: String,
    },
    /// Two commands do not disagree.
    #[error("both commands now end with {end} and write the same, so there is no difference to keep")]
    NoDifference {
        /// How both end.
        end: End,
    },
    /// The first run says nothing.
    #[error("`{command}` now ends with {end}, which says nothing about the input; {advice}")]
    NoAnswer {
        /// The command that was run.
        command: String,
        /// How it ended.
        end: End,
        /// What to do about it.
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
