//! A document as a directory tree on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use dwindle_reduce::{Document, File};

use super::error::FilesError;
use super::modes::Modes;
use super::put::sync_directory;

/// Most new files and directories that are synced one by one. For more of them, one sync of the
/// whole file system is cheaper.
const MAX_SINGLE_SYNCS: usize = 64;

/// Metadata that shows whether a file was changed since we wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    len: u64,
    changed: (i64, i64),
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Stamp {
        let changed = (metadata.mtime(), metadata.mtime_nsec());
        Stamp { device: metadata.dev(), inode: metadata.ino(), len: metadata.len(), changed }
    }

    pub(super) fn at(path: &Path) -> Option<Stamp> {
        path.symlink_metadata().ok().map(|metadata| Stamp::of(&metadata))
    }

    /// Whether both are the same file or directory, changed or not.
    pub(super) fn is_same_inode(&self, other: &Stamp) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

/// A document in a directory, and the stamps of its files.
pub(super) struct Written {
    document: Document,
    stamps: BTreeMap<PathBuf, Stamp>,
}

impl Written {
    /// Takes the stamps of a document that exists in a directory.
    pub(super) fn found(root: &Path, document: &Document) -> Written {
        let stamp = |file: &File| Some((file.path().to_owned(), Stamp::at(&root.join(file.path()))?));
        Written { document: document.clone(), stamps: document.files().iter().filter_map(stamp).collect() }
    }

    /// Returns the file at `path` if it was not changed in `root`.
    fn unchanged(&self, root: &Path, path: &Path) -> Option<&File> {
        let stamp = self.stamps.get(path)?;
        let files = self.document.files();
        let file = &files[files.binary_search_by(|file| file.path().cmp(path)).ok()?];
        (Stamp::at(&root.join(path))? == *stamp).then_some(file)
    }

    /// Removes from `root` the files that were not changed. Returns whether the directory is gone.
    pub(super) fn remove(&self, root: &Path) -> io::Result<bool> {
        for path in self.stamps.keys() {
            if self.unchanged(root, path).is_some() {
                fs::remove_file(root.join(path))?;
            }
        }
        for directory in directories(&self.document).iter().rev() {
            // This fails for a directory with other files, which is kept.
            let _ = fs::remove_dir(root.join(directory));
        }
        let _ = fs::remove_dir(root);
        Ok(root.symlink_metadata().is_err())
    }
}

/// Writes a document into the empty directory `root` and syncs it.
///
/// Files that are the same in `before` are linked from its directory. So the cost is writing the
/// files that differ, and O(files) links.
pub(super) fn write_tree(
    root: &Path,
    document: &Document,
    modes: &Modes,
    before: Option<(&Path, &Written)>,
) -> Result<Written, FilesError> {
    let directories = directories(document);
    for directory in &directories {
        let path = root.join(directory);
        DirBuilder::new()
            .mode(modes.of_directory(directory))
            .create(&path)
            .map_err(|source| FilesError::write(&path, source))?;
    }
    let mut stamps = BTreeMap::new();
    let mut written = Vec::new();
    for file in document.files() {
        let path = root.join(file.path());
        let linked = before.is_some_and(|(old_root, before)| {
            let same = before.unchanged(old_root, file.path()).is_some_and(|old| is_same(old, file));
            same && fs::hard_link(old_root.join(file.path()), &path).is_ok()
        });
        if !linked {
            write_file(&path, file, modes.of_file(file))
                .map_err(|source| FilesError::write(&path, source))?;
            written.push(path.clone());
        }
        let stamp = path.symlink_metadata().map_err(|source| FilesError::write(&path, source))?;
        stamps.insert(file.path().to_owned(), Stamp::of(&stamp));
    }
    let directories: Vec<PathBuf> = directories.iter().map(|directory| root.join(directory)).collect();
    sync(root, &written, &directories).map_err(|source| FilesError::write(root, source))?;
    Ok(Written { document: document.clone(), stamps })
}

fn write_file(path: &Path, file: &File, mode: u32) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?.write_all(file.bytes())
}

fn is_same(old: &File, new: &File) -> bool {
    let (a, b) = (old.bytes(), new.bytes());
    old.mode() == new.mode() && a.len() == b.len() && (a.as_ptr() == b.as_ptr() || a == b)
}

/// Returns all directories of a document, parents before children.
fn directories(document: &Document) -> BTreeSet<PathBuf> {
    let mut directories = BTreeSet::new();
    for file in document.files() {
        let parents = file.path().ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
        for parent in parents {
            if !directories.insert(parent.to_owned()) {
                break;
            }
        }
    }
    directories
}

fn sync(root: &Path, files: &[PathBuf], directories: &[PathBuf]) -> io::Result<()> {
    if MAX_SINGLE_SYNCS < files.len() + directories.len() {
        return Ok(rustix::fs::syncfs(fs::File::open(root)?)?);
    }
    for file in files {
        fs::File::open(file)?.sync_all()?;
    }
    for directory in directories {
        sync_directory(directory)?;
    }
    sync_directory(root)
}
