//! The journal: an append-only file that survives a kill at any byte.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::{ContentKey, Edits, StopReason, Verdict};

use super::directory::SessionDirectory;
use super::error::JournalError;
use super::identity::{Difference, Effect, Identity};
use super::known::{Earlier, Known, scan};
use super::record::{Hints, MAGIC, Record};
use crate::files::open_ours;
use crate::flaky::Tally;

/// The extension of the journal of earlier runs with another property.
const OLD: &str = "old";

/// Whether a run goes on where the session's earlier run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The run asks everything itself. What earlier runs learned stays in the journal, for a later
    /// run that resumes; if that was about another property, the journal stays as `journal.old`.
    Fresh,
    /// The run uses the verdicts of earlier ones, if there are any.
    Resume,
}

/// The verdicts of a session, on disk and in memory.
///
/// A record costs well below a microsecond of thought and one `write`: what was written survives a
/// kill of the process. Its [`Syncer`] makes it survive a power failure.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Up to where the file is whole.
    len: u64,
    /// Whether a failed write may have left something behind that.
    torn: bool,
    known: Known,
    start: Start,
}

/// What a resumed run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// What the earlier run left.
    pub earlier: Earlier,
    /// What differs from it now.
    pub differences: Vec<Difference>,
    /// How many bytes behind the last whole record were dropped: 0, or the torn record of a run
    /// that was killed.
    pub n_dropped: u64,
    /// How many records were dropped because something damaged the journal; 0 for a run that was
    /// killed.
    pub n_lost: usize,
}

impl Journal {
    /// Looks what an earlier run left in a session's directory, changing nothing.
    ///
    /// # Errors
    /// When there is something that is not a journal of this version.
    pub fn look(directory: &SessionDirectory) -> Result<Option<Earlier>, JournalError> {
        Ok(scan(&directory.journal())?.and_then(|found| found.known.earlier()))
    }

    /// Returns the keys of the documents that earlier runs of a session can have written to the
    /// output: the originals, and what was found interesting. Those with another property count,
    /// too: a run that was killed as it began had not replaced their result yet.
    ///
    /// # Errors
    /// When there is something that is not a journal of this version.
    pub fn made_before(directory: &SessionDirectory) -> Result<HashSet<ContentKey>, JournalError> {
        let path = directory.journal();
        let mut made = HashSet::new();
        for path in [path.with_extension(OLD), path] {
            let Some(found) = scan(&path)? else { continue };
            made.extend(found.known.all_made());
        }
        Ok(made)
    }

    /// Opens the journal of a session, which stays locked as long as `directory` lives. A torn
    /// record at its end is cut off.
    ///
    /// # Errors
    /// When the journal cannot be read or written, or when a run that is to be resumed was about
    /// another property.
    pub fn open(
        directory: &SessionDirectory,
        identity: &Identity,
        start: Start,
    ) -> Result<(Journal, Option<Resumed>), JournalError> {
        let path = directory.journal();
        let found = match (scan(&path), start) {
            (Err(JournalError::OtherVersion { .. } | JournalError::Damaged { .. }), Start::Fresh) => None,
            (found, _) => found?,
        };
        let Some((earlier, known, len, n_lost)) =
            found.and_then(|found| Some((found.known.earlier()?, found.known, found.len, found.n_lost)))
        else {
            return Ok((Journal::create(path, identity, start)?, None));
        };
        let differences = identity.differences_from(&earlier.identity);
        let holds = differences.iter().all(|difference| difference.effect != Effect::NoVerdictHolds);
        match (holds, start) {
            (false, Start::Fresh) => Ok((Journal::create(path, identity, start)?, None)),
            (false, Start::Resume) => Err(JournalError::OtherProperty { differences }),
            (true, _) => {
                let (journal, n_dropped) = Journal::append_to(path, identity, known, len, start)?;
                let resumed = Resumed { earlier, differences, n_dropped, n_lost };
                Ok((journal, Some(resumed).filter(|_| start == Start::Resume)))
            }
        }
    }

    /// Begins a journal, and sets what stands in its place aside.
    fn create(path: PathBuf, identity: &Identity, start: Start) -> Result<Journal, JournalError> {
        let failed = |source| JournalError::Write { path: path.clone(), source };
        let new = path.with_extension("new");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(Record::Run(identity.clone()).encode(MAGIC.len() as u64));
        let write = || -> io::Result<File> {
            // What a killed run left half written.
            let _ = fs::remove_file(&new);
            let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
            file.write_all(&bytes)?;
            if path.symlink_metadata().is_ok() {
                fs::rename(&path, path.with_extension(OLD))?;
            }
            fs::rename(&new, &path)?;
            open_ours(&path, OpenOptions::new().append(true))
        };
        let file = write().map_err(failed)?;
        let mut known = Known::default();
        known.learn(Record::Run(identity.clone()));
        Ok(Journal { file, len: bytes.len() as u64, torn: false, known, start, path })
    }

    /// Goes on with a journal that is whole up to `len`; returns how many bytes were cut off behind
    /// that, too.
    fn append_to(
        path: PathBuf,
        identity: &Identity,
        known: Known,
        len: u64,
        start: Start,
    ) -> Result<(Journal, u64), JournalError> {
        let open = || -> io::Result<(File, u64)> {
            let file = open_ours(&path, OpenOptions::new().append(true))?;
            let n_dropped = file.metadata()?.len() - len;
            file.set_len(len)?;
            Ok((file, n_dropped))
        };
        let (file, n_dropped) =
            open().map_err(|source| JournalError::Write { path: path.clone(), source })?;
        let mut journal = Journal { path, file, len, torn: false, known, start };
        let run = Record::Run(identity.clone());
        journal.append(&run)?;
        journal.known.learn(run);
        Ok((journal, n_dropped))
    }

