//! Removing the temporary directories of killed sessions.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::fstat;

use super::removal::{Bounds, remove_tree};
use super::temp_root::{PREFIX, lock};
use super::temp_roots::TempBase;
use crate::property::Cancel;

/// How long a sweep may take. The next one continues.
const MAX_TIME: Duration = Duration::from_secs(5);

/// The result of a sweep.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many directories of killed sessions were removed.
    pub n_removed: usize,
    /// Directories of killed sessions that could not be removed, and why.
    pub left: Vec<(PathBuf, String)>,
}

/// Removes the temporary directories that killed sessions of this user left. Takes a few seconds at
/// most, and ends when `cancel` is cancelled.
pub fn sweep(base: &TempBase, cancel: &Cancel) -> Swept {
    let bounds = Bounds::new(MAX_TIME, cancel);
    let mut swept = Swept::default();
    for base in base.bases() {
        sweep_base(&base, &bounds, &mut swept);
    }
    swept
}

fn sweep_base(base: &Path, bounds: &Bounds, swept: &mut Swept) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten().filter(|entry| is_temp_root(&entry.file_name())) {
        let path = entry.path();
        match sweep_one(&path, bounds) {
            Ok(true) => swept.n_removed += 1,
            Ok(false) => {}
            Err(error) => swept.left.push((path, error.to_string())),
        }
    }
}

/// Removes a temporary directory if it belongs to this user and its session is dead.
fn sweep_one(root: &Path, bounds: &Bounds) -> std::io::Result<bool> {
    // The lock is held until everything is removed, so that two sweeps do not interfere. If it
    // cannot be opened or locked, it belongs to another user or is not a directory.
    let Ok(Some(directory)) = lock(root) else { return Ok(false) };
    if fstat(&directory)?.st_uid != rustix::process::geteuid().as_raw() {
        return Ok(false);
    }
    remove_tree(root, bounds).map(|()| true)
}

/// Whether a name is that of a session's temporary directory ([`super::temp_root::TempRoot`]).
pub(crate) fn is_temp_root(name: &OsStr) -> bool {
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
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::Arc;

    use super::super::access::Access;
    use super::super::temp_root::TempRoot;
    use super::*;

    fn sweep_below(base: &Path) -> Swept {
        sweep(&TempBase::Below(base.to_owned()), &Cancel::new())
    }

    #[test]
    fn only_names_of_temporary_directories_match() {
        assert!(is_temp_root(OsStr::new("dwindle-12-0123456789abcdef")));
        for name in
            ["dwindle", "dwindle-", "dwindle-12", "dwindle-x-0123456789abcdef", "dwindle-1-2", "other"]
        {
            assert!(!is_temp_root(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn only_directories_of_dead_sessions_are_removed() {
        let base = tempfile::tempdir().unwrap();
        let living = Arc::new(TempRoot::new(base.path(), Access::Private).unwrap());
        let kept = living.lane().unwrap().fresh_path();
        fs::create_dir(&kept).unwrap();
        let dead = base.path().join("dwindle-1-0123456789abcdef");
        fs::create_dir_all(dead.join("7/deep")).unwrap();
        fs::write(dead.join("7/deep/file"), "x").unwrap();
        let other = base.path().join("dwindle-notes");
        fs::create_dir(&other).unwrap();

        assert_eq!(sweep_below(base.path()), Swept { n_removed: 1, left: Vec::new() });
        assert!(kept.exists() && other.exists() && !dead.exists());
        drop(living);
        assert!(!kept.exists());
    }

    #[test]
    fn a_link_with_such_a_name_is_not_followed() {
        let base = tempfile::tempdir().unwrap();
        let home = base.path().join("home");
        fs::create_dir(&home).unwrap();
        fs::set_permissions(&home, fs::Permissions::from_mode(0o750)).unwrap();
        symlink(&home, base.path().join("dwindle-1-0123456789abcdef")).unwrap();
        assert_eq!(sweep_below(base.path()), Swept::default());
        assert!(home.exists());
    }

    #[test]
    fn an_interrupted_sweep_returns_what_is_left() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("dwindle-1-0123456789abcdef");
        fs::create_dir(&dead).unwrap();
        (0..500).for_each(|number| fs::write(dead.join(number.to_string()), "").unwrap());
        let cancel = Cancel::new();
        cancel.cancel();
        let swept = sweep(&TempBase::Below(base.path().to_owned()), &cancel);
        assert_eq!((swept.n_removed, swept.left.len()), (0, 1));
        assert_eq!(sweep_below(base.path()).n_removed, 1);
    }
}
