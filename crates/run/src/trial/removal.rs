//! Removing directories that a program left in any state.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removes a directory and all it holds, also below directories without permissions. Symbolic links are removed, not
/// followed. That there is nothing to remove is no error.
pub(super) fn remove_tree(root: &Path) -> io::Result<()> {
    match fs::remove_dir_all(root) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return fs::remove_file(root),
        Err(_) => {}
    }
    unlock(root);
    match fs::remove_dir_all(root) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Gives the owner all permissions on all directories of a tree, as far as that can be done.
fn unlock(root: &Path) {
    let mut open: Vec<PathBuf> = vec![root.to_path_buf()];
    while let Some(directory) = open.pop() {
        let _ = fs::set_permissions(&directory, Permissions::from_mode(0o700));
        let Ok(entries) = fs::read_dir(&directory) else { continue };
        // The type of an entry is that of a link itself, so that nothing outside of the tree is touched.
        open.extend(
            entries
                .flatten()
                .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
                .map(|entry| entry.path()),
        );
    }
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
    fn what_is_not_there_is_removed() {
        let base = tempfile::tempdir().unwrap();
        remove_tree(&base.path().join("nothing")).unwrap();
    }
}
