//! Files of trials that are used again, and what keeps them from it.

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use dwindle_reduce::Document;

use super::{LARGE, NAME};
use crate::files::Modes;
use crate::trial::{Access, TempBase, TempRoots, TrialDirectory};

struct Trials {
    base: tempfile::TempDir,
    temp_roots: TempRoots,
}

impl Trials {
    fn new() -> Trials {
        let base = tempfile::tempdir().unwrap();
        let below = TempBase::Below(base.path().to_owned());
        let temp_roots = TempRoots::new(&below, Access::default(), Vec::new(), Modes::default());
        Trials { base, temp_roots }
    }

    /// Begins a trial of one file, and checks the file's content.
    fn trial(&self, byte: u8, n_bytes: usize) -> (TrialDirectory, PathBuf) {
        let document = Document::single("input", vec![byte; n_bytes]);
        let directory = self.temp_roots.directory(&document).unwrap();
        let path = directory.path().join("input");
        assert!(fs::read(&path).unwrap() == vec![byte; n_bytes]);
        (directory, path)
    }

    /// Runs a trial that does `something` to its file, and returns whether the next one uses the
    /// same file.
    fn is_used_again_after(&self, something: impl FnOnce(&Path)) -> bool {
        let (directory, path) = self.trial(b'a', SIZE);
        let before = identity(&path);
        something(&path);
        drop(directory);
        let (_directory, path) = self.trial(b'b', SIZE + 1);
        identity(&path) == before
    }

    /// Returns the lane's own file, if there is one.
    fn reusable(&self) -> Option<PathBuf> {
        let root = fs::read_dir(self.base.path()).unwrap().next()?.unwrap().path();
        Some(root.join("0").join(NAME)).filter(|path| path.exists())
    }
}

/// The number of a file, and when it was created: a new file may get the number of a removed one.
fn identity(path: &Path) -> (u64, SystemTime) {
    let metadata = fs::metadata(path).unwrap();
    (metadata.ino(), metadata.created().unwrap())
}

const SIZE: usize = LARGE as usize + 1000;

#[test]
fn large_files_are_used_again_with_the_new_content() {
    let trials = Trials::new();
    let (directory, path) = trials.trial(b'a', SIZE);
    let first = identity(&path);
    drop(directory);
    for (byte, n_bytes) in [(b'b', SIZE - 500), (b'c', 2 * SIZE), (b'd', 2 * SIZE), (b'e', SIZE)] {
        assert!(trials.reusable().is_some());
        let (_directory, path) = trials.trial(byte, n_bytes);
        assert_eq!(identity(&path), first, "{n_bytes} bytes");
        assert!(trials.reusable().is_none());
    }
}

#[test]
fn small_files_are_new_and_the_large_one_goes() {
    let trials = Trials::new();
    drop(trials.trial(b'a', 2 * SIZE + 2));
    assert!(trials.reusable().is_some());
    // Less than half of it.
    drop(trials.trial(b'b', SIZE));
    assert_eq!(fs::metadata(trials.reusable().unwrap()).unwrap().len(), SIZE as u64);
    drop(trials.trial(b'c', 10));
    drop(trials.trial(b'd', 10));
    assert!(trials.reusable().is_none(), "memory for nothing");
}

#[test]
fn trials_at_the_same_time_have_a_file_each() {
    let trials = Trials::new();
    drop(trials.trial(b'a', SIZE));
    let (_one, path) = trials.trial(b'b', SIZE);
    let (_two, other) = trials.trial(b'c', SIZE);
    assert_ne!(identity(&path), identity(&other));
    assert!(fs::read(path).unwrap() == vec![b'b'; SIZE]);
}

#[test]
fn what_a_test_writes_and_permits_is_undone() {
    let trials = Trials::new();
    let mode = {
        let (_directory, path) = trials.trial(b'a', SIZE);
        fs::metadata(path).unwrap().permissions().mode()
    };
    assert!(trials.is_used_again_after(|path| fs::write(path, "else").unwrap()));
    assert!(trials.is_used_again_after(|path| {
        fs::set_permissions(path, Permissions::from_mode(0o4777)).unwrap();
    }));
    let (_directory, path) = trials.trial(b'a', SIZE);
    assert_eq!(fs::metadata(path).unwrap().permissions().mode(), mode);
}

#[test]
fn a_link_elsewhere_keeps_its_content() {
    let trials = Trials::new();
    let elsewhere = tempfile::tempdir_in(trials.base.path()).unwrap();
    let link = elsewhere.path().join("link");
    assert!(!trials.is_used_again_after(|path| fs::hard_link(path, &link).unwrap()));
    assert!(fs::read(&link).unwrap() == vec![b'a'; SIZE]);
}

#[test]
fn a_file_that_somebody_has_open_keeps_its_content() {
    let trials = Trials::new();
    let mut open = None;
    assert!(!trials.is_used_again_after(|path| open = Some(File::open(path).unwrap())));
    let mut content = Vec::new();
    open.unwrap().read_to_end(&mut content).unwrap();
    assert!(content == vec![b'a'; SIZE]);
}

/// The signal for a broken lease ends a process that does not expect it.
#[test]
fn a_lease_that_is_broken_harms_nobody() {
    let trials = Trials::new();
    drop(trials.trial(b'a', SIZE));
    let reusable = trials.reusable().unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let opens = || {
            while !is_over.load(Ordering::Relaxed) {
                drop(File::open(&reusable));
            }
        };
        scope.spawn(opens);
        for _ in 0..500 {
            drop(trials.trial(b'b', SIZE));
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn what_was_put_in_its_place_is_not_used() {
    let trials = Trials::new();
    let theirs = tempfile::tempdir_in(trials.base.path()).unwrap();
    let input = theirs.path().join("input");
    fs::write(&input, "theirs").unwrap();
    let moved = theirs.path().join("moved");
    for put in [
        // Another file, a link, nothing.
        &|path: &Path| fs::rename(&input, path).unwrap(),
        &|path: &Path| {
            fs::rename(path, &moved).unwrap();
            fs::write(&input, "theirs").unwrap();
            symlink(&input, path).unwrap();
        },
        &|path: &Path| fs::rename(path, &moved).unwrap(),
        // Another directory in place of the trial's.
        &|path: &Path| {
            let directory = path.parent().unwrap();
            fs::remove_dir_all(directory).unwrap();
            symlink(theirs.path(), directory).unwrap();
        },
    ] as [&dyn Fn(&Path); 4]
    {
        let (directory, path) = trials.trial(b'a', SIZE);
        put(&path);
        drop(directory);
        assert!(trials.reusable().is_none());
        drop(trials.trial(b'b', SIZE));
    }
    assert_eq!(fs::read(&input).unwrap(), b"theirs");
    assert!(fs::read(&moved).unwrap() == vec![b'a'; SIZE]);
}

#[test]
fn attributes_of_a_file_do_not_stay() {
    let trials = Trials::new();
    let set = |path: &Path| rustix::fs::setxattr(path, "user.x", b"1", rustix::fs::XattrFlags::empty());
    let mut is_set = false;
    let is_same = trials.is_used_again_after(|path| is_set = set(path).is_ok());
    assert_eq!(is_same, !is_set);
}
