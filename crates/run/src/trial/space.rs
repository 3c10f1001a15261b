//! The directory of a session, in which its trials take place.

use std::fs::{self, File, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstat, open, stat};

use super::removal::remove_tree;

/// Starts the name of every space: `dwindle-`, the process id of its owner for people who look, and a random part.
pub(super) const PREFIX: &str = "dwindle-";

/// A directory that is locked as long as its owner lives, and removed with it.
///
/// The lock (`flock` on the directory itself) is what tells a living owner from a dead one: unlike a process id it is
/// right across containers and reboots, and the kernel gives it back however the owner ends.
#[derive(Debug)]
pub(super) struct Space {
    root: PathBuf,
    _lock: File,
    n_made: AtomicU64,
}

impl Space {
    /// Makes a space below `base`, which other users can traverse.
    pub(super) fn new(base: &Path) -> io::Result<Space> {
        for attempt in 0..100 {
            let root = base.join(format!("{PREFIX}{}-{:016x}", std::process::id(), random(attempt)));
            match fs::create_dir(&root) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            fs::set_permissions(&root, Permissions::from_mode(0o755))?;
            // Whoever sweeps may have taken the new directory for a left-over before it was locked.
            if let Some(lock) = lock(&root)? {
                return Ok(Space { root, _lock: lock, n_made: AtomicU64::new(0) });
            }
        }
        Err(io::Error::other("every name for a directory is taken"))
    }

    /// Returns a path in this space that was never given before.
    pub(super) fn fresh_path(&self) -> PathBuf {
        self.root.join(self.n_made.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        // What cannot be removed now is left to the next session's sweep.
        let _ = remove_tree(&self.root);
    }
}

/// Locks a directory for its only owner. `None` when somebody else has it, or it is not the same directory any more.
pub(super) fn lock(root: &Path) -> io::Result<Option<File>> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
    let directory = match open(root, flags, Mode::empty()) {
        Ok(directory) => directory,
        Err(rustix::io::Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    match flock(&directory, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {}
        Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let locked = fstat(&directory)?;
    let same = stat(root).is_ok_and(|now| (now.st_dev, now.st_ino) == (locked.st_dev, locked.st_ino));
    Ok(same.then(|| directory.into()))
}

fn random(attempt: u32) -> u64 {
    RandomState::new().hash_one(attempt)
}
