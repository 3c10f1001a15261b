//! Tests with trees in every state, and with processes that work against their removal.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

fn remove(root: &Path) -> io::Result<()> {
    remove_tree(root, &Bounds::time(Duration::from_secs(60)))
}

fn lock(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o000)).unwrap();
}

#[test]
fn directories_without_permissions_are_removed() {
    let base = tempfile::tempdir().unwrap();
    let root = base.path().join("trial");
    fs::create_dir_all(root.join("a/b")).unwrap();
    fs::write(root.join("a/b/file"), "x").unwrap();
    ["a/b", "a", ""].iter().for_each(|path| lock(&root.join(path)));
    remove(&root).unwrap();
    assert!(!root.exists());
}

#[test]
fn a_directory_without_permissions_is_unlocked_by_its_descriptor() {
    // Called directly, because root could read the directory anyway.
    let base = tempfile::tempdir().unwrap();
    let locked = base.path().join("locked");
    fs::create_dir_all(locked.join("inner")).unwrap();
    lock(&locked);
    let parent = rustix::fs::open(base.path(), directory_flags(), Mode::empty()).unwrap();
    let opened = open_locked(parent.as_fd(), c"locked").unwrap();
    assert!(Dir::read_from(&opened).unwrap().any(|entry| entry.unwrap().file_name() == c"inner"));
    assert_eq!(fs::metadata(&locked).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn links_are_removed_and_not_followed() {
    let base = tempfile::tempdir().unwrap();
    let outside = base.path().join("outside");
    fs::create_dir_all(outside.join("folder")).unwrap();
    fs::write(outside.join("precious"), "x").unwrap();
    fs::set_permissions(&outside, Permissions::from_mode(0o500)).unwrap();
    let root = base.path().join("trial");
    fs::create_dir_all(root.join("locked")).unwrap();
    symlink(&outside, root.join("locked/link")).unwrap();
    lock(&root.join("locked"));
    remove(&root).unwrap();
    assert!(!root.exists() && outside.join("precious").exists() && outside.join("folder").exists());
    assert_eq!(fs::metadata(&outside).unwrap().permissions().mode() & 0o777, 0o500);
    // The root itself may have become a link.
    symlink(&outside, &root).unwrap();
    remove(&root).unwrap();
    assert!(root.symlink_metadata().is_err() && outside.join("precious").exists());
}

#[test]
fn trees_deeper_than_paths_can_be_long_are_removed() {
    let base = tempfile::tempdir().unwrap();
    let root = base.path().join("trial");
    // Created from the inside out, because the path to the innermost would be too long.
    let name = "a-directory-with-a-name-that-is-not-short";
    fs::create_dir(&root).unwrap();
    fs::write(root.join("innermost"), "x").unwrap();
    for _ in 0..1500 {
        let outer = base.path().join("outer");
        fs::create_dir(&outer).unwrap();
        fs::write(outer.join("beside"), "x").unwrap();
        fs::rename(&root, outer.join(name)).unwrap();
        fs::rename(&outer, &root).unwrap();
    }
    remove(&root).unwrap();
    assert!(!root.exists());
}

#[test]
fn a_missing_path_is_no_error() {
    let base = tempfile::tempdir().unwrap();
    remove(&base.path().join("nothing")).unwrap();
}

#[test]
fn a_removal_that_is_cancelled_ends() {
    let base = tempfile::tempdir().unwrap();
    let root = base.path().join("trial");
    fs::create_dir(&root).unwrap();
    (0..500).for_each(|number| fs::write(root.join(number.to_string()), "").unwrap());
    let cancel = Cancel::new();
    cancel.cancel();
    let error = remove_tree(&root, &Bounds::new(Duration::from_secs(60), &cancel)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    assert!(root.exists());
}

#[test]
fn a_removal_ends_while_others_go_on_creating_entries() {
    let base = tempfile::tempdir().unwrap();
    let root = base.path().join("trial");
    fs::create_dir(&root).unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let creators: Vec<_> = (0..2)
        .map(|creator| {
            let (root, is_over) = (root.clone(), is_over.clone());
            std::thread::spawn(move || {
                for number in 0_u64.. {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let _ = fs::create_dir(root.join(format!("{creator}-{number}")));
                }
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(50));
    // The bounds alone would allow an hour.
    let result = remove_tree(&root, &Bounds::time(Duration::from_secs(3600)));
    is_over.store(true, Ordering::Relaxed);
    creators.into_iter().for_each(|creator| creator.join().unwrap());
    // It gave up, or won the race.
    assert!(result.is_err() || !root.exists(), "{result:?}");
    remove(&root).unwrap();
    assert!(!root.exists());
}

#[test]
fn a_directory_that_is_swapped_for_a_link_is_not_followed() {
    let base = tempfile::tempdir().unwrap();
    let home = base.path().join("home");
    for number in 0..20 {
        fs::create_dir_all(home.join(format!("folder-{number}"))).unwrap();
    }
    fs::set_permissions(&home, Permissions::from_mode(0o750)).unwrap();
    for attempt in 0..30 {
        let root = base.path().join(format!("trial-{attempt}"));
        for number in 0..40 {
            fs::create_dir_all(root.join(format!("{number}/a/b"))).unwrap();
        }
        let swap = {
            let (root, home) = (root.clone(), home.clone());
            std::thread::spawn(move || {
                for number in (0..40).rev() {
                    let place = root.join(number.to_string());
                    let aside = root.join(format!("aside-{number}"));
                    if fs::rename(&place, &aside).is_ok() {
                        let _ = symlink(&home, &place);
                    }
                }
            })
        };
        let _ = remove(&root);
        swap.join().unwrap();
        remove(&root).unwrap();
        assert_eq!(fs::read_dir(&home).unwrap().count(), 20, "attempt {attempt}");
        assert_eq!(fs::metadata(&home).unwrap().permissions().mode() & 0o777, 0o750);
    }
}

#[test]
fn a_directory_on_another_file_system_is_removed() {
    // The current directory is on a disk.
    let Ok(base) = tempfile::tempdir_in("/dev/shm") else {
        eprintln!("skipped: there is no /dev/shm");
        return;
    };
    let root = base.path().join("trial");
    fs::create_dir_all(root.join("a/b")).unwrap();
    remove(&root).unwrap();
    assert!(!root.exists());
}
