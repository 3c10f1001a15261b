//! Files that every trial needs besides the candidate (`--with`).

use std::fs;
use std::io;
use std::os::unix::fs::lchown;
use std::path::{Component, Path, PathBuf};

use super::Access;
use crate::property::PropertyError;

/// A file or directory that is put into the directory of every trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    source: PathBuf,
    name: PathBuf,
    kind: ExtraKind,
}

/// How an extra file is put into a trial's directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExtraKind {
    /// As a copy, which a trial may change.
    #[default]
    Copy,
    /// As a symbolic link. That costs nothing, but a trial that writes to it changes the original.
    Link,
}

impl Extra {
    /// Creates an extra file. A relative `source` is resolved now. In the trial's directory it has
    /// the same path if that is relative and without `..`; else the last component.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn new(source: &Path, kind: ExtraKind) -> Result<Extra, PropertyError> {
        let failed = |error| PropertyError::Extra { path: source.to_path_buf(), source: error };
        let absolute = std::path::absolute(source).map_err(failed)?;
        fs::metadata(&absolute).map_err(failed)?;
        let name = match is_inside(source) {
            true => source.to_path_buf(),
            false => absolute.file_name().map(PathBuf::from).ok_or_else(|| {
                failed(io::Error::new(io::ErrorKind::InvalidInput, "it has no name that a trial could use"))
            })?,
        };
        Ok(Extra { source: absolute, name, kind })
    }

    /// Creates another name for a file of the candidate, within the trial's directory.
    pub fn within(path: impl Into<PathBuf>, name: impl Into<PathBuf>) -> Extra {
        Extra { source: path.into(), name: name.into(), kind: ExtraKind::Link }
    }

    /// Creates another name for the trial's directory within itself. Some tools put the directory
    /// `name` itself into the trial's directory, not its content; a test that was written for such
    /// a tool finds it there.
    pub fn itself(name: impl Into<PathBuf>) -> Extra {
        Extra { source: PathBuf::from("."), name: name.into(), kind: ExtraKind::Link }
    }

    /// Creates an extra file that has another name in the trial.
    pub(super) fn named(source: PathBuf, name: PathBuf) -> Extra {
        Extra { source, name, kind: ExtraKind::Copy }
    }

    /// Returns the path of the original.
    pub(super) fn source(&self) -> &Path {
        &self.source
    }

    /// Returns its path in a trial's directory.
    pub(super) fn name(&self) -> &Path {
        &self.name
    }

    /// Returns how it is put into a trial.
    pub(super) fn kind(&self) -> ExtraKind {
        self.kind
    }

    /// Puts it into a trial's directory.
    pub(super) fn place(&self, directory: &Path) -> Result<(), PropertyError> {
        let target = directory.join(&self.name);
        let placed = target.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| match self.kind {
            ExtraKind::Copy => copy(&self.source, &target),
            ExtraKind::Link => std::os::unix::fs::symlink(&self.source, &target),
        });
        placed.map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                PropertyError::DiskFull { path: target }
            }
            _ => PropertyError::Extra { path: self.source.clone(), source: error },
        })
    }
}

/// Whether a path is relative and stays within its directory.
pub(super) fn is_inside(path: &Path) -> bool {
    path.components().all(|component| matches!(component, Component::Normal(_)))
        && path.components().next().is_some()
}

/// Copies a file with its permissions, or a directory with its content. Links within it stay links.
fn copy(source: &Path, target: &Path) -> io::Result<()> {
    let mut open = vec![(source.to_path_buf(), target.to_path_buf())];
    let mut is_given = true;
    while let Some((source, target)) = open.pop() {
        let metadata = if is_given { fs::metadata(&source)? } else { fs::symlink_metadata(&source)? };
        is_given = false;
        if metadata.is_dir() {
            fs::create_dir_all(&target)?;
            for entry in fs::read_dir(&source)? {
                let entry = entry?;
                open.push((entry.path(), target.join(entry.file_name())));
            }
        } else if metadata.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&source)?, &target)?;
        } else if metadata.is_file() {
            fs::copy(&source, &target)?;
        } else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "only files, directories and links can be copied",
            ));
        }
    }
    Ok(())
}

/// Gives a directory and its content to another user; the directory itself last, so that nobody
/// else can change the content before.
pub(super) fn hand_over(root: &Path, access: Access) -> io::Result<()> {
    let Some(owner) = access.owner() else { return Ok(()) };
    let mut found = vec![root.to_path_buf()];
    let mut n_read = 0;
    while n_read < found.len() {
        if fs::symlink_metadata(&found[n_read])?.is_dir() {
            for entry in fs::read_dir(&found[n_read])? {
                found.push(entry?.path());
            }
        }
        n_read += 1;
    }
    found.iter().rev().try_for_each(|path| lchown(path, Some(owner.uid), Some(owner.gid)))
}
