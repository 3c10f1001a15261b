//! The permissions of the input's files, which copies of them keep.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use dwindle_reduce::{File, Mode};

use super::input::{Input, Shape};

/// The permissions of the files and directories of an input, by their path in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modes {
    bits: BTreeMap<PathBuf, u32>,
}

impl Modes {
    /// Reads the permissions of an input's files and of the directories that contain them.
    pub fn of(input: &Input) -> Modes {
        let mut bits = BTreeMap::new();
        for file in input.document.files() {
            let mut read = |path: &Path, real_path: PathBuf| {
                if let (false, Ok(metadata)) = (bits.contains_key(path), fs::metadata(real_path)) {
                    bits.insert(path.to_owned(), metadata.permissions().mode() & 0o777);
                }
            };
            match input.shape {
                Shape::File => read(file.path(), input.origin.clone()),
                // The last ancestor is the empty path: the directory itself.
                Shape::Tree => file.path().ancestors().for_each(|path| read(path, input.origin.join(path))),
                Shape::Several => {
                    let inner = file.path().ancestors().filter(|path| !path.as_os_str().is_empty());
                    inner.for_each(|path| read(path, input.origin.join(path)));
                }
            }
        }
        Modes { bits }
    }

    /// Returns the paths, as bytes, and their permissions.
    pub(crate) fn to_list(&self) -> Vec<(Vec<u8>, u32)> {
        self.bits.iter().map(|(path, bits)| (path.as_os_str().as_bytes().to_vec(), *bits)).collect()
    }

    /// Creates the permissions from the result of [`to_list`](Modes::to_list).
    pub(crate) fn from_list(list: Vec<(Vec<u8>, u32)>) -> Modes {
        let bits = list.into_iter().map(|(path, bits)| (OsString::from_vec(path).into(), bits & 0o777));
        Modes { bits: bits.collect() }
    }

    /// Returns the permissions with which a copy of a file is created, before the umask.
    pub fn of_file(&self, file: &File) -> u32 {
        let usual = match file.mode() {
            Mode::Plain => 0o666,
            Mode::Executable => 0o777,
        };
        // The owner may write to a copy: a later candidate may overwrite it.
        self.bits.get(file.path()).map_or(usual, |bits| bits | 0o600)
    }

    /// Returns the permissions with which a copy of a directory is created, before the umask. The
    /// empty path is the input itself.
    pub fn of_directory(&self, path: &Path) -> u32 {
        self.bits.get(path).map_or(0o777, |bits| bits | 0o700)
    }

    /// Whether every user of the machine may read all files.
    pub fn are_public(&self) -> bool {
        self.bits.values().all(|bits| bits & 0o004 != 0)
    }
}
