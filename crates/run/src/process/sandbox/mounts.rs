//! The system calls for mounts, by path and by descriptor.

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The argument of `mount_setattr`; see mount_setattr(2).
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

const OPEN_TREE_CLONE: libc::c_uint = 1;
const MOVE_MOUNT_F_EMPTY_PATH: libc::c_uint = 4;
const MOUNT_ATTR_RDONLY: u64 = 1;
const MOUNT_ATTR_NOSUID: u64 = 2;

/// Makes mounts in this namespace invisible outside, and the other way round.
pub(super) fn make_private() -> io::Result<()> {
    mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)
}

/// Returns a copy of the mount at a path and of those below it, which [`put`] can attach elsewhere.
pub(super) fn copy_of(path: &Path) -> io::Result<OwnedFd> {
    let path = c_string(path)?;
    let flags = OPEN_TREE_CLONE | libc::O_CLOEXEC as libc::c_uint | libc::AT_RECURSIVE as libc::c_uint;
    // SAFETY: the path is a string that ends with a zero.
    let opened = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) };
    match i32::try_from(opened) {
        // SAFETY: the kernel has just created this descriptor for us.
        Ok(opened) if 0 <= opened => Ok(unsafe { OwnedFd::from_raw_fd(opened) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Mounts the result of [`copy_of`] at a path.
pub(super) fn put(copy: &OwnedFd, path: &Path) -> io::Result<()> {
    let path = c_string(path)?;
    let (from, here) = (copy.as_raw_fd(), libc::AT_FDCWD);
    // SAFETY: the descriptor is open, and both paths are strings that end with a zero.
    check(unsafe {
        libc::syscall(libc::SYS_move_mount, from, c"".as_ptr(), here, path.as_ptr(), MOVE_MOUNT_F_EMPTY_PATH)
    })
}

/// Makes all present mounts read-only.
pub(super) fn make_read_only(ignore_set_user_id: bool) -> io::Result<()> {
    let nosuid = if ignore_set_user_id { MOUNT_ATTR_NOSUID } else { 0 };
    let attributes =
        Attributes { set: MOUNT_ATTR_RDONLY | nosuid, clear: 0, propagation: 0, user_namespace: 0 };
    // SAFETY: the path is a string that ends with a zero; the structure is live and as large as
    // stated.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            c"/".as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    })
}

/// Mounts an empty directory in memory over a directory.
pub(super) fn cover(path: &Path, options: &CStr) -> io::Result<()> {
    let flags = libc::MS_NOSUID | libc::MS_NODEV;
    mount(Some(c"tmpfs"), &c_string(path)?, Some(c"tmpfs"), flags, Some(options))
}

/// Mounts `/proc` with the processes of this namespace.
pub(super) fn show_processes() -> io::Result<()> {
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    mount(Some(c"proc"), c"/proc", Some(c"proc"), flags, None)
}

fn mount(
    source: Option<&CStr>,
    target: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: Option<&CStr>,
) -> io::Result<()> {
    let pointer = |text: Option<&CStr>| text.map_or(std::ptr::null(), CStr::as_ptr);
    // SAFETY: every pointer is null or to a string that ends with a zero.
    let mounted = unsafe {
        libc::mount(pointer(source), target.as_ptr(), pointer(kind), flags, pointer(options).cast())
    };
    check(mounted.into())
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn c_string(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}
