//! A large file of a trial that has ended, into which the next trial of its lane is written.
//!
//! That spares the kernel allocating, clearing and freeing its memory, which is most of what a
//! trial of a large input costs (docs/performance.md).

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawMode, RenameFlags, Stat, flistxattr_query, fstat, fstatvfs, openat,
    renameat_with, statat, unlinkat,
};

use super::removal::{directory_flags, id};

/// The smallest file to reuse; for smaller ones the system calls cost more than they save.
const LARGE: u64 = 256 << 10;
/// The command of `fcntl` that chooses the signal for a broken lease; the same on all of Linux.
#[cfg(target_os = "linux")]
const F_SETSIG: libc::c_int = 10;
/// Its name in the lane. Directories of trials are named by numbers.
pub(super) const NAME: &str = "reusable";

/// Whether a file of `n_bytes` is large enough.
pub(super) fn is_large(n_bytes: u64) -> bool {
    LARGE <= n_bytes
}

/// What is known of a file that was written for a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reusable {
    id: (u64, u64),
    owner: (u32, u32),
    attributes_len: usize,
    /// The permissions that it was created with, before the umask.
    mode: u32,
    /// The permissions that it got.
    actual_mode: RawMode,
}

impl Reusable {
    /// Describes a file that was just created with the permissions `mode`; `None` if something
    /// about it can't be known.
    pub(super) fn of(created: &File, mode: u32) -> Option<Reusable> {
        let stat = fstat(created).ok()?;
        Some(Reusable {
            id: id(&stat),
            owner: (stat.st_uid, stat.st_gid),
            attributes_len: attributes_len(created).ok()?,
            mode,
            actual_mode: stat.st_mode & 0o7777,
        })
    }

    /// Moves the file `file` from a directory of `lane` to its place in `lane`. Returns whether
    /// that succeeded: not if the file was replaced or linked, or there is little room.
    pub(super) fn keep(&self, lane: BorrowedFd<'_>, directory: &OsStr, file: &OsStr) -> bool {
        /// The free space has room for this many files of its size.
        const N_FREE: u64 = 32;
        let Ok(directory) = openat(lane, directory, directory_flags(), Mode::empty()) else { return false };
        let n_free = fstatvfs(&directory).map_or(0, |stat| stat.f_bavail.saturating_mul(stat.f_frsize));
        let leaves_room = |stat: &Stat| u64::try_from(stat.st_size).is_ok_and(|size| size <= n_free / N_FREE);
        statat(&directory, file, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| self.is_same(&stat) && leaves_room(&stat))
            && renameat_with(&directory, file, lane, NAME, RenameFlags::empty()).is_ok()
    }

    /// Opens the file for a new content of `n_bytes` and the permissions `mode`, and moves it to
    /// `to`, which must not exist. Its old content is cut to that.
    ///
    /// Restores its permissions. Returns `None`, and removes the file, if it was replaced, linked
    /// or given to an unknown owner, if it got attributes, if a process has it open or mapped, or
    /// if the new content is less than half as long.
    pub(super) fn take(
        &self,
        lane: BorrowedFd<'_>,
        to: (BorrowedFd<'_>, &OsStr),
        n_bytes: u64,
        mode: u32,
        owner: Option<(u32, u32)>,
    ) -> Option<File> {
        let taken = self.open(lane, n_bytes, mode, owner).filter(|file| {
            let (directory, name) = to;
            renameat_with(lane, NAME, directory, name, RenameFlags::NOREPLACE).is_ok()
                && rustix::fs::fchmod(file, Mode::from_raw_mode(self.actual_mode)).is_ok()
                && file.metadata().is_ok_and(|had| had.len() <= n_bytes || file.set_len(n_bytes).is_ok())
        });
        if taken.is_none() {
            let _ = unlinkat(lane, NAME, AtFlags::empty());
        }
        taken
    }

    fn open(&self, lane: BorrowedFd<'_>, n_bytes: u64, mode: u32, owner: Option<(u32, u32)>) -> Option<File> {
        if mode != self.mode {
            return None;
        }
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(openat(lane, NAME, flags, Mode::empty()).ok()?);
        let stat = fstat(&file).ok()?;
        let its_owner = (stat.st_uid, stat.st_gid);
        let is_untouched = self.is_same(&stat)
            && (its_owner == self.owner || Some(its_owner) == owner)
            && attributes_len(&file).ok()? == self.attributes_len;
        let is_worth_it = u64::try_from(stat.st_size).ok()? / 2 <= n_bytes;
        (is_untouched && is_worth_it && is_open_nowhere_else(&file)).then_some(file)
    }

    fn is_same(&self, stat: &Stat) -> bool {
        id(stat) == self.id
            && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_nlink == 1
    }
}

/// Returns the length of the list of a file's extended attributes, among them its ACLs.
fn attributes_len(file: &File) -> io::Result<usize> {
    match flistxattr_query(file) {
        Err(rustix::io::Errno::NOTSUP) => Ok(0),
        attributes_len => Ok(attributes_len?),
    }
}

/// Whether a file is open or mapped nowhere else, in this process or another: the kernel grants a
/// write lease only then.
#[cfg(target_os = "linux")]
fn is_open_nowhere_else(file: &File) -> bool {
    use std::os::fd::AsRawFd;

    let set = |kind: libc::c_int| {
        // SAFETY: the descriptor is open, and the call takes no pointers.
        unsafe { libc::fcntl(file.as_fd().as_raw_fd(), libc::F_SETLEASE, kind) }
    };
    // A process that opens it meanwhile breaks the lease. The default signal, SIGIO, would end
    // this process; SIGURG is ignored by default. SAFETY: as above.
    let choose_signal = || unsafe { libc::fcntl(file.as_fd().as_raw_fd(), F_SETSIG, libc::SIGURG) } == 0;
    choose_signal() && set(libc::F_WRLCK) == 0 && set(libc::F_UNLCK) == 0
}

/// Returns false: on this system it is not known.
#[cfg(not(target_os = "linux"))]
fn is_open_nowhere_else(_file: &File) -> bool {
    let _ = AsFd::as_fd;
    false
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
