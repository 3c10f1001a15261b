//! Atomic renaming of files and directories.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

/// Renames `from` to `to`, which must not exist.
///
/// # Errors
/// `AlreadyExists` if `to` exists.
pub(super) fn put_new(from: &Path, to: &Path) -> io::Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(error) if is_unsupported(error) => put_new_by_link(from, to),
        result => Ok(result?),
    }
}

fn put_new_by_link(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() || to.is_symlink() {
        return match to.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(from, to),
        };
    }
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) if to.exists() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Whether two names were exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exchanged {
    Done,
    Unsupported,
}

/// Exchanges two names atomically, if the file system can.
pub(super) fn exchange(a: &Path, b: &Path) -> io::Result<Exchanged> {
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(Exchanged::Done),
        Err(error) if is_unsupported(error) => Ok(Exchanged::Unsupported),
        Err(error) => Err(error.into()),
    }
}

fn is_unsupported(error: Errno) -> bool {
    matches!(error, Errno::INVAL | Errno::NOSYS | Errno::NOTSUP)
}

/// Writes the names in a directory to disk, so that they survive a power failure, if the file
/// system can.
pub(super) fn sync_directory(directory: &Path) -> io::Result<()> {
    match File::open(directory)?.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a way of renaming never replaces anything.
    fn check(put: impl Fn(&Path, &Path) -> io::Result<()>) {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::write(path("new"), "new").unwrap();
        fs::write(path("taken"), "taken").unwrap();
        fs::create_dir_all(path("directory/inner")).unwrap();
        std::os::unix::fs::symlink("nowhere", path("dangling")).unwrap();
        for taken in ["taken", "directory", "dangling"] {
            for from in ["new", "directory"] {
                let error = put(&path(from), &path(taken)).unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{from} to {taken}");
            }
        }
        assert_eq!(fs::read(path("taken")).unwrap(), b"taken");
        put(&path("new"), &path("free")).unwrap();
        put(&path("directory"), &path("free directory")).unwrap();
        assert_eq!(fs::read(path("free")).unwrap(), b"new");
        assert!(
            path("free directory/inner").is_dir() && !path("new").exists() && !path("directory").exists()
        );
    }

    #[test]
    fn nothing_is_replaced() {
        check(put_new);
    }

    #[test]
    fn nothing_is_replaced_on_file_systems_without_renameat2() {
        check(put_new_by_link);
    }

    #[test]
    fn two_names_are_exchanged() {
        let place = tempfile::tempdir().unwrap();
        let (a, b) = (place.path().join("a"), place.path().join("b"));
        fs::create_dir(&a).unwrap();
        fs::write(&b, "b").unwrap();
        let done = exchange(&a, &b).unwrap();
        assert_eq!(b.is_dir(), done == Exchanged::Done);
        assert!(exchange(&a, &place.path().join("c")).is_err() || done == Exchanged::Unsupported);
    }
}
