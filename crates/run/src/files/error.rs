//! Errors of files that a user names.

use std::io;
use std::path::PathBuf;

/// A problem with a file or directory of the user's. Each message names the path and the way out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilesError {
    /// Nothing was named.
    #[error("no input was named; give a file or a directory")]
    NothingNamed,
    /// There is nothing at the path.
    #[error("{path} does not exist; check the spelling and the directory you are in")]
    Missing {
        /// The path as it was given.
        path: PathBuf,
    },
    /// The path exists and cannot be read.
    #[error(
        "cannot read {path}: {source}; give yourself the permission (chmod u+r), or take it out of the input"
    )]
    Unreadable {
        /// The path that failed.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A named pipe, socket or device was named as the input.
    #[error("{path} is a {what}, which can be read only once; copy it into a file and reduce that")]
    NotAFile {
        /// The path as it was given.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A symbolic link in a tree leads to a directory outside the tree, or to one that contains the
    /// link.
    #[error(
        "{path} is a symbolic link to the directory {target}, {why}; replace it by a copy, or take it out"
    )]
    LinkedDirectory {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
        /// Why it is not followed.
        why: &'static str,
    },
    /// A directory has no files.
    #[error("there are no files in {path}, so there is nothing to reduce")]
    NoFiles {
        /// The directory.
        path: PathBuf,
    },
    /// Another user may have written the backup of the original.
    #[error("the backup {path} can't be trusted: {why}; look at it, then move it away or make it yours")]
    NotOurs {
        /// The backup.
        path: PathBuf,
        /// Why.
        why: &'static str,
    },
    /// Two of the inputs are the same file.
    #[error("{path} is named twice; name it once")]
    NamedTwice {
        /// The path relative to the root of the input.
        path: PathBuf,
    },
    /// The root of a file system was named.
    #[error("{path} has no name from which to derive the output's; name a directory inside it")]
    Nameless {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Something that this session did not write is at the path of the output.
    #[error(
        "{path} exists and was not written by this session; choose another --output, or --force to replace it"
    )]
    OutputExists {
        /// The output.
        path: PathBuf,
    },
    /// The output is the input.
    #[error("the output {path} would replace the input; use --in-place if that is what you want")]
    OutputIsInput {
        /// The output.
        path: PathBuf,
    },
    /// One of the output and the input lies inside the other.
    #[error(
        "the output {path} lies inside the input {input}, or the input inside the output; choose another --output"
    )]
    OutputInsideInput {
        /// The output.
        path: PathBuf,
        /// The input.
        input: PathBuf,
    },
    /// The directory of the output does not exist.
    #[error("there is no directory {path} for the output; make it (mkdir -p), or choose another --output")]
    NoDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// The output would be a directory and a file exists there, or the other way round.
    #[error("{path} exists and is not a {wanted}; choose another --output")]
    WrongKind {
        /// The output.
        path: PathBuf,
        /// The kind of output: `file` or `directory`.
        wanted: &'static str,
    },
    /// The name of the backup is in use.
    #[error("{path} exists, so the original can't be kept there; move it away, or use --output")]
    BackupExists {
        /// The backup.
        path: PathBuf,
    },
    /// Several files cannot be replaced in one step.
    #[error("--in-place works on one file or one directory; give an --output, or name their directory")]
    SeveralInPlace,
    /// A side file, such as the summary, would replace something that is never replaced.
    #[error("{path} is {what}, which is never replaced; choose another name")]
    WouldReplace {
        /// The path as it was given.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Something that no run wrote is at the path of a side file.
    #[error("{path} exists and was not written by dwindle; choose another name, or --force to replace it")]
    Taken {
        /// The path as it was given.
        path: PathBuf,
    },
    /// Another program changed the output while the session ran.
    #[error("{path} was changed by another program during the run, so it is not replaced")]
    ChangedMeanwhile {
        /// The output.
        path: PathBuf,
    },
    /// A document of several files cannot be written to a single file.
    #[error("the result has {n_files} files and cannot be written to the single file {path}")]
    NotOneFile {
        /// The output.
        path: PathBuf,
        /// How many files the document has.
        n_files: usize,
    },
    /// Writing failed.
    #[error("cannot write {path}: {source}{}", way_out(.source))]
    Write {
        /// The path that failed.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl FilesError {
    /// Whether a disk, quota or size limit is exhausted, so that freeing space may help.
    pub fn is_disk_full(&self) -> bool {
        matches!(self, FilesError::Write { source, .. } if is_disk_full(source))
    }

    pub(super) fn unreadable(path: impl Into<PathBuf>, source: io::Error) -> FilesError {
        let path = path.into();
        match source.kind() {
            io::ErrorKind::NotFound => FilesError::Missing { path },
            _ => FilesError::Unreadable { path, source },
        }
    }

    pub(super) fn write(path: impl Into<PathBuf>, source: io::Error) -> FilesError {
        FilesError::Write { path: path.into(), source }
    }
}

/// Whether an error means that a disk, quota or size limit is exhausted.
pub(crate) fn is_disk_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

fn way_out(source: &io::Error) -> &'static str {
    match source.kind() {
        _ if is_disk_full(source) => "; free some space, or choose an --output on another disk",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose an --output in a directory that you can write to"
        }
        _ => "",
    }
}
