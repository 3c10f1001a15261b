//! A property as data, for a process on another machine.

use std::ffi::OsString;

use dwindle_reduce::Verdict;
use serde::{Deserialize, Serialize};

use super::candidate_paths::CandidatePaths;
use super::command::CommandParts;

/// The parts of a property that do not depend on the machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Portable {
    /// A script.
    Script {
        /// Its name, without a directory.
        name: OsString,
        /// Its content.
        content: Vec<u8>,
        /// The paths that are its arguments.
        paths: CandidatePaths,
    },
    /// A command with its signature.
    Command(Box<CommandParts>),
    /// A persistent tester.
    Server {
        /// Its command line.
        command: OsString,
        /// The paths that it is asked about.
        paths: CandidatePaths,
        /// The verdict if it ends instead of answering.
        on_crash: Verdict,
    },
}
