//! Left-overs of sessions that ended without tidying up.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::fstat;

use super::removal::{Bounds, remove_tree};
use super::space::{PREFIX, lock};
use super::spaces::Place;
use crate::property::Cancel;

/// How long a sweep may take; the next one goes on.
const MOST: Duration = Duration::from_secs(5);

/// What a sweep did.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many directories of dead sessions were removed.
    pub n_removed: usize,
    /// Directories of dead sessions that could not be removed, and why.
    pub left: Vec<(PathBuf, String)>,
}

/// Removes what dead sessions of this user left where trials take place. Takes a few seconds at
/// most, and ends when `cancel` is cancelled.
pub fn sweep(place: &Place, cancel: &Cancel) -> Swept {
    let bounds = Bounds::new(MOST, cancel);
    let mut swept = Swept::default();
    for base in place.bases() {
        sweep_base(&base, &bounds, &mut swept);
    }
    swept
}

fn sweep_base(base: &Path, bounds: &Bounds, swept: &mut Swept) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten().filter(|entry| is_space(&entry.file_name())) {
        let path = entry.path();
        match sweep_one(&path, bounds) {
            Ok(true) => swept.n_removed += 1,
            Ok(false) => {}
            Err(error) => swept.left.push((path, error.to_string())),
        }
    }
}

/// Removes a space if it belongs to this user and its owner is dead.
fn sweep_one(root: &Path, bounds: &Bounds) -> std::io::Result<bool> {
    // The lock is held until everything is gone, so that two that sweep do not meet. What cannot be
    // opened or locked is another user's, or no directory.
    let Ok(Some(directory)) = lock(root) else { return Ok(false) };
    if fstat(&directory)?.st_uid != rustix::process::geteuid().as_raw() {
        return Ok(false);
    }
    remove_tree(root, bounds).map(|()| true)
}

/// Whether a name is one that [`super::space::Space`] gives.
pub(crate) fn is_space(name: &OsStr) -> bool {
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
    use super::super::space::Space;
    use super::*;

    fn sweep_below(base: &Path) -> Swept {
        sweep(&Place::Below(base.to_owned()), &Cancel::new())
    }

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
        let living = Arc::new(Space::new(base.path(), Access::Private).unwrap());
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
    fn a_link_with_our_name_is_no_left_over() {
        let base = tempfile::tempdir().unwrap();
        let home = base.path().join("home");
        fs::create_dir(&home).unwrap();
        fs::set_permissions(&home, fs::Permissions::from_mode(0o750)).unwrap();
        symlink(&home, base.path().join("dwindle-1-0123456789abcdef")).unwrap();
        assert_eq!(sweep_below(base.path()), Swept::default());
        assert!(home.exists());
    }

    #[test]
    fn a_sweep_that_is_interrupted_names_what_is_left() {
        let base = tempfile::tempdir().unwrap();
        let dead = base.path().join("dwindle-1-0123456789abcdef");
        fs::create_dir(&dead).unwrap();
        (0..500).for_each(|number| fs::write(dead.join(number.to_string()), "").unwrap());
        let cancel = Cancel::new();
        cancel.cancel();
        let swept = sweep(&Place::Below(base.path().to_owned()), &cancel);
        assert_eq!((swept.n_removed, swept.left.len()), (0, 1));
        assert_eq!(sweep_below(base.path()).n_removed, 1);
    }
}
