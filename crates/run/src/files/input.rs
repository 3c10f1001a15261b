//! The input: the files that the user names.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use dwindle_reduce::{Document, File};

use super::error::FilesError;
use super::names::backup_path;
use super::ownership::why_not_ours;
use super::walk::{Skipped, read_file, read_tree, special};

/// The input of a session: its document, and where it was read from.
#[derive(Clone, Debug)]
pub struct Input {
    /// The document to reduce.
    pub document: Document,
    /// The kind of the input.
    pub shape: Shape,
    /// The absolute path of the file or directory; of several inputs, the directory that they have
    /// in common. Links are resolved, apart from the last name of a single file.
    pub origin: PathBuf,
    /// The name from which those of the output and the session are derived.
    pub name: OsString,
    /// Entries of directories that are not part of the document.
    pub skipped: Vec<Skipped>,
}

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One file. The document has one file, with the file's name as its path.
    File,
    /// A directory. The paths of the document are relative to it: a trial runs in a copy of the
    /// directory.
    Tree,
    /// Several files or directories. The paths of the document are relative to the current
    /// directory or, when one of them is not below it, to the directory that they have in common.
    Several,
}

impl Input {
    /// Reads the files that the user named, without changing their bytes.
    ///
    /// # Errors
    /// When something is missing, unreadable, named twice, or not a file.
    pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<Input, FilesError> {
        match paths {
            [] => Err(FilesError::NothingNamed),
            [path] => Input::load_one(path.as_ref(), path.as_ref()),
            paths => load_several(&paths.iter().map(AsRef::as_ref).collect::<Vec<&Path>>()),
        }
    }

    /// Reads the original of an input that an earlier run replaced (`--in-place`): the backup if
    /// there is one, under the name of the input.
    ///
    /// # Errors
    /// As for [`Input::load`].
    pub fn load_original(path: impl AsRef<Path>) -> Result<Input, FilesError> {
        let path = path.as_ref();
        let backup = backup_path(&resolve(path).unwrap_or_else(|_| path.to_owned()));
        match backup.symlink_metadata() {
            Ok(metadata) => {
                check_backup(&backup, &metadata)?;
                Input::load_one(path, &backup)
            }
            Err(_) => Input::load_one(path, path),
        }
    }

    /// Reads `content` as the input at `path`.
    fn load_one(path: &Path, content: &Path) -> Result<Input, FilesError> {
        let metadata = fs::metadata(content).map_err(|source| FilesError::unreadable(content, source))?;
        if let Some(what) = special(metadata.file_type()) {
            return Err(FilesError::NotAFile { path: path.to_owned(), what });
        }
        let nameless = || FilesError::Nameless { path: path.to_owned() };
        if metadata.is_dir() {
            let origin = match resolve(path) {
                Ok(origin) => origin,
                // A run was killed after it moved the original to its backup and before it wrote
                // the result.
                Err(_) => resolve_parent(path)?.join(path.file_name().ok_or_else(nameless)?),
            };
            let name = origin.file_name().ok_or_else(nameless)?.to_owned();
            let tree = read_tree(content, Path::new(""))?;
            if tree.files.is_empty() {
                return Err(FilesError::NoFiles { path: path.to_owned() });
            }
            let document = Document::new(tree.files);
            return Ok(Input { document, shape: Shape::Tree, origin, name, skipped: tree.skipped });
        }
        let name = path.file_name().ok_or_else(nameless)?.to_owned();
        let origin = resolve_parent(path)?.join(&name);
        let document = Document::new([read_file(content, &name)?]);
        Ok(Input { document, shape: Shape::File, origin, name, skipped: Vec::new() })
    }
}

/// Fails if another user may have written the backup.
fn check_backup(backup: &Path, metadata: &fs::Metadata) -> Result<(), FilesError> {
    let others_write = |directory: &fs::Metadata| directory.mode() & 0o022 != 0;
    match backup.parent().map(fs::metadata) {
        Some(Ok(directory)) if others_write(&directory) => match why_not_ours(metadata) {
            Some(why) => Err(FilesError::NotOurs { path: backup.to_owned(), why }),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn load_several(paths: &[&Path]) -> Result<Input, FilesError> {
    let mut resolved = Vec::with_capacity(paths.len());
    for path in paths {
        let metadata = fs::metadata(path).map_err(|source| FilesError::unreadable(*path, source))?;
        if let Some(what) = special(metadata.file_type()) {
            return Err(FilesError::NotAFile { path: (*path).to_owned(), what });
        }
        let path = match path.file_name() {
            Some(name) => resolve_parent(path)?.join(name),
            None => resolve(path)?,
        };
        resolved.push((path, metadata.is_dir()));
    }
    let origin = root_of(&resolved)?;
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for (path, is_directory) in &resolved {
        let relative = path.strip_prefix(&origin).expect("the root contains every input");
        if *is_directory {
            let tree = read_tree(path, relative)?;
            files.extend(tree.files);
            skipped.extend(tree.skipped);
        } else {
            files.push(read_file(path, relative)?);
        }
    }
    if let Some(path) = twice(&mut files) {
        return Err(FilesError::NamedTwice { path });
    }
    if files.is_empty() {
        return Err(FilesError::NoFiles { path: origin });
    }
    let name = resolved[0].0.file_name().unwrap_or(OsStr::new("input")).to_owned();
    Ok(Input { document: Document::new(files), shape: Shape::Several, origin, name, skipped })
}

/// Returns the directory to which the paths of the document are relative. Each input is its
/// absolute path and whether it is a directory.
fn root_of(inputs: &[(PathBuf, bool)]) -> Result<PathBuf, FilesError> {
    let current = resolve(Path::new("."))?;
    if inputs.iter().all(|(path, _)| path.starts_with(&current)) {
        return Ok(current);
    }
    let first = &inputs[0];
    let mut root = if first.1 { first.0.as_path() } else { first.0.parent().unwrap_or(&first.0) };
    while !inputs.iter().all(|(path, _)| path.starts_with(root)) {
        root = root.parent().expect("the root of the file system contains every path");
    }
    Ok(root.to_owned())
}

/// Returns a path that several of the files have.
fn twice(files: &mut [File]) -> Option<PathBuf> {
    files.sort_by(|a, b| a.path().cmp(b.path()));
    let pair = files.windows(2).find(|pair| pair[0].path() == pair[1].path())?;
    Some(pair[0].path().to_owned())
}

fn resolve(path: &Path) -> Result<PathBuf, FilesError> {
    path.canonicalize().map_err(|source| FilesError::unreadable(path, source))
}

/// Returns the absolute path of the directory that contains a path's last name.
pub(super) fn resolve_parent(path: &Path) -> Result<PathBuf, FilesError> {
    match path.parent() {
        Some(parent) if parent.components().next().is_some() => resolve(parent),
        _ if path.components().next() == Some(Component::RootDir) => Ok(PathBuf::from("/")),
        _ => resolve(Path::new(".")),
    }
}
