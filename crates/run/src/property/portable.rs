//! What a test is made of, so that another process can ask the same.

use std::ffi::OsString;

use dwindle_reduce::Verdict;
use serde::{Deserialize, Serialize};

use super::candidate_paths::CandidatePaths;
use super::command::CommandParts;

/// A property without what belongs to one machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Portable {
    /// A script, with its text.
    Script {
        /// Its name, without a directory.
        name: OsString,
        /// What is in it.
        content: Vec<u8>,
        /// What it is told.
        paths: CandidatePaths,
    },
    /// A command with its signature.
    Command(Box<CommandParts>),
    /// A persistent tester.
    Server {
        /// Its command line.
        command: OsString,
        /// What it is asked about.
        paths: CandidatePaths,
        /// What it means if it ends instead of answering.
        on_crash: Verdict,
    },
}
