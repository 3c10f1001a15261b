//! What the user wants to be reduced.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use dwindle_reduce::{Document, File};

use super::error::FilesError;
use super::names::backup_path;
use super::ownership::why_not_ours;
use super::walk::{Skipped, read_file, read_tree, special};

/// The input of a session: its document, and where that came from.
#[derive(Clone, Debug)]
pub struct Input {
    /// What is reduced.
    pub document: Document,
    /// What the user named.
    pub shape: Shape,
    /// Where it is: the absolute path of the file or directory, or the directory that several
    /// inputs have in common. Links are resolved, apart from the last name of a single file.
    pub origin: PathBuf,
    /// What the output and the session are called after.
    pub name: OsString,
    /// What was found and left out.
    pub skipped: Vec<Skipped>,
}

/// What the user named.
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
    /// Reads what the user named. Bytes are taken as they are.
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

    /// Reads `content` as if it stood at `path`.
    fn load_one(path: &Path, content: &Path) -> Result<Input, FilesError> {
        let metadata = fs::metadata(content).map_err(|source| FilesError::unreadable(content, source))?;
        if let Some(what) = special(metadata.file_type()) {
            return Err(FilesError::NotAFile { path: path.to_owned(), what });
        }
        let nameless = || FilesError::Nameless { path: path.to_owned() };
        if metadata.is_dir() {
            let origin = match resolve(path) {
                Ok(origin) => origin,
                // The original was moved to its backup, and its place not filled before the run was
                // killed.
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

/// Fails if another user can have put the backup there.
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
    let mut places = Vec::with_capacity(paths.len());
    for path in paths {
        let metadata = fs::metadata(path).map_err(|source| FilesError::unreadable(*path, source))?;
        if let Some(what) = special(metadata.file_type()) {
            return Err(FilesError::NotAFile { path: (*path).to_owned(), what });
        }
        let place = match path.file_name() {
            Some(name) => resolve_parent(path)?.join(name),
            None => resolve(path)?,
        };
        places.push((place, metadata.is_dir()));
    }
    let origin = root_of(&places)?;
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for (place, is_directory) in &places {
        let relative = place.strip_prefix(&origin).expect("the root contains every input");
        if *is_directory {
            let tree = read_tree(place, relative)?;
            files.extend(tree.files);
            skipped.extend(tree.skipped);
        } else {
            files.push(read_file(place, relative)?);
        }
    }
    if let Some(path) = twice(&mut files) {
        return Err(FilesError::NamedTwice { path });
    }
    if files.is_empty() {
        return Err(FilesError::NoFiles { path: origin });
    }
    let name = places[0].0.file_name().unwrap_or(OsStr::new("input")).to_owned();
    Ok(Input { document: Document::new(files), shape: Shape::Several, origin, name, skipped })
}

/// Returns the directory that the paths of the document are relative to.
fn root_of(places: &[(PathBuf, bool)]) -> Result<PathBuf, FilesError> {
    let here = resolve(Path::new("."))?;
    if places.iter().all(|(place, _)| place.starts_with(&here)) {
        return Ok(here);
    }
    let first = &places[0];
    let mut root = if first.1 { first.0.as_path() } else { first.0.parent().unwrap_or(&first.0) };
    while !places.iter().all(|(place, _)| place.starts_with(root)) {
        root = root.parent().expect("the root of the file system contains every path");
    }
    Ok(root.to_owned())
}

fn twice(files: &mut [File]) -> Option<PathBuf> {
    files.sort_by(|a, b| a.path().cmp(b.path()));
    let pair = files.windows(2).find(|pair| pair[0].path() == pair[1].path())?;
    Some(pair[0].path().to_owned())
}

fn resolve(path: &Path) -> Result<PathBuf, FilesError> {
    path.canonicalize().map_err(|source| FilesError::unreadable(path, source))
}

/// Returns the absolute directory in which a path's last name stands.
pub(super) fn resolve_parent(path: &Path) -> Result<PathBuf, FilesError> {
    match path.parent() {
        Some(parent) if parent.components().next().is_some() => resolve(parent),
        _ if path.components().next() == Some(Component::RootDir) => Ok(PathBuf::from("/")),
        _ => resolve(Path::new(".")),
    }
}
