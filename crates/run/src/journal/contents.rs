//! The contents of a journal, by candidate.

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use dwindle_reduce::{ContentKey, StopReason};

use super::error::JournalError;
use super::identity::{Effect, Identity};
use super::record::{Hints, MAGIC, Read, Record, is_complete, read};
use crate::files::open_ours;
use crate::flaky::Tally;

/// A summary of the earlier runs in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The identity of the last run.
    pub identity: Identity,
    /// How many candidates have a verdict.
    pub n_verdicts: usize,
    /// How many candidates were accepted.
    pub n_accepted: usize,
    /// Why the last run ended; `None` if it was killed.
    pub ended: Option<StopReason>,
}

/// The contents of a journal.
#[derive(Debug, Default)]
pub(super) struct Contents {
    identity: Option<Identity>,
    /// The originals of all runs.
    inputs: HashSet<ContentKey>,
    pub(super) tallies: HashMap<ContentKey, Tally>,
    pub(super) accepted: HashSet<ContentKey>,
    /// How long answers near the time limit took.
    pub(super) slow: HashMap<ContentKey, Duration>,
    /// The time limit of the runs that follow.
    limit: Duration,
    pub(super) hints: HashMap<(String, u128), Hints>,
    ended: Option<StopReason>,
}

impl Contents {
    pub(super) fn learn(&mut self, record: Record) {
        match record {
            Record::Run(identity) => {
                // A run with other limits did not use the earlier unresolved verdicts.
                let limits_differ = self.identity.as_ref().is_some_and(|earlier| {
                    let mut differences = identity.differences_from(earlier).into_iter();
                    differences.any(|difference| difference.effect == Effect::UnresolvedAreAskedAgain)
                });
                if limits_differ {
                    let tallies = self.tallies.drain();
                    self.tallies =
                        tallies.filter_map(|(key, tally)| Some((key, tally.without_unresolved()?))).collect();
                }
                self.inputs.insert(identity.input());
                self.identity = Some(identity);
                self.ended = None;
                self.limit = Duration::ZERO;
            }
            Record::Verdict(key, verdict) => {
                self.tallies.entry(key).or_default().add_within(verdict, self.limit);
            }
            Record::Accepted(key) => {
                self.accepted.insert(key);
            }
            Record::Retracted(key) => {
                self.accepted.remove(&key);
            }
            Record::Slow(key, millis) => {
                self.slow.insert(key, Duration::from_millis(millis));
            }
            Record::Limit(millis) => self.limit = Duration::from_millis(millis),
            Record::Hints(hints) => {
                self.hints.insert((hints.source.clone(), hints.key), hints);
            }
            Record::End(reason) => self.ended = Some(reason),
        }
    }

    pub(super) fn made(&self, key: ContentKey) -> bool {
        self.inputs.contains(&key) || self.tallies.get(&key).is_some_and(|tally| 0 < tally.interesting())
    }

    /// Returns the keys of all documents that the runs may have written.
    pub(super) fn all_made(&self) -> impl Iterator<Item = ContentKey> + '_ {
        let interesting = self.tallies.iter().filter(|(_, tally)| 0 < tally.interesting());
        self.inputs.iter().copied().chain(interesting.map(|(key, _)| *key))
    }

    pub(super) fn earlier(&self) -> Option<Earlier> {
        Some(Earlier {
            identity: self.identity.clone()?,
            n_verdicts: self.tallies.len(),
            n_accepted: self.accepted.len(),
            ended: self.ended,
        })
    }
}

/// The part of a journal before the first record that is not whole.
pub(super) struct Found {
    pub(super) contents: Contents,
    /// The length of that part.
    pub(super) len: u64,
    /// The number of records after that part, damaged ones included. It is 0 after a kill, which
    /// leaves at most one incomplete record.
    pub(super) n_lost: usize,
}

/// Reads a journal up to the first record that is not whole. Returns `None` if the journal does not
/// exist or ends within its first line.
pub(super) fn scan(path: &Path) -> Result<Option<Found>, JournalError> {
    let mut bytes = Vec::new();
    let read_all =
        open_ours(path, OpenOptions::new().read(true)).and_then(|mut file| file.read_to_end(&mut bytes));
    match read_all {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(JournalError::Unreadable { path: path.to_owned(), source }),
    };
    if !bytes.starts_with(MAGIC) {
        return if MAGIC.starts_with(&bytes) { Ok(None) } else { Err(foreign(path, &bytes)) };
    }
    let mut contents = Contents::default();
    let mut at = MAGIC.len();
    while let Read::Record(record, end) = read(&bytes, at) {
        if let Some(record) = record {
            contents.learn(record);
        }
        at = end;
    }
    Ok(Some(Found { contents, len: at as u64, n_lost: count_lost(&bytes, at) }))
}

/// Counts the damaged record at an offset of a journal, and the whole ones after it. The checksum
/// of a record covers its offset, so other bytes are not mistaken for a record.
fn count_lost(bytes: &[u8], torn_at: usize) -> usize {
    let mut n_lost = usize::from(is_complete(bytes, torn_at));
    let mut at = torn_at + 1;
    while at < bytes.len() {
        match read(bytes, at) {
            Read::Record(_, end) => {
                n_lost = n_lost.max(1) + 1;
                at = end;
            }
            Read::Torn => at += 1,
        }
    }
    n_lost
}

fn foreign(path: &Path, bytes: &[u8]) -> JournalError {
    let path = path.to_owned();
    let family = MAGIC.strip_suffix(b"1\n").expect("the magic ends with its version");
    match bytes.strip_prefix(family) {
        Some(rest) => {
            let version = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let is_number =
                !version.is_empty() && version.len() < 6 && version.iter().all(u8::is_ascii_digit);
            match std::str::from_utf8(version) {
                Ok(version) if is_number && version != "1" => {
                    JournalError::OtherVersion { path, version: version.to_owned() }
                }
                _ => JournalError::Damaged { path },
            }
        }
        None => JournalError::NotAJournal { path },
    }
}
