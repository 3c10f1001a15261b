//! The files of the repository, and a helper to report complaints about them.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root directory of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the crate lies two folders deep")
        .to_owned()
}

/// Returns the files with this ending that git tracks or would track, by their paths relative to
/// the root, with their texts.
pub fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                let left_out = ["target", ".git", "fixtures", "node_modules"].contains(&name.as_str());
                if !left_out && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(ending) {
                let text = fs::read_to_string(&path).expect("a source file is UTF-8");
                found.push((path.strip_prefix(root()).expect("it lies below the root").to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// Panics with one line for each complaint.
///
/// # Panics
/// If there is a complaint.
pub fn check(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}
