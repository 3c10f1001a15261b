//! Errors of a session's directory and journal.

use std::io;
use std::path::PathBuf;

use super::identity::Difference;
use crate::files::is_disk_full;

/// A problem with the files of a session. Each message names the path and the way out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The session's directory cannot be created or used.
    #[error(
        "cannot use {path} for the session: {source}; give a --session DIR that you can write to, or --no-session"
    )]
    Directory {
        /// The path that failed.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another user may have written the files of the session.
    #[error(
        "{path} can't be trusted: {why}; remove it, make it yours alone (chmod go-w), or give another --session DIR"
    )]
    NotOurs {
        /// The directory or file.
        path: PathBuf,
        /// Why.
        why: &'static str,
    },
    /// The directory has files and is not a session.
    #[error(
        "{path} has files and is not the directory of a session; give a --session DIR that is new or empty"
    )]
    NotASession {
        /// The directory.
        path: PathBuf,
    },
    /// Another run uses the session now.
    #[error("{path} is in use by another run{}; wait for it, give another --session DIR, or --no-session", process(.pid))]
    InUse {
        /// The session's directory.
        path: PathBuf,
        /// The process that uses it, if that is known.
        pid: Option<u32>,
    },
    /// The journal cannot be read.
    #[error("cannot read the journal {path}: {source}; start anew with another --session DIR")]
    Unreadable {
        /// The journal.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A version of dwindle with another journal format wrote this one.
    #[error(
        "{path} is a journal of version {version}, and this dwindle reads version 1; start without --resume"
    )]
    OtherVersion {
        /// The journal.
        path: PathBuf,
        /// Its version.
        version: String,
    },
    /// The first line has no version.
    #[error(
        "the journal {path} is damaged: its first line has no version; start without --resume, which keeps it under another name"
    )]
    Damaged {
        /// The journal.
        path: PathBuf,
    },
    /// The file at the path of the journal is something else.
    #[error("{path} is not a journal of dwindle; give another --session DIR")]
    NotAJournal {
        /// The path of the journal.
        path: PathBuf,
    },
    /// The verdicts of the journal are those of another property.
    #[error("cannot resume: {}. The earlier answers are not valid for it; undo the change, or start without --resume", list(.differences))]
    OtherProperty {
        /// Everything that differs.
        differences: Vec<Difference>,
    },
    /// Writing failed.
    #[error("cannot write the journal {path}: {source}{}", way_out(.source))]
    Write {
        /// The journal.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl JournalError {
    /// Whether a disk, quota or size limit is exhausted, so that freeing space may help.
    pub fn is_disk_full(&self) -> bool {
        match self {
            JournalError::Write { source, .. } | JournalError::Directory { source, .. } => {
                is_disk_full(source)
            }
            _ => false,
        }
    }
}

fn process(pid: &Option<u32>) -> String {
    pid.map(|pid| format!(" (process {pid})")).unwrap_or_default()
}

fn list(differences: &[Difference]) -> String {
    differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn way_out(source: &io::Error) -> &'static str {
    if is_disk_full(source) { "; free some space and run again with --resume" } else { "" }
}
