//! The directory of one trial.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle_reduce::{Document, File, Verdict};

use super::Damage;
use super::access::create_directory;
use super::common_files::CommonFiles;
use super::extra::{hand_over, is_inside};
use super::reusable::{Reusable, is_large};
use super::temp_root::Lane;
use crate::property::PropertyError;

/// A directory with the files of a candidate, and one beside it for temporary files. Both are
/// removed when it is dropped, unless it is kept. [`Access`](super::Access) determines who may
/// enter them.
///
/// No other process has one of the candidate's files open: they are new, or a large file of the
/// last trial in the lane that nobody has open.
#[derive(Debug)]
pub struct TrialDirectory {
    path: PathBuf,
    temporary: PathBuf,
    keep: bool,
    /// The file that the next trial may overwrite: its name in the directory, and its state.
    reusable: Mutex<Option<(OsString, Reusable)>>,
    // The session's directory is removed with its last trial.
    lane: Arc<Lane>,
}

impl TrialDirectory {
    /// Creates a directory in a lane, with the extra files and the document.
    pub(super) fn new(
        lane: Arc<Lane>,
        common_files: &CommonFiles,
        document: &Document,
    ) -> Result<TrialDirectory, PropertyError> {
        let path = lane.fresh_path();
        let temporary = path.with_extension("tmp");
        let trial = TrialDirectory { path, temporary, keep: false, reusable: Mutex::default(), lane };
        trial.fill(common_files, document)?;
        Ok(trial)
    }

    /// Returns the directory of the candidate, in which the test starts.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the directory for temporary files.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Returns its lane, for another directory beside it.
    pub(super) fn lane(&self) -> &Arc<Lane> {
        &self.lane
    }

    /// Empties the directory and fills it again, at the same path.
    pub(super) fn refill(
        &self,
        common_files: &CommonFiles,
        document: &Document,
    ) -> Result<(), PropertyError> {
        self.keep_reusable();
        for directory in [&self.path, &self.temporary] {
            self.lane.remove(directory).map_err(|error| failed(directory, error))?;
        }
        self.fill(common_files, document)
    }

    /// Returns the verdict, or *unresolved* instead of *boring* if the disk is full: the test may
    /// just have been unable to write.
    pub fn believed(&self, verdict: Verdict) -> Verdict {
        const NO_ROOM: u64 = 64 << 10;
        let is_full =
            || free_bytes(&self.temporary).or_else(|| free_bytes(&self.path)).is_some_and(|n| n < NO_ROOM);
        if verdict == Verdict::Boring && is_full() { Verdict::Unresolved } else { verdict }
    }

    /// Returns what is missing that existed at the start.
    pub(crate) fn damage(&self, document: &Document) -> Damage {
        let is_file = |file: &File| self.path.join(file.path()).symlink_metadata().is_ok();
        if !self.lane.temp_root().is_there() {
            Damage::Session
        } else if !self.path.is_dir() || !self.temporary.is_dir() {
            Damage::Directory
        } else if !document.files().first().is_none_or(is_file) {
            Damage::Candidate
        } else {
            Damage::None
        }
    }

    /// Leaves the directory for the user, until a later session removes it. Returns its path.
    pub fn keep(mut self) -> PathBuf {
        self.keep = true;
        // The session's directory is never dropped, so it is not removed at the end of the
        // process.
        std::mem::forget(self.lane.clone());
        self.path.clone()
    }

    fn fill(&self, common_files: &CommonFiles, document: &Document) -> Result<(), PropertyError> {
        let access = self.lane.temp_root().access();
        let make = |path: &Path, mode| create_directory(path, mode).map_err(|error| failed(path, error));
        make(&self.path, access.of_directory())?;
        make(&self.temporary, access.of_temporary())?;
        common_files.extras.iter().try_for_each(|extra| extra.place(&self.path))?;
        let mut made = BTreeSet::new();
        for file in document.files() {
            let relative = file.path();
            if !is_inside(relative) {
                let error =
                    io::Error::new(io::ErrorKind::InvalidInput, "a candidate must stay in its directory");
                return Err(failed(relative, error));
            }
            for parent in missing_parents(relative, &mut made) {
                let path = self.path.join(parent);
                // An extra file may have brought the directory already.
                if !path.is_dir() {
                    make(&path, access.of_directory())?;
                }
            }
            let mode = common_files.modes.of_file(file);
            self.write(file, mode, access.of_file(mode))
                .map_err(|error| failed(&self.path.join(relative), error))?;
        }
        if self.reusable().is_none() {
            let _ = self.lane.remove_reusable();
        }
        if access.owner().is_some() {
            // From the inside out: until the outermost directory is given away, nobody else can
            // change anything in it.
            hand_over(&self.path, access).map_err(|error| failed(&self.path, error))?;
            access.hand_over(&self.temporary).map_err(|error| failed(&self.temporary, error))?;
        }
        Ok(())
    }

