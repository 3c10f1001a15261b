//! Names of what stands beside an input.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The directory beside an input in which its sessions are.
pub const SESSIONS: &str = ".dwindle";

/// Returns the path at which the original of `path` stays when its place is taken: `crash.c` →
/// `crash.c.orig`.
pub fn backup_path(path: &Path) -> PathBuf {
    with_suffix(path, ".orig")
}

/// The most bytes of a name to which something is appended: with it, a name has at most 255 bytes
/// on every file system.
const MOST_BYTES: usize = 200;

/// Returns a name that is short enough to append to.
pub(crate) fn shortened(name: &OsStr) -> &OsStr {
    let bytes = name.as_bytes();
    let is_start = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let end = (0..=bytes.len().min(MOST_BYTES)).rev().find(is_start).unwrap_or(0);
    OsStr::from_bytes(&bytes[..end])
}

/// Appends to the last name of a path.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(path);
    path.push(suffix);
    path.into()
}

/// Returns the path itself or, if something stands there, the first of `PATH.2`, `PATH.3` … where
/// nothing does.
pub(super) fn free_name(path: &Path) -> PathBuf {
    let numbered = (2u64..).map(|number| with_suffix(path, &format!(".{number}")));
    let mut names = std::iter::once(path.to_owned()).chain(numbered);
    names.find(|name| name.symlink_metadata().is_err()).expect("there are numbers without end")
}
