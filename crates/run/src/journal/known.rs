//! What a journal says.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use dwindle_reduce::{ContentKey, StopReason, Verdict};

use super::error::JournalError;
use super::identity::{Effect, Identity};
use super::record::{MAGIC, Read, Record, read};

/// What an earlier run left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// What it was about.
    pub identity: Identity,
    /// How many verdicts are known.
    pub n_verdicts: usize,
    /// How many candidates were accepted.
    pub n_accepted: usize,
    /// Why it ended; `None` if it was killed.
    pub ended: Option<StopReason>,
}

/// Everything that a journal says.
#[derive(Debug, Default)]
pub(super) struct Known {
    identity: Option<Identity>,
    /// The originals of all runs.
    inputs: HashSet<ContentKey>,
    pub(super) verdicts: HashMap<ContentKey, Verdict>,
    pub(super) accepted: HashSet<ContentKey>,
    ended: Option<StopReason>,
}

impl Known {
    pub(super) fn learn(&mut self, record: Record) {
        match record {
            Record::Run(identity) => {
                // A run that changed the limits did not use the unresolved verdicts of the one before.
                let limits_differ = self.identity.as_ref().is_some_and(|earlier| {
                    let mut differences = identity.differences_from(earlier).into_iter();
                    differences.any(|difference| difference.effect == Effect::UnresolvedAreAskedAgain)
                });
                if limits_differ {
                    self.verdicts.retain(|_, verdict| *verdict != Verdict::Unresolved);
                }
                self.inputs.insert(identity.input());
                self.identity = Some(identity);
                self.ended = None;
            }
            Record::Verdict(key, verdict) => {
                self.verdicts.insert(key, verdict);
            }
            Record::Accepted(key) => {
                self.accepted.insert(key);
            }
            Record::End(reason) => self.ended = Some(reason),
        }
    }

    pub(super) fn made(&self, key: ContentKey) -> bool {
        self.inputs.contains(&key) || self.verdicts.get(&key) == Some(&Verdict::Interesting)
    }

    /// Returns the keys of all documents that the runs can have written.
    pub(super) fn all_made(&self) -> impl Iterator<Item = ContentKey> + '_ {
        let interesting = self.verdicts.iter().filter(|(_, verdict)| verdict.is_interesting());
        self.inputs.iter().copied().chain(interesting.map(|(key, _)| *key))
    }

    pub(super) fn earlier(&self) -> Option<Earlier> {
        Some(Earlier {
            identity: self.identity.clone()?,
            n_verdicts: self.verdicts.len(),
            n_accepted: self.accepted.len(),
            ended: self.ended,
        })
    }
}

/// Reads a journal up to the last whole record; `None` when there is none or its very beginning is torn.
pub(super) fn scan(path: &Path) -> Result<Option<(Known, u64)>, JournalError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(JournalError::Unreadable { path: path.to_owned(), source }),
    };
    if !bytes.starts_with(MAGIC) {
        return if MAGIC.starts_with(&bytes) { Ok(None) } else { Err(foreign(path, &bytes)) };
    }
    let mut known = Known::default();
    let mut at = MAGIC.len();
    while let Read::Record(record, end) = read(&bytes, at) {
        if let Some(record) = record {
            known.learn(record);
        }
        at = end;
    }
    Ok(Some((known, at as u64)))
}

fn foreign(path: &Path, bytes: &[u8]) -> JournalError {
    let path = path.to_owned();
    let family = MAGIC.strip_suffix(b"1\n").expect("the magic ends with its version");
    match bytes.strip_prefix(family) {
        Some(rest) => {
            let version = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            JournalError::OtherVersion { path, version: String::from_utf8_lossy(version).into_owned() }
        }
        None => JournalError::NotAJournal { path },
    }
}
