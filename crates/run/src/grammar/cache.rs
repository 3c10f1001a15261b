//! Where libraries are kept that were compiled.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::LoadError;

/// Returns the folder for what is made of these parts; the same parts have the same folder.
pub(super) fn folder(cache: &Path, parts: &[&[u8]]) -> Result<PathBuf, LoadError> {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let folder = cache.join(&hasher.finalize().to_hex()[..32]);
    fs::create_dir_all(&folder).map_err(LoadError::file(&folder))?;
    Ok(folder)
}

/// Moves a finished file to its place, so that nobody ever sees half of it.
pub(super) fn put(made: &Path, place: &Path) -> Result<(), LoadError> {
    fs::rename(made, place).map_err(LoadError::file(place))
}
