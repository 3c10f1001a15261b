//! Names of files and directories beside an input.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The directory beside an input that contains its sessions.
pub const SESSIONS: &str = ".dwindle";

/// Returns the path of the backup of a file that is replaced: `crash.c` → `crash.c.orig`.
pub fn backup_path(path: &Path) -> PathBuf {
    with_suffix(path, ".orig")
}

/// Most bytes of a name before a suffix is appended. With the suffix it then has at most 255 bytes,
/// the limit of common file systems.
const MOST_BYTES: usize = 200;

/// Returns the start of a name that is short enough for a suffix. Does not cut UTF-8 characters.
pub(crate) fn shortened(name: &OsStr) -> &OsStr {
    let bytes = name.as_bytes();
    let is_start = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let end = (0..=bytes.len().min(MOST_BYTES)).rev().find(is_start).unwrap_or(0);
    OsStr::from_bytes(&bytes[..end])
}

/// Appends a suffix to the last name of a path.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(path);
    path.push(suffix);
    path.into()
}

/// Returns the first of `PATH`, `PATH.2`, `PATH.3` … that does not exist.
pub(super) fn free_name(path: &Path) -> PathBuf {
    let numbered = (2u64..).map(|number| with_suffix(path, &format!(".{number}")));
    let mut names = std::iter::once(path.to_owned()).chain(numbered);
    names.find(|name| name.symlink_metadata().is_err()).expect("there are numbers without end")
}