    /// Keeps the answer of a run, also of a candidate that was run before.
    ///
    /// # Errors
    /// When it cannot be written; then the journal is as it was before, and it may be tried again.
    pub fn verdict(&mut self, key: ContentKey, verdict: Verdict) -> Result<(), JournalError> {
        self.append_known(Record::Verdict(key, verdict))
    }

    /// Keeps that the next answer of a candidate took so long that it is near the time limit.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn slow(&mut self, key: ContentKey, took: Duration) -> Result<(), JournalError> {
        self.append_known(Record::Slow(key, millis(took)))
    }

    /// Keeps how long trials may take from now on: what ran out of less time does not count any
    /// more once it is answered.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn limit(&mut self, limit: Duration) -> Result<(), JournalError> {
        self.append_known(Record::Limit(millis(limit)))
    }

    /// Keeps that a candidate became the best document.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn accepted(&mut self, key: ContentKey) -> Result<(), JournalError> {
        if !self.known.accepted.contains(&key) {
            self.append(&Record::Accepted(key))?;
            self.known.accepted.insert(key);
        }
        Ok(())
    }

    /// Keeps that the search went back from what was the best document.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn retracted(&mut self, key: ContentKey) -> Result<(), JournalError> {
        self.append(&Record::Retracted(key))?;
        self.known.accepted.remove(&key);
        Ok(())
    }

    /// Keeps what a program said about a document.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn hinted(&mut self, source: &str, key: ContentKey, hints: &[Edits]) -> Result<(), JournalError> {
        self.append(&Record::Hints(Hints::new(source, key, hints)))
    }

    /// Returns what programs said in earlier runs, as far as this run may use it: by whom, about
    /// which document.
    pub fn hints(&self) -> impl Iterator<Item = (&str, ContentKey, Vec<Edits>)> + '_ {
        let hints = self.known.hints.values().filter(|_| self.start == Start::Resume);
        hints.map(|hints| (hints.source.as_str(), ContentKey(hints.key), hints.edits()))
    }

    /// Keeps why the run ended, and syncs.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn end(&mut self, reason: StopReason) -> Result<(), JournalError> {
        self.append(&Record::End(reason))?;
        self.file.sync_all().map_err(|source| self.failed(source))
    }

    /// Returns the answers of earlier runs that this run may use, in no order: none if it begins
    /// anew.
    pub fn tallies(&self) -> impl Iterator<Item = (ContentKey, Tally)> + '_ {
        let tallies = self.known.tallies.iter().map(|(key, tally)| (*key, *tally));
        tallies.filter(|_| self.start == Start::Resume)
    }

    /// Returns how long answers of earlier runs took that took long, in no order, as far as this
    /// run may use them.
    pub fn slow_answers(&self) -> impl Iterator<Item = (ContentKey, Duration)> + '_ {
        let slow = self.known.slow.iter().map(|(key, took)| (*key, *took));
        slow.filter(|_| self.start == Start::Resume)
    }

    /// Returns the first answer to each question that earlier runs asked and this run may use, in
    /// no order. A run that believes every answer learned these, and none that came later.
    pub fn verdicts(&self) -> impl Iterator<Item = (ContentKey, Verdict)> + '_ {
        self.tallies().filter_map(|(key, tally)| Some((key, tally.first()?)))
    }

    /// Whether the session can have written a document with this key: it is an original, or was
    /// found interesting.
    pub fn made(&self, key: ContentKey) -> bool {
        self.known.made(key)
    }

    /// Returns a handle with which another thread can sync what is written.
    ///
    /// # Errors
    /// When there are too many open files.
    pub fn syncer(&self) -> Result<Syncer, JournalError> {
        let file = self.file.try_clone().map_err(|source| self.failed(source))?;
        Ok(Syncer { file, path: self.path.clone() })
    }

    fn append_known(&mut self, record: Record) -> Result<(), JournalError> {
        self.append(&record)?;
        self.known.learn(record);
        Ok(())
    }

    fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        let bytes = record.encode(self.len);
        let result = self.repair().and_then(|()| {
            self.torn = true;
            self.file.write_all(&bytes)
        });
        match result {
            Ok(()) => {
                self.torn = false;
                self.len += bytes.len() as u64;
                Ok(())
            }
            Err(source) => {
                // If this fails too, it is tried again before the next record is written.
                let _ = self.repair();
                Err(self.failed(source))
            }
        }
    }

    /// Cuts off what a failed write may have left.
    fn repair(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.len)?;
            self.torn = false;
        }
        Ok(())
    }

    /// Behaves from now on as after a write that failed in the middle.
    #[cfg(test)]
    pub(super) fn tear(&mut self) {
        self.torn = true;
    }

    fn failed(&self, source: io::Error) -> JournalError {
        JournalError::Write { path: self.path.clone(), source }
    }
}

/// Rounds up: what is near a limit stays near it.
fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// Makes what was written to a journal survive a power failure.
#[derive(Debug)]
pub struct Syncer {
    file: File,
    path: PathBuf,
}

impl Syncer {
    /// Syncs; returns when all that was written before is on disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|source| JournalError::Write { path: self.path.clone(), source })
    }
}
