//! The directory of one trial.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use dwindle_reduce::{Document, File, Mode, Verdict};

use super::Extra;
use super::removal::remove_tree;
use super::space::Space;
use crate::property::PropertyError;

/// A directory that holds the files of a candidate, and beside it a private one for temporary files. Both are removed
/// when it is dropped, unless it is kept.
///
/// Both can be traversed by other users, and the one for temporary files can be written by them: a test may drop to
/// another user.
#[derive(Debug)]
pub struct TrialDirectory {
    path: PathBuf,
    temporary: PathBuf,
    keep: bool,
    // The space is removed with its last trial.
    space: Arc<Space>,
}

impl TrialDirectory {
    /// Makes a directory in `space` that holds the extra files and the document.
    pub(super) fn new(
        space: &Arc<Space>,
        extras: &[Extra],
        document: &Document,
    ) -> Result<TrialDirectory, PropertyError> {
        let path = space.fresh_path();
        let temporary = path.with_extension("tmp");
        let trial = TrialDirectory { path, temporary, keep: false, space: space.clone() };
        trial.fill(extras, document)?;
        Ok(trial)
    }

    /// Returns the directory that holds the candidate, in which the test starts.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the directory for temporary files.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Empties the directory and fills it again, at the same path.
    pub(super) fn refill(&self, extras: &[Extra], document: &Document) -> Result<(), PropertyError> {
        for directory in [&self.path, &self.temporary] {
            remove_tree(directory).map_err(|error| failed(directory, error))?;
        }
        self.fill(extras, document)
    }

    /// Returns what a verdict that was reached here is worth: where there is no room left, "boring" may just mean that
    /// the test could not write, so that it is unresolved.
    pub fn believed(&self, verdict: Verdict) -> Verdict {
        const NO_ROOM: u64 = 64 << 10;
        let is_full =
            || free_bytes(&self.temporary).or_else(|| free_bytes(&self.path)).is_some_and(|n| n < NO_ROOM);
        if verdict == Verdict::Boring && is_full() { Verdict::Unresolved } else { verdict }
    }

    /// Leaves the directory behind for a person to look at, until a later session sweeps it. Returns its path.
    pub fn keep(mut self) -> PathBuf {
        self.keep = true;
        // A space that is never dropped is not removed at the end of this process, only unlocked.
        std::mem::forget(self.space.clone());
        self.path.clone()
    }

    fn fill(&self, extras: &[Extra], document: &Document) -> Result<(), PropertyError> {
        make_directory(&self.path, 0o755)?;
        // As `/tmp` is: everybody may write, nobody may remove what is not his.
        make_directory(&self.temporary, 0o1777)?;
        extras.iter().try_for_each(|extra| extra.place(&self.path))?;
        let mut made = BTreeSet::new();
        for file in document.files() {
            let relative = file.path();
            if !is_inside(relative) {
                let error =
                    io::Error::new(io::ErrorKind::InvalidInput, "a candidate must stay in its directory");
                return Err(failed(relative, error));
            }
            make_parents(&self.path, relative, &mut made)?;
            write(&self.path.join(relative), file)?;
        }
        Ok(())
    }
}

impl Drop for TrialDirectory {
    fn drop(&mut self) {
        if !self.keep {
            // What another user left may resist; the session's space goes last and is swept again later.
            let _ = remove_tree(&self.path);
            let _ = remove_tree(&self.temporary);
        }
    }
}

/// Whether a relative path leads to something below where it starts.
pub(super) fn is_inside(path: &Path) -> bool {
    path.components().all(|component| matches!(component, Component::Normal(_)))
        && path.components().next().is_some()
}

fn make_directory(path: &Path, mode: u32) -> Result<(), PropertyError> {
    // The mode is set afterwards, because the mask of new files must not narrow it.
    let made = fs::create_dir(path).and_then(|()| fs::set_permissions(path, Permissions::from_mode(mode)));
    made.map_err(|error| failed(path, error))
}

fn make_parents<'a>(root: &Path, file: &'a Path, made: &mut BTreeSet<&'a Path>) -> Result<(), PropertyError> {
    let missing: Vec<&Path> = file
        .ancestors()
        .skip(1)
        .take_while(|parent| !parent.as_os_str().is_empty() && !made.contains(parent))
        .collect();
    for parent in missing.into_iter().rev() {
        let path = root.join(parent);
        // An extra file may have brought the directory already.
        if !path.is_dir() {
            make_directory(&path, 0o755)?;
        }
        made.insert(parent);
    }
    Ok(())
}

fn write(path: &Path, file: &File) -> Result<(), PropertyError> {
    let mode = match file.mode() {
        Mode::Plain => 0o644,
        Mode::Executable => 0o755,
    };
    let create = || OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    let created = match create() {
        // The candidate goes before an extra file of the same name, which may be a link to something precious.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path).and_then(|()| create())
        }
        created => created,
    };
    let written = created.and_then(|mut target| {
        target.write_all(file.bytes())?;
        target.set_permissions(Permissions::from_mode(mode))
    });
    written.map_err(|error| failed(path, error))
}

/// Returns the room that is left on the file system of a path, for this user.
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
