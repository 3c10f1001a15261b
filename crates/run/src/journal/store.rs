//! The journal: an append-only file that survives a kill at any byte.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::{ContentKey, Edits, StopReason, Verdict};

use super::contents::{Contents, Earlier, scan};
use super::directory::SessionDirectory;
use super::error::JournalError;
use super::identity::{Difference, Effect, Identity};
use super::record::{Hints, MAGIC, Record};
use crate::files::open_ours;
use crate::flaky::Tally;

/// The extension of the journal of earlier runs with another property.
const OLD: &str = "old";

/// Whether a run uses the verdicts of the session's earlier runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The run does not use earlier verdicts. They stay in the journal, for a later run that
    /// resumes; if they are those of another property, the journal is renamed to `journal.old`.
    Fresh,
    /// The run uses the verdicts of earlier ones, if there are any.
    Resume,
}

/// The verdicts of a session, on disk and in memory.
///
/// A record costs less than a microsecond of computation and one `write`. After that it survives a
/// kill of the process; after [`Syncer::sync`] it survives a power failure.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the whole records.
    len: u64,
    /// Whether a failed write may have left bytes after them.
    torn: bool,
    contents: Contents,
    start: Start,
}

/// What a resumed run found in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The earlier runs.
    pub earlier: Earlier,
    /// The settings that differ from the last one.
    pub differences: Vec<Difference>,
    /// How many bytes after the last whole record were removed; more than 0 if a run was killed
    /// while it wrote.
    pub n_dropped: u64,
    /// How many records were removed because the journal was damaged; 0 after a kill.
    pub n_lost: usize,
}

impl Journal {
    /// Returns the earlier runs in a session's directory. Changes nothing.
    ///
    /// # Errors
    /// When the file is not a journal of this version.
    pub fn earlier(directory: &SessionDirectory) -> Result<Option<Earlier>, JournalError> {
        Ok(scan(&directory.journal())?.and_then(|found| found.contents.earlier()))
    }

    /// Returns the keys of the documents that earlier runs of a session may have written to the
    /// output: originals and interesting candidates. Runs with another property count as well: a
    /// later run may have been killed before it replaced their result.
    ///
    /// # Errors
    /// When the file is not a journal of this version.
    pub fn made_before(directory: &SessionDirectory) -> Result<HashSet<ContentKey>, JournalError> {
        let path = directory.journal();
        let mut made = HashSet::new();
        for path in [path.with_extension(OLD), path] {
            let Some(found) = scan(&path)? else { continue };
            made.extend(found.contents.all_made());
        }
        Ok(made)
    }

