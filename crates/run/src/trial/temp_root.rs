//! The temporary directory of a session, and its lanes.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, FlockOperation, Mode, flock, fstat, open, openat, statat};

use super::access::{Access, create_directory};
use super::removal::{Bounds, directory_flags, remove_at, remove_tree};
use super::reusable::{self, Reusable};

/// The start of the name of every such directory. The process id of its owner, for people, and a
/// random number follow.
pub(super) const PREFIX: &str = "dwindle-";

/// How long the removal of one trial's files may take.
const MAX_TIME_FOR_TRIAL: Duration = Duration::from_secs(10);
/// How long the removal of everything may take at the end.
const MAX_TIME_FOR_ALL: Duration = Duration::from_secs(30);

/// The temporary directory of a session, in which its trials run. It is locked as long as its owner
/// lives, and removed at the end.
///
/// The lock (`flock` on the directory itself) shows whether the owner is alive. Unlike a process id
/// it is right across containers and reboots, and the kernel frees it however the owner ends.
#[derive(Debug)]
pub(super) struct TempRoot {
    root: PathBuf,
    directory: File,
    access: Access,
    lanes: Mutex<Lanes>,
    is_kept: bool,
}

/// The idle lanes with their reusable files, and how many lanes exist.
#[derive(Debug, Default)]
struct Lanes {
    idle: Vec<(OsString, Option<Reusable>)>,
    n_made: u64,
}

/// A subdirectory that belongs to one trial at a time.
#[derive(Debug)]
pub(super) struct Lane {
    temp_root: Arc<TempRoot>,
    name: OsString,
    path: PathBuf,
    reusable: Mutex<Option<Reusable>>,
}

