//! A large file of a trial that has ended, into which the next trial of its lane is written.
//!
//! Most of what a trial of a large input costs is the kernel's: memory for the candidate's file,
//! which is cleared before it is written and freed afterwards. Writing into a file that has its
//! memory already costs a fifth of that (10 MB: 4.4 ms and 0.8 ms).

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawMode, RenameFlags, Stat, flistxattr_query, fstat, fstatvfs, openat,
    renameat_with, statat, unlinkat,
};

use super::removal::id;

/// The smallest file for which it pays: a smaller one costs less than the calls for this do.
const LARGE: u64 = 256 << 10;
/// The command of `fcntl` that chooses the signal for a broken lease; the same on all of Linux.
#[cfg(target_os = "linux")]
const F_SETSIG: libc::c_int = 10;
/// Its name in the lane. Directories of trials are named by numbers.
pub(super) const NAME: &str = "spare";

/// Whether a file of `n_bytes` is large enough.
pub(super) fn is_large(n_bytes: u64) -> bool {
    LARGE <= n_bytes
}

/// What is known of a file that was written for a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spare {
    id: (u64, u64),
    owner: (u32, u32),
    n_attributes: usize,
    /// The permissions that it was created with, before the umask.
    mode: u32,
    /// The permissions that it got.
    has_mode: RawMode,
}

impl Spare {
    /// Describes a file that was just created with the permissions `mode`; `None` if something
    /// about it can't be known.
    pub(super) fn of(created: &File, mode: u32) -> Option<Spare> {
        let stat = fstat(created).ok()?;
        Some(Spare {
            id: id(&stat),
            owner: (stat.st_uid, stat.st_gid),
            n_attributes: n_attributes(created).ok()?,
            mode,
            has_mode: stat.st_mode & 0o7777,
        })
    }

    /// Moves the file from a directory of `lane` to its place in `lane`. Returns whether it was
    /// there, under the name `file`, without a link elsewhere, and room is no matter.
    pub(super) fn keep(&self, lane: BorrowedFd<'_>, directory: &OsStr, file: &OsStr) -> bool {
        const ROOM: u64 = 32;
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        let Ok(directory) = openat(lane, directory, flags, Mode::empty()) else { return false };
        let n_free = fstatvfs(&directory).map_or(0, |stat| stat.f_bavail.saturating_mul(stat.f_frsize));
        let is_small = |stat: &Stat| u64::try_from(stat.st_size).is_ok_and(|size| size <= n_free / ROOM);
        statat(&directory, file, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| self.is_same(&stat) && is_small(&stat))
            && renameat_with(&directory, file, lane, NAME, RenameFlags::empty()).is_ok()
    }

    /// Opens the file for a new content of `n_bytes` and the permissions `mode`, and moves it to
    /// `to`, which must not exist. Its old content is still there.
    ///
    /// Returns `None`, and removes the file, if anything but its content was changed, if another
    /// process has it open or mapped, or if the new content is so much smaller that its memory is
    /// worth more.
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
                && rustix::fs::fchmod(file, Mode::from_raw_mode(self.has_mode)).is_ok()
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
            && n_attributes(&file).ok()? == self.n_attributes;
        let is_worth_it = u64::try_from(stat.st_size).ok()? / 2 <= n_bytes;
        (is_untouched && is_worth_it && is_open_nowhere_else(&file)).then_some(file)
    }

    fn is_same(&self, stat: &Stat) -> bool {
        id(stat) == self.id
            && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_nlink == 1
    }
}

/// Returns the length of the names of a file's extended attributes. Lists of who may read it are
/// among them.
fn n_attributes(file: &File) -> io::Result<usize> {
    match flistxattr_query(file) {
        Err(rustix::io::Errno::NOTSUP) => Ok(0),
        n_attributes => Ok(n_attributes?),
    }
}

/// Whether no other process has a file open or mapped, and no other descriptor of this one is of
/// it: only then does the kernel give a lease for writing.
#[cfg(target_os = "linux")]
fn is_open_nowhere_else(file: &File) -> bool {
    use std::os::fd::AsRawFd;

    let set = |kind: libc::c_int| {
        // SAFETY: the descriptor is open, and the call takes no pointers.
        unsafe { libc::fcntl(file.as_fd().as_raw_fd(), libc::F_SETLEASE, kind) }
    };
    // Who opens it in between breaks the lease. The signal for that would end this process, unless
    // it is one that is ignored.
    // SAFETY: as above.
    let is_harmless = || unsafe { libc::fcntl(file.as_fd().as_raw_fd(), F_SETSIG, libc::SIGURG) } == 0;
    is_harmless() && set(libc::F_WRLCK) == 0 && set(libc::F_UNLCK) == 0
}

/// Whether nobody else has a file open is not known on this system.
#[cfg(not(target_os = "linux"))]
fn is_open_nowhere_else(_file: &File) -> bool {
    let _ = AsFd::as_fd;
    false
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
