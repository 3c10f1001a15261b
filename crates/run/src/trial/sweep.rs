//! Left-overs of sessions that ended without tidying up.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use super::removal::remove_tree;
use super::space::{PREFIX, lock};

/// Removes the spaces below `base` that belong to this user and whose owner is dead. Returns how many that were.
///
/// What cannot be removed stays; it is nobody's error.
pub(super) fn sweep(base: &Path) -> usize {
    let Ok(entries) = fs::read_dir(base) else { return 0 };
    let names = entries.flatten().filter(|entry| is_space(&entry.file_name()));
    names.filter(|entry| sweep_one(&entry.path())).count()
}

fn sweep_one(root: &Path) -> bool {
    let user = rustix::process::geteuid().as_raw();
    let is_ours = rustix::fs::lstat(root).is_ok_and(|stat| stat.st_uid == user);
    // The lock is held until everything is gone, so that two that sweep do not meet.
    is_ours && matches!(lock(root), Ok(Some(_lock)) if remove_tree(root).is_ok())
}

/// Whether a name is one that [`super::space::Space`] gives.
fn is_space(name: &OsStr) -> bool {
    let parts =
        name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split_once('-'));
    parts.is_some_and(|(pid, random)| {
        !pid.is_empty()
            && pid.bytes().all(|byte| byte.is_ascii_digit())
            && random.len() == 16
            && random.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

#[cfg(test)]
mod tests {
    use super::super::space::Space;
    use super::*;

    #[test]
    fn only_our_names_are_swept() {
        assert!(is_space(OsStr::new("dwindle-12-0123456789abcdef")));
        for name in
            ["dwindle", "dwindle-", "dwindle-12", "dwindle-x-0123456789abcdef", "dwindle-1-2", "other"]
        {
            assert!(!is_space(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn the_dead_are_swept_and_the_living_are_not() {
        let base = tempfile::tempdir().unwrap();
        let living = Space::new(base.path()).unwrap();
        let kept = living.fresh_path();
        fs::create_dir(&kept).unwrap();
        let dead = base.path().join("dwindle-1-0123456789abcdef");
        fs::create_dir_all(dead.join("7/deep")).unwrap();
        fs::write(dead.join("7/deep/file"), "x").unwrap();
        let other = base.path().join("dwindle-notes");
        fs::create_dir(&other).unwrap();

        assert_eq!(sweep(base.path()), 1);
        assert!(kept.exists() && other.exists() && !dead.exists());
        drop(living);
        assert!(!kept.exists());
    }
}
