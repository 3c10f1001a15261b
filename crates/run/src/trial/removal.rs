//! Removing directories that a program left in any state.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removes a directory and all it holds, however deep, also below directories without permissions. Symbolic links are removed, not
/// followed. That there is nothing to remove is no error.
pub(super) fn remove_tree(root: &Path) -> io::Result<()> {
    match fs::remove_dir_all(root) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return fs::remove_file(root),
        Err(_) => {}
    }
    flatten(root);
    match fs::remove_dir_all(root) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the owner all permissions on all directories of a tree and moves them up to its root, as far as that can be
/// done: however deep a tree is, it needs neither more open files nor longer paths than the kernel allows.
fn flatten(root: &Path) {
    unlock(root);
    let mut directories = directories_in(root);
    let mut n_moved = 0;
    while let Some(directory) = directories.pop() {
        unlock(&directory);
        for inner in directories_in(&directory) {
            // A directory can only be moved by whoever may write into it.
            unlock(&inner);
            let outer = root.join(format!("dwindle-removes-{n_moved}"));
            n_moved += 1;
            if fs::rename(&inner, &outer).is_ok() {
                directories.push(outer);
            }
        }
    }
}

fn unlock(directory: &Path) {
    let _ = fs::set_permissions(directory, Permissions::from_mode(0o700));
}

/// Lists the directories in a directory. The type of an entry is that of a link itself, so that nothing outside of the
/// tree is touched.
fn directories_in(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let is_directory = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    entries.flatten().filter(is_directory).map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_without_permissions_are_removed() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("trial");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/file"), "x").unwrap();
        for path in ["a/b", "a", ""] {
            fs::set_permissions(root.join(path), Permissions::from_mode(0o000)).unwrap();
        }
        remove_tree(&root).unwrap();
        assert!(!root.exists());
    }

    #[test]
    fn links_are_removed_and_not_followed() {
        let base = tempfile::tempdir().unwrap();
        let outside = base.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("precious"), "x").unwrap();
        fs::set_permissions(&outside, Permissions::from_mode(0o500)).unwrap();
        let root = base.path().join("trial");
        fs::create_dir_all(root.join("locked")).unwrap();
        std::os::unix::fs::symlink(&outside, root.join("locked/link")).unwrap();
        fs::set_permissions(root.join("locked"), Permissions::from_mode(0o000)).unwrap();
        remove_tree(&root).unwrap();
        assert!(!root.exists() && outside.join("precious").exists());
        assert_eq!(fs::metadata(&outside).unwrap().permissions().mode() & 0o777, 0o500);
    }

    #[test]
    fn trees_deeper_than_paths_can_be_long_are_flattened() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("trial");
        // Made from the inside out, because the path to the innermost would be too long.
        let name = "a-directory-with-a-name-that-is-not-short";
        fs::create_dir(&root).unwrap();
        for _ in 0..1500 {
            let outer = base.path().join("outer");
            fs::create_dir(&outer).unwrap();
            fs::rename(&root, outer.join(name)).unwrap();
            fs::rename(&outer, &root).unwrap();
        }
        flatten(&root);
        let inside = directories_in(&root);
        assert_eq!(inside.len(), 1500);
        assert!(inside.iter().all(|directory| directories_in(directory).is_empty()));
        remove_tree(&root).unwrap();
        assert!(!root.exists());
    }

    #[test]
    fn what_is_not_there_is_removed() {
        let base = tempfile::tempdir().unwrap();
        remove_tree(&base.path().join("nothing")).unwrap();
    }
}
