//! Side files: what a run writes besides the result, such as a summary, a report or a script.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::error::FilesError;
use super::input::resolve_parent;
use super::scratch::Scratch;

/// A file or directory that no side file may replace or lie in, and a description of it, such as
/// `the input`.
pub type Protected = (PathBuf, &'static str);

/// The path of a side file. It is checked at the start of a run, which may take hours.
#[derive(Debug)]
pub struct SideFile {
    path: PathBuf,
    /// Whether it is a file, or does not exist yet; not a device or a pipe.
    is_regular: bool,
}

impl SideFile {
    /// Checks a path and the file that exists there. Changes nothing on disk. A file may be
    /// replaced if `is_ours` returns true for its content, or if the user insists (`is_forced`).
    ///
    /// # Errors
    /// When the path is protected, something exists there that may not be replaced, or its
    /// directory does not exist.
    pub fn claim(
        path: &Path,
        protected: &[Protected],
        is_ours: impl Fn(&[u8]) -> bool,
        is_forced: bool,
    ) -> Result<SideFile, FilesError> {
        let wrong = || FilesError::WrongKind { path: path.to_owned(), wanted: "file" };
        let name = path.file_name().ok_or_else(wrong)?;
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new("."));
        if !directory.is_dir() {
            return Err(FilesError::NoDirectory { path: directory.to_owned() });
        }
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let real_path = real(&resolve_parent(path)?.join(name));
        if let Some((_, what)) = protected.iter().find(|(theirs, _)| real_path.starts_with(real(theirs))) {
            return Err(FilesError::WouldReplace { path: path.to_owned(), what });
        }
        let Ok(metadata) = real_path.metadata() else {
            // A dangling link belongs to somebody, too.
            return match real_path.is_symlink() && !is_forced {
                true => Err(FilesError::Taken { path: path.to_owned() }),
                false => Ok(SideFile { path: real_path, is_regular: true }),
            };
        };
        if metadata.is_dir() {
            return Err(wrong());
        }
        let is_regular = metadata.is_file();
        let may_replace = !is_regular
            || is_forced
            || metadata.len() == 0
            || fs::read(&real_path).is_ok_and(|content| is_ours(&content));
        match may_replace {
            true => Ok(SideFile { path: real_path, is_regular }),
            false => Err(FilesError::Taken { path: path.to_owned() }),
        }
    }

    /// Returns the absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file; a regular file atomically.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, content: &[u8], mode: u32) -> Result<(), FilesError> {
        let failed = |source| FilesError::write(&self.path, source);
        if !self.is_regular {
            return fs::write(&self.path, content).map_err(failed);
        }
        let mut scratch = Scratch::file(&self.path, mode).map_err(failed)?;
        scratch.handle().write_all(content).map_err(failed)?;
        fs::rename(scratch.path(), &self.path).map_err(failed)?;
        scratch.leave();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(path: &Path, protected: &[Protected], is_forced: bool) -> Result<SideFile, String> {
        let is_ours = |content: &[u8]| content.starts_with(b"ours");
        SideFile::claim(path, protected, is_ours, is_forced).map_err(|error| error.to_string())
    }

    #[test]
    fn our_files_are_replaced_and_others_only_by_force() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("summary.json");
        claimed(&path, &[], false).unwrap().write(b"ours 1", 0o644).unwrap();
        claimed(&path, &[], false).unwrap().write(b"mine", 0o644).unwrap();
        assert!(claimed(&path, &[], false).unwrap_err().contains("--force"));
        claimed(&path, &[], true).unwrap().write(b"ours 2", 0o644).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours 2");
        assert_eq!(place.path().read_dir().unwrap().count(), 1, "no scratch is left");
    }

    #[test]
    fn protected_files_are_never_replaced() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        fs::create_dir(path("project")).unwrap();
        fs::write(path("a.c"), "ours, it seems").unwrap();
        std::os::unix::fs::symlink("a.c", path("link")).unwrap();
        let protected = [(path("a.c"), "the input"), (path("project"), "a part of the input")];
        for name in ["a.c", "link", "project/../a.c"] {
            let told = claimed(&path(name), &protected, true).unwrap_err();
            assert!(told.contains("is the input"), "{told}");
        }
        assert!(claimed(&path("project/summary.json"), &protected, true).is_err());
        assert!(claimed(&path("project.json"), &protected, false).is_ok());
    }

    #[test]
    fn a_path_in_a_missing_directory_is_refused() {
        let place = tempfile::tempdir().unwrap();
        assert!(
            claimed(&place.path().join("no/summary.json"), &[], true).unwrap_err().contains("no directory")
        );
        assert!(claimed(place.path(), &[], true).is_err());
        claimed(Path::new("/dev/null"), &[], false).unwrap().write(b"x", 0o644).unwrap();
    }
}
