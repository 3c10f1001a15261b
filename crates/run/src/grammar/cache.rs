//! The cache of compiled grammars.
//!
//! Its libraries are loaded into this process, so nobody else may have written them.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::error::LoadError;
use crate::files::check_ours;

/// Returns the cache folder for the result of compiling these parts. The same parts have the same
/// folder.
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

/// Renames a finished file, so that other processes never see a part of it.
pub(super) fn put(made: &Path, path: &Path) -> Result<(), LoadError> {
    // The umask may have given others permission to write.
    fs::set_permissions(made, fs::Permissions::from_mode(0o700)).map_err(LoadError::file(made))?;
    fs::rename(made, path).map_err(LoadError::file(path))
}

/// Fails unless a file or folder of the cache belongs to this user and only they can write to it.
pub(super) fn check(path: &Path) -> Result<(), LoadError> {
    check_ours(path).map_err(LoadError::file(path))
}
