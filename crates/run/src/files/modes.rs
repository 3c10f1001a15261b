//! The permissions of the user's files, which copies of them keep.

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
    /// Looks at the files of an input and the directories in which they are.
    pub fn of(input: &Input) -> Modes {
        let mut bits = BTreeMap::new();
        for file in input.document.files() {
            let mut look = |path: &Path, place: PathBuf| {
                if let (false, Ok(metadata)) = (bits.contains_key(path), fs::metadata(place)) {
                    bits.insert(path.to_owned(), metadata.permissions().mode() & 0o777);
                }
            };
            match input.shape {
                Shape::File => look(file.path(), input.origin.clone()),
                // The last ancestor is the empty path: the directory itself.
                Shape::Tree => file.path().ancestors().for_each(|path| look(path, input.origin.join(path))),
                Shape::Several => {
                    let inner = file.path().ancestors().filter(|path| !path.as_os_str().is_empty());
                    inner.for_each(|path| look(path, input.origin.join(path)));
                }
            }
        }
        Modes { bits }
    }

    /// Lists the permissions with the paths as bytes.
    pub(crate) fn to_list(&self) -> Vec<(Vec<u8>, u32)> {
        self.bits.iter().map(|(path, bits)| (path.as_os_str().as_bytes().to_vec(), *bits)).collect()
    }

    /// Makes the permissions of such a list.
    pub(crate) fn from_list(list: Vec<(Vec<u8>, u32)>) -> Modes {
        let bits = list.into_iter().map(|(path, bits)| (OsString::from_vec(path).into(), bits & 0o777));
        Modes { bits: bits.collect() }
    }

    /// Returns the permissions that a copy of a file is made with, before the umask.
    pub fn of_file(&self, file: &File) -> u32 {
        let usual = match file.mode() {
            Mode::Plain => 0o666,
            Mode::Executable => 0o777,
        };
        // A copy can be written by its owner, because the next one is made from it.
        self.bits.get(file.path()).map_or(usual, |bits| bits | 0o600)
    }

    /// Returns the permissions that a copy of a directory is made with, before the umask; of the
    /// whole tree for the empty path.
    pub fn of_directory(&self, path: &Path) -> u32 {
        self.bits.get(path).map_or(0o777, |bits| bits | 0o700)
    }

    /// Whether everybody on the machine may read everything.
    pub fn are_public(&self) -> bool {
        self.bits.values().all(|bits| bits & 0o004 != 0)
    }
}
