//! The files of a directory tree.

use std::fs::{self, FileType};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

use dwindle_reduce::{File, Mode};

use super::error::FilesError;
use super::names::SESSIONS;

/// An entry of a tree that is not part of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its path.
    pub path: PathBuf,
    /// Why it was skipped.
    pub why: WhySkipped,
}

/// Why an entry of a tree is not part of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhySkipped {
    /// Data of a version control system (`.git`, `.hg`, `.svn` …).
    VersionControl,
    /// The directory of sessions, or a scratch of one.
    Session,
    /// A symbolic link that leads nowhere, such as an editor's lock, or to itself.
    DanglingLink,
    /// A named pipe, socket or device, which cannot be copied.
    NotAFile,
}

const VERSION_CONTROL: &[&str] =
    &[".git", ".hg", ".svn", ".bzr", ".jj", ".pijul", "_darcs", "CVS", ".fslckout"];

/// A directory that has to be read.
struct Level {
    directory: PathBuf,
    relative: PathBuf,
    /// The real directories that contain the links on the way here.
    links: Vec<PathBuf>,
}

/// All files below a directory, and the entries that were skipped.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: Vec<File>,
    pub(super) skipped: Vec<Skipped>,
}

/// Reads a directory tree, without recursion: trees may be deep.
///
/// Paths are relative to `root`, with `prefix` in front. A link to a file is read as the file. A
/// link to a directory is followed; it is an error if the directory is outside the tree or contains
/// the link. Empty directories are not part of a document.
pub(super) fn read_tree(root: &Path, prefix: &Path) -> Result<Tree, FilesError> {
    let real_root = real(root)?;
    let mut tree = Tree::default();
    let mut rest = vec![Level { directory: root.to_owned(), relative: prefix.to_owned(), links: Vec::new() }];
    while let Some(level) = rest.pop() {
        let unreadable = |source| FilesError::unreadable(&level.directory, source);
        for entry in fs::read_dir(&level.directory).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, relative) = (entry.path(), level.relative.join(entry.file_name()));
            if let Some(why) = left_out(&entry) {
                tree.skipped.push(Skipped { path, why });
                continue;
            }
            let kind = entry.file_type().map_err(|source| FilesError::unreadable(&path, source))?;
            match resolved(&path, kind)? {
                None => tree.skipped.push(Skipped { path, why: WhySkipped::DanglingLink }),
                Some(target) if target.is_dir() => {
                    let mut links = level.links.clone();
                    if kind.is_symlink() {
                        links.push(real(&level.directory)?);
                        check_link(&path, &links, &real_root)?;
                    }
                    rest.push(Level { directory: path, relative, links });
                }
                Some(target) if target.is_file() => tree.files.push(read_file(&path, relative)?),
                Some(_) => tree.skipped.push(Skipped { path, why: WhySkipped::NotAFile }),
            }
        }
    }
    tree.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(tree)
}

/// Reads one file and its execute permission. A symbolic link is read as the file that it leads to.
pub(super) fn read_file(path: &Path, relative: impl Into<PathBuf>) -> Result<File, FilesError> {
    let read = || -> std::io::Result<File> {
        let bytes = fs::read(path)?;
        let mode = match fs::metadata(path)?.permissions().mode() & 0o111 {
            0 => Mode::Plain,
            _ => Mode::Executable,
        };
        Ok(File::new(relative, bytes).with_mode(mode))
    };
    read().map_err(|source| FilesError::unreadable(path, source))
}

/// Returns the name of a kind that is neither a file nor a directory.
pub(super) fn special(kind: FileType) -> Option<&'static str> {
    if kind.is_fifo() {
        Some("named pipe")
    } else if kind.is_socket() {
        Some("socket")
    } else if kind.is_block_device() || kind.is_char_device() {
        Some("device")
    } else {
        None
    }
}

fn left_out(entry: &fs::DirEntry) -> Option<WhySkipped> {
    let name = entry.file_name();
    if VERSION_CONTROL.iter().any(|known| name == *known) {
        Some(WhySkipped::VersionControl)
    } else if name == SESSIONS || super::scratch::is_scratch(&name) {
        Some(WhySkipped::Session)
    } else {
        None
    }
}

/// Returns the kind of an entry; of a link, the kind of its target. Returns `None` for a dangling
/// link.
fn resolved(path: &Path, kind: FileType) -> Result<Option<FileType>, FilesError> {
    if !kind.is_symlink() {
        return Ok(Some(kind));
    }
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata.file_type())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        // It leads to itself.
        Err(error) if error.raw_os_error() == Some(libc::ELOOP) => Ok(None),
        Err(source) => Err(FilesError::unreadable(path, source)),
    }
}

fn real(path: &Path) -> Result<PathBuf, FilesError> {
    path.canonicalize().map_err(|source| FilesError::unreadable(path, source))
}

fn check_link(path: &Path, links: &[PathBuf], real_root: &Path) -> Result<(), FilesError> {
    let target = real(path)?;
    let why = if !target.starts_with(real_root) {
        "which is outside of the input"
    } else if links.iter().any(|directory| directory.starts_with(&target)) {
        "which contains the link"
    } else {
        return Ok(());
    };
    Err(FilesError::LinkedDirectory { path: path.to_owned(), target, why })
}
