//! The paths of the candidate that a test gets as arguments.

use std::path::{Path, PathBuf};

use dwindle_reduce::Document;
use serde::{Deserialize, Serialize};

/// The paths that a test gets as arguments, relative to its directory. They are the same in every
/// trial: `$1` and `$2` always mean the same file, even if a candidate lacks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidatePaths {
    #[serde(with = "raw")]
    relative: Vec<PathBuf>,
}

impl CandidatePaths {
    /// Returns the path of the file for a document of one file, else the directory.
    pub fn of(original: &Document) -> CandidatePaths {
        match original.files() {
            [file] => CandidatePaths::files([file.path()]),
            _ => CandidatePaths::root(),
        }
    }

    /// Returns the paths of these files, in the order in which the user named them.
    pub fn files(relative: impl IntoIterator<Item = impl AsRef<Path>>) -> CandidatePaths {
        CandidatePaths { relative: relative.into_iter().map(|path| path.as_ref().to_path_buf()).collect() }
    }

    /// Returns the directory with the whole candidate, for a directory as input.
    pub fn root() -> CandidatePaths {
        CandidatePaths { relative: vec![PathBuf::new()] }
    }

    /// Returns the absolute path of the only file, which is also the standard input of a test;
    /// `None` for several files.
    pub fn only_file(&self, directory: &Path) -> Option<PathBuf> {
        match &self.relative[..] {
            [only] if !only.as_os_str().is_empty() => Some(directory.join(only)),
            _ => None,
        }
    }

    /// Returns the absolute paths in a trial's directory.
    pub fn in_directory(&self, directory: &Path) -> impl Iterator<Item = PathBuf> {
        // Joining the empty path would append a slash.
        self.relative.iter().map(move |relative| match relative.as_os_str().is_empty() {
            true => directory.to_path_buf(),
            false => directory.join(relative),
        })
    }
}

/// Serializes paths as bytes, because they need not be UTF-8.
mod raw {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(paths.iter().map(|path| path.as_os_str().as_bytes()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        let paths = Vec::<Vec<u8>>::deserialize(deserializer)?;
        Ok(paths.into_iter().map(|path| PathBuf::from(OsString::from_vec(path))).collect())
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::File;

    use super::*;

    fn paths(of: &CandidatePaths) -> Vec<PathBuf> {
        of.in_directory(Path::new("/trial")).collect()
    }

    #[test]
    fn one_file_is_given_by_its_path() {
        assert_eq!(
            paths(&CandidatePaths::of(&Document::single("crash.c", ""))),
            [Path::new("/trial/crash.c")]
        );
    }

    #[test]
    fn a_tree_is_given_by_its_root() {
        let tree = Document::new([File::new("a", Vec::new()), File::new("b/c", Vec::new())]);
        assert_eq!(paths(&CandidatePaths::of(&tree)), [Path::new("/trial")]);
    }

    #[test]
    fn named_files_keep_the_order_in_which_they_were_named() {
        let named = CandidatePaths::files(["b.c", "a.c"]);
        assert_eq!(paths(&named), [Path::new("/trial/b.c"), Path::new("/trial/a.c")]);
    }
}