    /// Opens the journal of a session, which is locked as long as `directory` exists. A record at
    /// its end that is not whole is removed.
    ///
    /// # Errors
    /// When the journal cannot be read or written, or when the run to be resumed had another
    /// property.
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
        let Some((earlier, contents, len, n_lost)) = found
            .and_then(|found| Some((found.contents.earlier()?, found.contents, found.len, found.n_lost)))
        else {
            return Ok((Journal::create(path, identity, start)?, None));
        };
        let differences = identity.differences_from(&earlier.identity);
        let holds = differences.iter().all(|difference| difference.effect != Effect::NoVerdictHolds);
        match (holds, start) {
            (false, Start::Fresh) => Ok((Journal::create(path, identity, start)?, None)),
            (false, Start::Resume) => Err(JournalError::OtherProperty { differences }),
            (true, _) => {
                let (journal, n_dropped) = Journal::append_to(path, identity, contents, len, start)?;
                let resumed = Resumed { earlier, differences, n_dropped, n_lost };
                Ok((journal, Some(resumed).filter(|_| start == Start::Resume)))
            }
        }
    }

    /// Creates a journal, and renames an existing one.
    fn create(path: PathBuf, identity: &Identity, start: Start) -> Result<Journal, JournalError> {
        let failed = |source| JournalError::Write { path: path.clone(), source };
        let new = path.with_extension("new");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(Record::Run(identity.clone()).encode(MAGIC.len() as u64));
        let write = || -> io::Result<File> {
            // A killed run may have left it half written.
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
        let mut contents = Contents::default();
        contents.learn(Record::Run(identity.clone()));
        Ok(Journal { file, len: bytes.len() as u64, torn: false, contents, start, path })
    }

    /// Opens a journal whose first `len` bytes are whole, and removes the others. Also returns how
    /// many bytes were removed.
    fn append_to(
        path: PathBuf,
        identity: &Identity,
        contents: Contents,
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
        let mut journal = Journal { path, file, len, torn: false, contents, start };
        let run = Record::Run(identity.clone());
        journal.append(&run)?;
        journal.contents.learn(run);
        Ok((journal, n_dropped))
    }

    /// Adds the answer of a run, also for a candidate that has one.
    ///
    /// # Errors
    /// When it cannot be written. The journal is then unchanged, and the call may be repeated.
    pub fn verdict(&mut self, key: ContentKey, verdict: Verdict) -> Result<(), JournalError> {
        self.append_known(Record::Verdict(key, verdict))
    }

    /// Adds how long the next answer for a candidate took, if that is near the time limit.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn slow(&mut self, key: ContentKey, took: Duration) -> Result<(), JournalError> {
        self.append_known(Record::Slow(key, millis(took)))
    }

    /// Adds the time limit of trials from now on. Unresolved answers within a shorter limit do not
    /// count any more once the candidate has another answer.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn limit(&mut self, limit: Duration) -> Result<(), JournalError> {
        self.append_known(Record::Limit(millis(limit)))
    }

    /// Adds that a candidate was accepted.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn accepted(&mut self, key: ContentKey) -> Result<(), JournalError> {
        if !self.contents.accepted.contains(&key) {
            self.append(&Record::Accepted(key))?;
            self.contents.accepted.insert(key);
        }
        Ok(())
    }

    /// Adds that an accepted candidate was retracted.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn retracted(&mut self, key: ContentKey) -> Result<(), JournalError> {
        self.append(&Record::Retracted(key))?;
        self.contents.accepted.remove(&key);
        Ok(())
    }

    /// Adds the hints of a program about a document.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn hinted(&mut self, source: &str, key: ContentKey, hints: &[Edits]) -> Result<(), JournalError> {
        self.append(&Record::Hints(Hints::new(source, key, hints)))
    }

    /// Returns the hints of earlier runs that this run may use, each with its program and document.
    pub fn hints(&self) -> impl Iterator<Item = (&str, ContentKey, Vec<Edits>)> + '_ {
        let hints = self.contents.hints.values().filter(|_| self.start == Start::Resume);
        hints.map(|hints| (hints.source.as_str(), ContentKey(hints.key), hints.edits()))
    }

    /// Adds why the run ended, and syncs.
    ///
    /// # Errors
    /// As for [`Journal::verdict`].
    pub fn end(&mut self, reason: StopReason) -> Result<(), JournalError> {
        self.append(&Record::End(reason))?;
        self.file.sync_all().map_err(|source| self.failed(source))
    }

    /// Returns the answers of earlier runs that this run may use, in no order; none for
    /// [`Start::Fresh`].
    pub fn tallies(&self) -> impl Iterator<Item = (ContentKey, Tally)> + '_ {
        let tallies = self.contents.tallies.iter().map(|(key, tally)| (*key, *tally));
        tallies.filter(|_| self.start == Start::Resume)
    }

    /// Returns how long answers of earlier runs near the time limit took, in no order, if this run
    /// may use them.
    pub fn slow_answers(&self) -> impl Iterator<Item = (ContentKey, Duration)> + '_ {
        let slow = self.contents.slow.iter().map(|(key, took)| (*key, *took));
        slow.filter(|_| self.start == Start::Resume)
    }

    /// Returns the first answer for each candidate of earlier runs that this run may use, in no
    /// order. While single answers are trusted, these are the verdicts that were learned.
    pub fn verdicts(&self) -> impl Iterator<Item = (ContentKey, Verdict)> + '_ {
        self.tallies().filter_map(|(key, tally)| Some((key, tally.first()?)))
    }

    /// Whether the session may have written a document with this key: it is an original or was
    /// interesting.
    pub fn made(&self, key: ContentKey) -> bool {
        self.contents.made(key)
    }

    /// Returns a handle with which another thread can sync the journal.
    ///
    /// # Errors
    /// When there are too many open files.
    pub fn syncer(&self) -> Result<Syncer, JournalError> {
        let file = self.file.try_clone().map_err(|source| self.failed(source))?;
        Ok(Syncer { file, path: self.path.clone() })
    }

    fn append_known(&mut self, record: Record) -> Result<(), JournalError> {
        self.append(&record)?;
        self.contents.learn(record);
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
                // If this fails too, it is repeated before the next record is written.
                let _ = self.repair();
                Err(self.failed(source))
            }
        }
    }

    /// Removes bytes that a failed write may have left.
    fn repair(&mut self) -> io::Result<()> {
        if self.torn {
            self.file.set_len(self.len)?;
            self.torn = false;
        }
        Ok(())
    }

    /// Simulates a write that failed in the middle.
    #[cfg(test)]
    pub(super) fn tear(&mut self) {
        self.torn = true;
    }

    fn failed(&self, source: io::Error) -> JournalError {
        JournalError::Write { path: self.path.clone(), source }
    }
}

/// Returns a duration in milliseconds, rounded up, so that a time near a limit stays near it.
fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// Writes a journal through to the disk, so that it survives a power failure.
#[derive(Debug)]
pub struct Syncer {
    file: File,
    path: PathBuf,
}

impl Syncer {
    /// Returns when everything that was written before is on disk.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn sync(&self) -> Result<(), JournalError> {
        self.file.sync_data().map_err(|source| JournalError::Write { path: self.path.clone(), source })
    }
}
