//! The directory of a session.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::JournalError;
use crate::files::{Input, SESSIONS, Shape, open_ours, shortened, why_not_ours};

/// The file in a session's directory that keeps its events for reports. No run depends on it.
pub const RECORD: &str = "record";

/// The file that marks a directory as one of a session. It is locked, and contains the id of the
/// process that uses the session.
const MARK: &str = "dwindle-session";

/// The directory of one session. It is locked: no other run uses it until this is dropped.
///
/// The lock is the kernel's (`flock`), so it ends with the process that holds it, even a killed
/// one.
#[derive(Debug)]
pub struct SessionDirectory {
    path: PathBuf,
    _lock: File,
}

impl SessionDirectory {
    /// Returns the path of the session of an input: `.dwindle/NAME-…` beside it, the same for every
    /// run.
    pub fn path_for(input: &Input) -> PathBuf {
        let mut hasher = blake3::Hasher::new();
        hasher.update(input.origin.as_os_str().as_bytes());
        if input.shape == Shape::Several {
            for file in input.document.files() {
                hasher.update(b"\0").update(file.path().as_os_str().as_bytes());
            }
        }
        let mut name = shortened(&input.name).to_owned();
        name.push(format!("-{}", &hasher.finalize().to_hex()[..8]));
        let beside = match input.shape {
            Shape::Several => input.origin.as_path(),
            Shape::File | Shape::Tree => input.origin.parent().unwrap_or(Path::new("/")),
        };
        beside.join(SESSIONS).join(name)
    }

    /// Creates the directory if it does not exist, and locks it.
    ///
    /// # Errors
    /// When it cannot be written to, another run uses it, or it has files but is not a session.
    pub fn open(path: impl Into<PathBuf>) -> Result<SessionDirectory, JournalError> {
        let path = path.into();
        let failed = |source| JournalError::Directory { path: path.clone(), source };
        create_private(&path).map_err(failed)?;
        let sessions = path.parent().filter(|parent| parent.ends_with(SESSIONS));
        for directory in sessions.into_iter().chain([path.as_path()]) {
            let metadata = directory.symlink_metadata().map_err(failed)?;
            if let Some(why) = why_not_ours(&metadata) {
                return Err(JournalError::NotOurs { path: directory.to_owned(), why });
            }
        }
        let mark = path.join(MARK);
        let is_empty = path.read_dir().map_err(failed)?.next().is_none();
        if !is_empty && mark.symlink_metadata().is_err() {
            return Err(JournalError::NotASession { path });
        }
        if let Some(sessions) = sessions {
            hide_from_version_control(sessions).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let mut lock = open_ours(&mark, &mut options).map_err(failed)?;
        match try_lock_repeatedly(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let pid = lock.read_to_string(&mut text).ok().and_then(|_| text.trim().parse().ok());
                return Err(JournalError::InUse { path, pid });
            }
            // On a file system without locks, the user must not start two runs at once.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let written = lock
            .rewind()
            .and_then(|()| lock.set_len(0))
            .and_then(|()| writeln!(lock, "{}", std::process::id()));
        written.map_err(failed)?;
        Ok(SessionDirectory { path, _lock: lock })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the record.
    pub fn record(&self) -> PathBuf {
        self.path.join(RECORD)
    }

    /// Returns the path of the journal.
    pub fn journal(&self) -> PathBuf {
        self.path.join("journal")
    }
}

/// Creates a directory that only this user may enter, and missing directories above it.
fn create_private(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700).create(path)
}

fn hide_from_version_control(sessions: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).open(sessions.join(".gitignore")) {
        Ok(mut file) => file.write_all(b"*\n"),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Locks a file; tries again for half a second while it is locked. A process that was just forked
/// shares the locks of its parent until it has executed another program.
fn try_lock_repeatedly(lock: &File) -> Result<(), TryLockError> {
    for _ in 0..N_LOCK_RETRIES {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_INTERVAL),
            answer => return answer,
        }
    }
    lock.try_lock()
}

const N_LOCK_RETRIES: u32 = 25;
const LOCK_INTERVAL: Duration = Duration::from_millis(20);
