//! Another user of the machine, as whom trials run.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// A user of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The login name.
    pub name: OsString,
    /// The user id.
    pub uid: u32,
    /// The id of the user's group.
    pub gid: u32,
    /// The home directory.
    pub home: PathBuf,
}

impl User {
    /// Returns a user by name or user id.
    ///
    /// # Errors
    /// When there is no such user, or the system's list of users cannot be read.
    pub fn find(name_or_number: &str) -> io::Result<User> {
        let name = CString::new(name_or_number)?;
        let number = name_or_number.parse::<u32>().ok();
        let mut space = vec![0; 64 << 10];
        let mut entry = std::mem::MaybeUninit::<libc::passwd>::uninit();
        let mut found = std::ptr::null_mut();
        let (entry, text, len) = (entry.as_mut_ptr(), space.as_mut_ptr(), space.len());
        // SAFETY: all pointers are to live locals; the functions write at most `len` bytes of text,
        // and an entry exactly if `found` is not null afterwards.
        let status = unsafe {
            match number {
                Some(uid) => libc::getpwuid_r(uid, entry, text, len, &raw mut found),
                None => libc::getpwnam_r(name.as_ptr(), entry, text, len, &raw mut found),
            }
        };
        if status != 0 {
            return Err(io::Error::from_raw_os_error(status));
        }
        if found.is_null() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such user"));
        }
        // SAFETY: as above; the strings of the entry lie in `space` and end with a zero.
        let (entry, name, home) =
            unsafe { (&*found, CStr::from_ptr((*found).pw_name), CStr::from_ptr((*found).pw_dir)) };
        Ok(User {
            name: OsStr::from_bytes(name.to_bytes()).to_owned(),
            uid: entry.pw_uid,
            gid: entry.pw_gid,
            home: OsStr::from_bytes(home.to_bytes()).into(),
        })
    }
}

/// Whether this process runs as root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_name_and_by_number() {
        let root = User::find("root").unwrap();
        assert_eq!((root.uid, root.gid), (0, 0));
        assert_eq!(User::find("0").unwrap(), root);
        assert_eq!(User::find("nobody-of-that-name").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(User::find("a\0b").is_err());
    }
}
