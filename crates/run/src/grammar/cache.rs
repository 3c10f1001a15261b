//! The folder for what was compiled.
//!
//! What lies in it is loaded into this process, so it must not have been put there by anybody else.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::LoadError;
use crate::files::check_ours;

/// Returns the folder for what is made of these parts; the same parts have the same folder.
pub(super) fn folder(cache: &Path, parts: &[&[u8]]) -> Result<PathBuf, LoadError> {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let folder = cache.join(&hasher.finalize().to_hex()[..32]);
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(LoadError::file(&folder))?;
    for folder in [cache, &folder] {
        check(folder)?;
    }
    Ok(folder)
}

/// Moves a finished file to its place, so that nobody ever sees half of it.
pub(super) fn put(made: &Path, place: &Path) -> Result<(), LoadError> {
    // Whatever the umask was when the compiler made it.
    fs::set_permissions(made, fs::Permissions::from_mode(0o700)).map_err(LoadError::file(made))?;
    fs::rename(made, place).map_err(LoadError::file(place))
}

/// Fails unless a file or folder of the cache belongs to this user, and nobody else can write to
/// it.
pub(super) fn check(path: &Path) -> Result<(), LoadError> {
    check_ours(path).map_err(LoadError::file(path))
}
