//! The directory of a session, in which its trials take place.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, FlockOperation, Mode, OFlags, flock, fstat, open, statat};

use super::access::{Access, create_directory};
use super::removal::{Bounds, remove_at, remove_tree};

/// Starts the name of every space: `dwindle-`, the process id of its owner for people who look, and
/// a random part.
pub(super) const PREFIX: &str = "dwindle-";

/// How long the removal of one trial may take.
const MOST_FOR_TRIAL: Duration = Duration::from_secs(10);
/// How long the removal of everything may take at the end.
const MOST_FOR_ALL: Duration = Duration::from_secs(30);

/// A directory that is locked as long as its owner lives, and removed with it.
///
/// The lock (`flock` on the directory itself) is what tells a living owner from a dead one: unlike
/// a process id it is right across containers and reboots, and the kernel gives it back however the
/// owner ends.
#[derive(Debug)]
pub(super) struct Space {
    root: PathBuf,
    directory: File,
    access: Access,
    lanes: Mutex<Lanes>,
    is_kept: bool,
}

/// The lanes that wait for a trial, and how many there are.
#[derive(Debug, Default)]
struct Lanes {
    idle: Vec<OsString>,
    n_made: u64,
}

/// A directory in a space that belongs to one trial at a time: nothing else runs in it meanwhile.
#[derive(Debug)]
pub(super) struct Lane {
    space: Arc<Space>,
    name: OsString,
    path: PathBuf,
}

impl Space {
    /// Makes a space below `base`.
    pub(super) fn new(base: &Path, access: Access) -> io::Result<Space> {
        for attempt in 0..100 {
            let root = base.join(format!("{PREFIX}{}-{:016x}", std::process::id(), random(attempt)));
            match create_directory(&root, 0o700) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            // Whoever sweeps may have taken the new directory for a left-over before it was locked.
            let opened = lock(&root).and_then(|directory| {
                let set =
                    |directory: &File| directory.set_permissions(Permissions::from_mode(access.of_space()));
                directory.as_ref().map_or(Ok(()), set).map(|()| directory)
            });
            match opened {
                Ok(Some(directory)) => {
                    return Ok(Space { root, directory, access, lanes: Mutex::default(), is_kept: false });
                }
                Ok(None) => {}
                Err(error) => {
                    // It is empty, and without a lock nobody would know whose it is.
                    let _ = fs::remove_dir(&root);
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("every name for a directory is taken"))
    }

    /// Whether the directory still stands where it was made.
    pub(super) fn is_there(&self) -> bool {
        self.root.is_dir()
    }

    /// Returns who may enter.
    pub(super) fn access(&self) -> Access {
        self.access
    }

    /// Returns a lane that nobody uses.
    pub(super) fn lane(self: &Arc<Space>) -> io::Result<Lane> {
        let mut lanes = self.lanes();
        let name = match lanes.idle.pop() {
            Some(name) => name,
            None => {
                let name = OsString::from(lanes.n_made.to_string());
                let path = self.root.join(&name);
                create_directory(&path, self.access.of_directory())?;
                self.access.hand_over(&path)?;
                lanes.n_made += 1;
                name
            }
        };
        drop(lanes);
        Ok(Lane { path: self.root.join(&name), space: self.clone(), name })
    }

    /// Removes everything.
    pub(super) fn remove(&self) -> io::Result<()> {
        remove_tree(&self.root, &Bounds::time(MOST_FOR_ALL))
    }

    /// Removes the directories if nothing is in them, without opening any: there may be no file
    /// descriptor left.
    fn remove_what_is_empty(&self) {
        for lane in 0..self.lanes().n_made {
            let _ = fs::remove_dir(self.root.join(lane.to_string()));
        }
        let _ = fs::remove_dir(&self.root);
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be removed now is left to the next session's sweep.
            if self.remove().is_err() {
                self.remove_what_is_empty();
            }
        }
    }
}

impl Lane {
    /// Returns the space in which it is.
    pub(super) fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// Returns a path in this lane that was never returned before.
    pub(super) fn fresh_path(&self) -> PathBuf {
        static N_TRIALS: AtomicU64 = AtomicU64::new(0);
        self.path.join(N_TRIALS.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Removes a file or directory directly in the lane.
    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        let Some(name) = path.file_name() else { return Ok(()) };
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let lane = rustix::fs::openat(self.space.directory.as_fd(), &self.name, flags, Mode::empty())?;
        remove_at(lane.as_fd(), name, &Bounds::time(MOST_FOR_TRIAL))
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // A test may have taken it away; then the next one gets another.
        let is_there = fs::symlink_metadata(&self.path).is_ok_and(|metadata| metadata.is_dir());
        if is_there {
            self.space.lanes().idle.push(std::mem::take(&mut self.name));
        }
    }
}

/// Locks a directory for its only owner. `None` when somebody else has it, or it is not the same
/// directory any more.
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
    let same = statat(CWD, root, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|now| (now.st_dev, now.st_ino) == (locked.st_dev, locked.st_ino));
    Ok(same.then(|| directory.into()))
}

fn random(attempt: u32) -> u64 {
    RandomState::new().hash_one(attempt)
}