    /// Writes a file of the candidate. `exact` are its permissions if the umask does not apply.
    fn write(&self, file: &File, mode: u32, exact: Option<u32>) -> io::Result<()> {
        let path = self.path.join(file.path());
        let mut kept = self.reusable();
        let is_top_level = file.path().parent() == Some(Path::new(""));
        if kept.is_some() || !is_top_level || !is_large(file.n_bytes() as u64) {
            return write(&create(&path, mode)?, file, exact);
        }
        let name = file.path().as_os_str();
        let (opened, reusable) = match self.lane.take_reusable(&self.path, name, file.n_bytes() as u64, mode)
        {
            Some((opened, reusable)) => (opened, Some(reusable)),
            None => {
                let created = create(&path, mode)?;
                let reusable = Reusable::of(&created, mode);
                (created, reusable)
            }
        };
        write(&opened, file, exact)?;
        *kept = reusable.map(|reusable| (name.to_owned(), reusable));
        Ok(())
    }

    /// Leaves the large file to the next trial of the lane.
    fn keep_reusable(&self) {
        if let Some((name, reusable)) = self.reusable().take() {
            self.lane.keep_reusable(reusable, &self.path, &name);
        }
    }

    fn reusable(&self) -> MutexGuard<'_, Option<(OsString, Reusable)>> {
        self.reusable.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TrialDirectory {
    fn drop(&mut self) {
        if !self.keep {
            self.keep_reusable();
            // Files of another user may remain. They are removed with the session's directory, or
            // by a later session.
            let _ = self.lane.remove(&self.path);
            let _ = self.lane.remove(&self.temporary);
        }
    }
}

/// Returns the directories above a file that were not created yet, outermost first.
fn missing_parents<'a>(file: &'a Path, made: &mut BTreeSet<&'a Path>) -> Vec<&'a Path> {
    let mut missing: Vec<&Path> = file
        .ancestors()
        .skip(1)
        .take_while(|parent| !parent.as_os_str().is_empty() && !made.contains(parent))
        .collect();
    missing.reverse();
    made.extend(&missing);
    missing
}

/// Size of the buffer in which short pieces of a candidate are joined.
const JOINED: usize = 64 << 10;

fn create(path: &Path, mode: u32) -> io::Result<std::fs::File> {
    let create = || OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    match create() {
        // A file of the candidate replaces an extra file of the same name. That may be a link,
        // whose target must not be overwritten.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            std::fs::remove_file(path)?;
            create()
        }
        created => created,
    }
}

/// Writes a file into an open one, whose old content is no longer.
fn write(opened: &std::fs::File, file: &File, exact: Option<u32>) -> io::Result<()> {
    let mut joined = BufWriter::with_capacity(JOINED, opened);
    file.visit_bytes(|piece| joined.write_all(piece))?;
    joined.flush()?;
    drop(joined);
    match exact {
        Some(mode) => opened.set_permissions(Permissions::from_mode(mode)),
        None => Ok(()),
    }
}

/// Returns the free bytes on the file system of a path, for this user.
pub(super) fn free_bytes(path: &Path) -> Option<u64> {
    rustix::fs::statvfs(path).ok().map(|stat| stat.f_bavail.saturating_mul(stat.f_frsize))
}

pub(super) fn failed(path: &Path, error: io::Error) -> PropertyError {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            PropertyError::DiskFull { path: path.to_path_buf() }
        }
        _ => PropertyError::Directory { path: path.to_path_buf(), source: error },
    }
}
