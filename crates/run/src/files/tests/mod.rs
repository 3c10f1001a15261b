//! Tests of the user's files, in a directory of its own for each test.

mod input;
mod output;
mod tree;

use std::fs;
use std::path::Path;

use dwindle_reduce::{Document, File};
use tempfile::TempDir;

use super::*;

/// Creates a directory with these files.
fn directory(files: &[(&str, &[u8])]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), files);
    directory
}

fn write(root: &Path, files: &[(&str, &[u8])]) {
    for (path, bytes) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

fn document(files: &[(&str, &[u8])]) -> Document {
    Document::new(files.iter().map(|(path, bytes)| File::new(path, bytes.to_vec())))
}

/// Returns the names in a directory, hidden ones included.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
