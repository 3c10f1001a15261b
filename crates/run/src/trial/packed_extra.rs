//! Extra files as bytes, for trials on another machine.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::extra::is_inside;
use super::{Extra, ExtraKind};
use crate::property::PropertyError;

/// An extra file, or an extra directory with its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedExtra {
    name: OsString,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Content {
    /// Another name for something in the trial's directory.
    Link(OsString),
    /// The entries, parents before children. The first is the file or directory itself, with an
    /// empty path.
    Entries(Vec<Entry>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    path: OsString,
    node: Node,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Node {
    Directory { mode: u32 },
    File { mode: u32, bytes: Vec<u8> },
    Link { target: OsString },
}

/// An entry of a packed file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedEntry<'a> {
    /// A directory.
    Directory,
    /// A file.
    File {
        /// Whether its owner may execute it.
        is_executable: bool,
        /// Its content.
        bytes: &'a [u8],
    },
    /// A symbolic link.
    Link {
        /// Its target.
        target: &'a OsStr,
    },
}

impl PackedExtra {
    /// Returns the entries with their paths in the trial's directory, parents before children.
    pub fn entries(&self) -> Vec<(PathBuf, PackedEntry<'_>)> {
        let name = Path::new(&self.name);
        let entries = match &self.content {
            Content::Link(target) => return vec![(name.to_owned(), PackedEntry::Link { target })],
            Content::Entries(entries) => entries,
        };
        let packed = entries.iter().map(|Entry { path, node }| {
            let packed = match node {
                Node::Directory { .. } => PackedEntry::Directory,
                Node::File { mode, bytes } => PackedEntry::File { is_executable: mode & 0o100 != 0, bytes },
                Node::Link { target } => PackedEntry::Link { target },
            };
            let path = if path.is_empty() { name.to_owned() } else { name.join(path) };
            (path, packed)
        });
        packed.collect()
    }

    /// Packs an extra file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(extra: &Extra) -> Result<PackedExtra, PropertyError> {
        let name = extra.name().as_os_str().to_owned();
        let source = extra.source();
        let content = match (extra.kind(), source.is_relative()) {
            (ExtraKind::Link, true) => Content::Link(source.as_os_str().to_owned()),
            _ => Content::Entries(
                entries(source)
                    .map_err(|error| PropertyError::Extra { path: source.to_owned(), source: error })?,
            ),
        };
        Ok(PackedExtra { name, content })
    }

    /// Writes it to `home` under the name `number`, and returns it as an extra file of this
    /// machine.
    ///
    /// # Errors
    /// When it cannot be written, or a path in it leads outside.
    pub fn unpack(self, home: &Path, number: usize) -> Result<Extra, PropertyError> {
        let name = PathBuf::from(self.name);
        let entries = match self.content {
            Content::Link(target) => return Ok(Extra::within(target, name)),
            Content::Entries(entries) => entries,
        };
        let root = home.join(number.to_string());
        let written = match is_inside(&name) {
            true => write(&root, entries),
            false => Err(io::Error::new(io::ErrorKind::InvalidData, "its name leads outside the trial")),
        };
        match written {
            Ok(()) => Ok(Extra::named(root, name)),
            Err(source) if source.kind() == io::ErrorKind::StorageFull => {
                Err(PropertyError::DiskFull { path: root })
            }
            Err(source) => Err(PropertyError::Extra { path: name, source }),
        }
    }
}

fn entries(root: &Path) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(path) = open.pop() {
        let is_root = path.as_os_str().is_empty();
        let place = if is_root { root.to_owned() } else { root.join(&path) };
        let metadata = if is_root { fs::metadata(&place)? } else { fs::symlink_metadata(&place)? };
        let mode = metadata.permissions().mode() & 0o777;
        let node = if metadata.is_dir() {
            for entry in fs::read_dir(&place)? {
                open.push(path.join(entry?.file_name()));
            }
            Node::Directory { mode }
        } else if metadata.is_symlink() {
            Node::Link { target: fs::read_link(&place)?.into_os_string() }
        } else if metadata.is_file() {
            Node::File { mode, bytes: fs::read(&place)? }
        } else {
            let why = "only files, directories and links can be copied";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        };
        found.push(Entry { path: path.into_os_string(), node });
    }
    Ok(found)
}

fn write(root: &Path, entries: Vec<Entry>) -> io::Result<()> {
    let mut directories = Vec::new();
    for Entry { path, node } in entries {
        let path = PathBuf::from(path);
        let place = match path.as_os_str().is_empty() {
            true => root.to_owned(),
            false if is_inside(&path) => root.join(&path),
            false => return Err(io::Error::new(io::ErrorKind::InvalidData, "a path in it leads outside")),
        };
        match node {
            Node::Directory { mode } => {
                fs::create_dir(&place)?;
                directories.push((place, mode));
            }
            Node::File { mode, bytes } => {
                fs::write(&place, bytes)?;
                fs::set_permissions(&place, Permissions::from_mode(mode | 0o400))?;
            }
            Node::Link { target } => symlink(target, place)?,
        }
    }
    // Last, because a directory may not be writable with its own permissions.
    for (place, mode) in directories.into_iter().rev() {
        fs::set_permissions(place, Permissions::from_mode(mode | 0o700))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacked_files_are_the_same_as_packed_ones() {
        let there = tempfile::tempdir().unwrap();
        let tree = there.path().join("tree");
        fs::create_dir_all(tree.join("inner")).unwrap();
        fs::write(tree.join("inner/run"), "text").unwrap();
        fs::set_permissions(tree.join("inner/run"), Permissions::from_mode(0o755)).unwrap();
        symlink("inner/run", tree.join("link")).unwrap();
        fs::write(there.path().join("file"), [0, 255]).unwrap();
        let here = tempfile::tempdir().unwrap();
        for (number, name) in ["tree", "file"].into_iter().enumerate() {
            let extra = Extra::new(&there.path().join(name), ExtraKind::Copy).unwrap();
            let unpacked = PackedExtra::of(&extra).unwrap().unpack(here.path(), number).unwrap();
            assert_eq!(PackedExtra::of(&unpacked).unwrap(), PackedExtra::of(&extra).unwrap());
        }
        assert_eq!(fs::read_to_string(here.path().join("0/link")).unwrap(), "text");
        assert_eq!(
            fs::metadata(here.path().join("0/inner/run")).unwrap().permissions().mode() & 0o777,
            0o755
        );
    }

    #[test]
    fn paths_that_lead_outside_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let file =
            |path: &str| Entry { path: path.into(), node: Node::File { mode: 0o600, bytes: Vec::new() } };
        let packed_extra =
            |name: &str, entries| PackedExtra { name: name.into(), content: Content::Entries(entries) };
        assert!(packed_extra("../x", vec![file("")]).unpack(home.path(), 0).is_err());
        assert!(packed_extra("x", vec![file("../../y")]).unpack(home.path(), 1).is_err());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
