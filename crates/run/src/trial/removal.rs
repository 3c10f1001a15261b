//! Removing directories that a program left in any state, while other processes may still write to
//! them.

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat, fchmod, fstat, openat, statat, unlinkat};
use rustix::io::Errno;

use crate::property::Cancel;

/// Time after which a new entry ends the removal: another process then creates entries as fast as
/// they are removed.
const GRACE: Duration = Duration::from_millis(250);
/// How often a directory is read again because it is not empty after its entries were removed.
const MAX_ROUNDS: u32 = 3;
/// Most directories that are open on the way down. Those above are opened again on the way back.
const MAX_OPEN: usize = 32;
/// Entries between two checks of the time.
const ENTRIES_PER_CHECK: u64 = 64;

/// How long a removal may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    deadline: Instant,
    cancel: Cancel,
}

impl Bounds {
    /// Allows a time, or less if `cancel` is cancelled.
    pub(crate) fn new(most: Duration, cancel: &Cancel) -> Bounds {
        Bounds { deadline: Instant::now() + most, cancel: cancel.clone() }
    }

    /// Allows a time.
    pub(crate) fn time(most: Duration) -> Bounds {
        Bounds::new(most, &Cancel::new())
    }

    fn check(&self) -> io::Result<()> {
        if self.cancel.is_cancelled() {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "interrupted"));
        }
        match self.deadline <= Instant::now() {
            true => Err(io::Error::new(io::ErrorKind::TimedOut, "removing it takes too long")),
            false => Ok(()),
        }
    }
}

/// Removes a file or directory, as [`remove_at`] does. The directories above it are trusted.
pub(super) fn remove_tree(path: &Path, bounds: &Bounds) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    // The parent may be on another file system than the current directory, but the path must be on
    // that of its parent.
    match rustix::fs::open(parent, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()) {
        Ok(parent) => remove_at(parent.as_fd(), name, bounds),
        Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Removes the entry `name` of the directory `parent`, with its content, however deep.
///
/// Every step uses the descriptor of a directory that was opened without following links and
/// without entering another mount. So nothing outside the tree is read or changed, even if other
/// processes rename entries at the same time. Directories of ours without permissions are made
/// accessible by their descriptor. Entries that cannot be removed are left, all others are removed,
/// and the first error is returned. It is no error if the entry does not exist.
///
/// # Errors
/// When something is left: it belongs to another user, another process goes on creating entries, or
/// the bounds are reached.
pub(crate) fn remove_at(parent: BorrowedFd<'_>, name: &OsStr, bounds: &Bounds) -> io::Result<()> {
    let name = CString::new(name.as_bytes())?;
    match unlinkat(parent, &name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        // The entry is a directory: the errors of Linux and of POSIX.
        Err(Errno::ISDIR | Errno::PERM) => {}
        Err(error) => return Err(error.into()),
    }
    Removal { began: SystemTime::now(), since: Instant::now(), bounds, n_entries: 0, first: None }
        .remove(parent, &name)
}

/// A removal that is in progress.
struct Removal<'a> {
    began: SystemTime,
    since: Instant,
    bounds: &'a Bounds,
    n_entries: u64,
    /// The first error.
    first: Option<io::Error>,
}

/// A directory on the way down.
struct Level {
    /// `None` while too many others are open.
    directory: Option<OwnedFd>,
    id: (u64, u64),
    name: CString,
    /// Directories in it that have to be removed.
    inner: Vec<CString>,
    /// Whether something in it could not be removed.
    resisted: bool,
    n_rounds: u32,
}

impl Removal<'_> {
    fn remove(mut self, parent: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
        let mut levels = vec![self.enter(parent, name)?];
        while let Some(level) = levels.last_mut() {
            let directory = level.directory.as_ref().expect("the innermost directory is open").as_fd();
            if let Some(inner) = level.inner.pop() {
                match self.enter(directory, &inner) {
                    Ok(deeper) => levels.push(deeper),
                    Err(error) if is_final(&error) => return Err(error),
                    Err(error) => {
                        level.resisted = true;
                        self.resisted(error);
                    }
                }
                if let Some(above) = levels.len().checked_sub(MAX_OPEN + 1) {
                    levels[above].directory = None;
                }
                continue;
            }
            let left = levels.pop().expect("there is a last level");
            let above = match levels.last_mut() {
                Some(above) => {
                    reopen(above, &left)?;
                    above.directory.as_ref().expect("it was opened again").as_fd()
                }
                None => parent,
            };
            match unlinkat(above, &left.name, AtFlags::REMOVEDIR) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(Errno::NOTEMPTY | Errno::EXIST) if !left.resisted && left.n_rounds < MAX_ROUNDS => {
                    // Another process created an entry, or the listing skipped one.
                    let n_rounds = left.n_rounds + 1;
                    let mut again = self.enter(above, &left.name)?;
                    again.n_rounds = n_rounds;
                    levels.push(again);
                }
                Err(error) => {
                    self.resisted(error.into());
                    if let Some(above) = levels.last_mut() {
                        above.resisted = true;
                    }
                }
            }
        }
        self.first.map_or(Ok(()), Err)
    }

    /// Opens a directory and removes all its entries except directories that are not empty.
    fn enter(&mut self, parent: BorrowedFd<'_>, name: &CStr) -> io::Result<Level> {
        let directory = open_unlocked(parent, name)?;
        let stat = fstat(&directory)?;
        let mut level = Level {
            directory: None,
            id: id(&stat),
            name: name.to_owned(),
            inner: Vec::new(),
            resisted: false,
            n_rounds: 0,
        };
        for entry in Dir::read_from(&directory)? {
            let entry = entry?;
            let name = entry.file_name();
            if name == c"." || name == c".." {
                continue;
            }
            self.check(directory.as_fd(), name)?;
            let flags = match entry.file_type() {
                FileType::Directory => AtFlags::REMOVEDIR,
                _ => AtFlags::empty(),
            };
            match unlinkat(&directory, name, flags) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(Errno::NOTEMPTY | Errno::EXIST | Errno::ISDIR | Errno::ACCESS)
                    if entry.file_type() == FileType::Directory || entry.file_type() == FileType::Unknown =>
                {
                    level.inner.push(name.to_owned());
                }
                Err(error) => {
                    level.resisted = true;
                    self.resisted(error.into());
                }
            }
        }
        level.directory = Some(directory);
        Ok(level)
    }

    /// Checks the bounds, and whether another process goes on creating entries.
    fn check(&mut self, directory: BorrowedFd<'_>, name: &CStr) -> io::Result<()> {
        self.n_entries += 1;
        if self.n_entries.is_multiple_of(ENTRIES_PER_CHECK) {
            self.bounds.check()?;
            if GRACE < self.since.elapsed()
                && let Ok(stat) = statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
                && self.is_new(&stat)
            {
                let text = "another process goes on creating files in it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, text));
            }
        }
        Ok(())
    }

    /// Whether an entry was created after the removal began. This uses the time of the last inode
    /// change, which programs cannot set. Removing another name of the same file changes it as
    /// well, so files with several names do not count.
    #[expect(clippy::unnecessary_cast, reason = "the types differ between systems")]
    fn is_new(&self, stat: &Stat) -> bool {
        let is_directory = FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        let seconds = Duration::from_secs(u64::try_from(stat.st_ctime).unwrap_or(0));
        let changed = SystemTime::UNIX_EPOCH + seconds + Duration::from_nanos(stat.st_ctime_nsec as u64);
        (is_directory || stat.st_nlink == 1) && self.began < changed
    }

    fn resisted(&mut self, error: io::Error) {
        self.first.get_or_insert(error);
    }
}

