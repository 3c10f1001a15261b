//! The exit statuses.

use std::process::{ExitCode, Termination};

/// An exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Reduced, or nothing could be removed.
    Done,
    /// The original is not interesting, or flaky; `verify` found something removable.
    No,
    /// Wrong usage, or an input that can't be read.
    Usage,
    /// The environment failed: the test can't be started, the disk is full.
    Environment,
    /// Interrupted; the best so far is on disk.
    Interrupted,
}

impl Exit {
    /// All exit statuses with their meanings, for the documentation.
    pub const ALL: [(Exit, &'static str); 5] = [
        (Exit::Done, "reduced, or nothing could be removed"),
        (Exit::No, "the original is not interesting, or flaky; `verify`: something could still be removed"),
        (Exit::Usage, "wrong usage, or an input that can't be read"),
        (Exit::Environment, "the environment failed: the test can't be started, the disk is full, ..."),
        (Exit::Interrupted, "interrupted; the best so far is on disk"),
    ];

    /// Returns the number for the shell.
    pub fn status(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Environment => 3,
            Exit::Interrupted => 130,
        }
    }

    /// Returns the table of all exit statuses, for the end of the help.
    pub fn table() -> String {
        let lines: Vec<String> =
            Exit::ALL.iter().map(|(exit, meaning)| format!("{:>5}  {meaning}", exit.status())).collect();
        format!("Exit status:\n{}", lines.join("\n"))
    }
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(self.status())
    }
}