impl TempRoot {
    /// Creates a directory in `base`.
    pub(super) fn new(base: &Path, access: Access) -> io::Result<TempRoot> {
        for attempt in 0..100 {
            let root = base.join(format!("{PREFIX}{}-{:016x}", std::process::id(), random(attempt)));
            match create_directory(&root, 0o700) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            // Another session may have removed the new directory as left behind before it was
            // locked.
            let opened = lock(&root).and_then(|directory| {
                let set = |directory: &File| {
                    directory.set_permissions(Permissions::from_mode(access.of_temp_root()))
                };
                directory.as_ref().map_or(Ok(()), set).map(|()| directory)
            });
            match opened {
                Ok(Some(directory)) => {
                    return Ok(TempRoot { root, directory, access, lanes: Mutex::default(), is_kept: false });
                }
                Ok(None) => {}
                Err(error) => {
                    // It is empty. Without a lock, nobody would know that it is in use.
                    let _ = fs::remove_dir(&root);
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("all names for a temporary directory are in use"))
    }

    /// Whether the directory still exists.
    pub(super) fn is_there(&self) -> bool {
        self.root.is_dir()
    }

    /// Returns who may enter.
    pub(super) fn access(&self) -> Access {
        self.access
    }

    /// Returns an idle lane or a new one.
    pub(super) fn lane(self: &Arc<TempRoot>) -> io::Result<Lane> {
        let mut lanes = self.lanes();
        let (name, reusable) = match lanes.idle.pop() {
            Some(idle) => idle,
            None => {
                let name = OsString::from(lanes.n_made.to_string());
                let path = self.root.join(&name);
                create_directory(&path, self.access.of_directory())?;
                self.access.hand_over(&path)?;
                lanes.n_made += 1;
                (name, None)
            }
        };
        drop(lanes);
        Ok(Lane {
            path: self.root.join(&name),
            temp_root: self.clone(),
            name,
            reusable: Mutex::new(reusable),
        })
    }

    /// Removes the reusable files of idle lanes. Returns whether one was removed.
    pub(super) fn remove_reusables(&self) -> bool {
        let mut lanes = self.lanes();
        let with_files = lanes.idle.iter_mut().filter(|(_, reusable)| reusable.is_some());
        let mut n_removed = 0;
        for (name, reusable) in with_files {
            *reusable = None;
            n_removed += u32::from(fs::remove_file(self.root.join(name).join(reusable::NAME)).is_ok());
        }
        0 < n_removed
    }

    /// Removes everything.
    pub(super) fn remove(&self) -> io::Result<()> {
        remove_tree(&self.root, &Bounds::time(MAX_TIME_FOR_ALL))
    }

    /// Removes reusable files and empty directories without opening any, in case no file descriptor
    /// is left.
    fn remove_without_opening(&self) {
        for lane in 0..self.lanes().n_made {
            let lane = self.root.join(lane.to_string());
            let _ = fs::remove_file(lane.join(reusable::NAME));
            let _ = fs::remove_dir(lane);
        }
        let _ = fs::remove_dir(&self.root);
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TempRoot {
    fn drop(&mut self) {
        if !self.is_kept {
            // Files that cannot be removed now are left to the next session.
            if self.remove().is_err() {
                self.remove_without_opening();
            }
        }
    }
}

impl Lane {
    /// Returns the session's directory.
    pub(super) fn temp_root(&self) -> &Arc<TempRoot> {
        &self.temp_root
    }

    /// Returns a path in this lane that was never returned before.
    pub(super) fn fresh_path(&self) -> PathBuf {
        static N_TRIALS: AtomicU64 = AtomicU64::new(0);
        self.path.join(N_TRIALS.fetch_add(1, Ordering::Relaxed).to_string())
    }

    /// Removes a file or directory directly in the lane.
    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        let Some(name) = path.file_name() else { return Ok(()) };
        remove_at(self.open()?.as_fd(), name, &Bounds::time(MAX_TIME_FOR_TRIAL))
    }

    /// Keeps `file` of the directory `trial` for [`Lane::take_reusable`], if it is still there.
    pub(super) fn keep_reusable(&self, reusable: Reusable, trial: &Path, file: &OsStr) {
        let (Some(directory), Ok(lane)) = (trial.file_name(), self.open()) else { return };
        if reusable.keep(lane.as_fd(), directory, file) {
            *self.reusable.lock().unwrap_or_else(PoisonError::into_inner) = Some(reusable);
        }
    }

    /// Moves the file that was kept to `file` in the directory `trial`, and opens it for a new
    /// content of `n_bytes`. Returns `None` if there is none that may be used.
    pub(super) fn take_reusable(
        &self,
        trial: &Path,
        file: &OsStr,
        n_bytes: u64,
        mode: u32,
    ) -> Option<(File, Reusable)> {
        let reusable = self.reusable.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let (directory, lane) = (trial.file_name()?, self.open().ok()?);
        let trial = openat(&lane, directory, directory_flags(), Mode::empty()).ok()?;
        let owner = self.temp_root.access.owner().map(|owner| (owner.uid, owner.gid));
        let opened = reusable.take(lane.as_fd(), (trial.as_fd(), file), n_bytes, mode, owner)?;
        Some((opened, reusable))
    }

    /// Removes the file that was kept. Returns whether there was one.
    pub(super) fn remove_reusable(&self) -> bool {
        let is_there = self.reusable.lock().unwrap_or_else(PoisonError::into_inner).take().is_some();
        // If that fails, it is removed with the session's directory.
        is_there && self.remove(Path::new(reusable::NAME)).is_ok()
    }

    fn open(&self) -> io::Result<OwnedFd> {
        Ok(openat(self.temp_root.directory.as_fd(), &self.name, directory_flags(), Mode::empty())?)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // A test may have removed it; then it is not used again.
        let is_there = fs::symlink_metadata(&self.path).is_ok_and(|metadata| metadata.is_dir());
        if is_there {
            let reusable = self.reusable.get_mut().unwrap_or_else(PoisonError::into_inner).take();
            self.temp_root.lanes().idle.push((std::mem::take(&mut self.name), reusable));
        }
    }
}

/// Locks a directory. Returns `None` if another process has locked it, or it was replaced by
/// another directory.
pub(super) fn lock(root: &Path) -> io::Result<Option<File>> {
    let directory = match open(root, directory_flags(), Mode::empty()) {
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