/// Whether the removal ends with this error instead of continuing.
fn is_final(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, ResourceBusy, TimedOut};
    matches!(error.kind(), Interrupted | ResourceBusy | TimedOut)
}

/// Opens the parent directory again on the way back, and checks that it is the same.
fn reopen(above: &mut Level, left: &Level) -> io::Result<()> {
    if above.directory.is_some() {
        return Ok(());
    }
    let from = left.directory.as_ref().expect("the innermost directory is open");
    let directory = openat(from, c"..", directory_flags(), Mode::empty())?;
    if id(&fstat(&directory)?) != above.id {
        return Err(io::Error::other("a directory was moved while it was removed"));
    }
    above.directory = Some(directory);
    Ok(())
}

pub(super) fn id(stat: &Stat) -> (u64, u64) {
    #[expect(clippy::unnecessary_cast, reason = "the types differ between systems")]
    (stat.st_dev as u64, stat.st_ino as u64)
}

/// Returns the flags to open a directory that is not a link.
pub(super) fn directory_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

/// Opens a directory in a directory. If it is ours, first gives its owner all permissions.
fn open_unlocked(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<OwnedFd> {
    let directory = match open_within(parent, name) {
        Err(Errno::ACCESS) => open_locked(parent, name)?,
        opened => opened?,
    };
    let stat = fstat(&directory)?;
    if stat.st_mode & 0o700 != 0o700 && stat.st_uid == rustix::process::geteuid().as_raw() {
        fchmod(&directory, Mode::RWXU)?;
    }
    Ok(directory)
}

/// Opens a directory that is not a link and not on another mount.
fn open_within(parent: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{ResolveFlags, openat2};
        let resolve = ResolveFlags::NO_XDEV | ResolveFlags::NO_SYMLINKS;
        match openat2(parent, name, directory_flags(), Mode::empty(), resolve) {
            // Linux before 5.6, or a filter of system calls that does not know it.
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return opened,
        }
    }
    let directory = openat(parent, name, directory_flags(), Mode::empty())?;
    match fstat(&directory)?.st_dev == fstat(parent)?.st_dev {
        true => Ok(directory),
        false => Err(Errno::XDEV),
    }
}

/// The number of the system call `fchmodat2`, which `libc` does not define for every processor. It
/// is the same on all that are supported.
#[cfg(target_os = "linux")]
const FCHMODAT2: libc::c_long = 452;

/// Opens a directory of ours that we may not read, by way of an `O_PATH` descriptor.
#[cfg(target_os = "linux")]
fn open_locked(parent: BorrowedFd<'_>, name: &CStr) -> rustix::io::Result<OwnedFd> {
    use std::os::fd::AsRawFd;

    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let named = openat(parent, name, flags, Mode::empty())?;
    let stat = fstat(&named)?;
    let is_ours = stat.st_uid == rustix::process::geteuid().as_raw();
    if !is_ours || stat.st_dev != fstat(parent)?.st_dev {
        return Err(Errno::ACCESS);
    }
    // SAFETY: the descriptor is open, and the empty path is a string that ends with a zero.
    let changed =
        unsafe { libc::syscall(FCHMODAT2, named.as_raw_fd(), c"".as_ptr(), 0o700, libc::AT_EMPTY_PATH) };
    if changed != 0 {
        // Linux before 6.6.
        rustix::fs::chmod(format!("/proc/self/fd/{}", named.as_raw_fd()), Mode::RWXU)?;
    }
    openat(&named, c".", directory_flags(), Mode::empty())
}

/// Fails: the permissions of a directory that cannot be opened cannot be changed.
#[cfg(not(target_os = "linux"))]
fn open_locked(_parent: BorrowedFd<'_>, _name: &CStr) -> rustix::io::Result<OwnedFd> {
    Err(Errno::ACCESS)
}

#[cfg(test)]
mod tests;
