//! The Markdown files of the repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A Markdown file.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path, relative to the root of the repository.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

/// Returns all pages for readers: those at the root, in `docs`, `examples` and `.github`, sorted by
/// path.
///
/// # Errors
/// When a directory or a file cannot be read.
pub fn pages(root: &Path) -> io::Result<Vec<Page>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                let is_for_readers = ["docs", "examples", ".github"].contains(&name.as_str());
                if folder != root || is_for_readers {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                let text = fs::read_to_string(&path)?;
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push(Page { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
