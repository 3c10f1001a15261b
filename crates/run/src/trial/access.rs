//! Who may enter the directories of trials.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, lchown};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Who may enter the directories of trials, besides the user that runs dwindle.
///
/// A path is not secret, because `ps` shows it. Only permissions keep other users out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// Nobody.
    #[default]
    Private,
    /// Nobody outside; all users of the same sandbox may enter and write temporary files. The
    /// directories belong to the root user of the sandbox, if that is another user outside.
    Sandboxed(Option<Owner>),
    /// Everybody may enter and read: for tests that change to another user themselves.
    Enter,
    /// Everybody may enter and read, and may write temporary files.
    Share,
    /// This user, to whom the directories belong.
    User(Owner),
}

/// The ids of a user and a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// The user.
    pub uid: u32,
    /// The group.
    pub gid: u32,
}

impl Access {
    /// Returns the permissions of the directory that contains all others of a session.
    pub(super) fn of_temp_root(self) -> u32 {
        match self {
            Access::Private | Access::Sandboxed(_) => 0o700,
            Access::User(_) => 0o711,
            Access::Enter | Access::Share => 0o755,
        }
    }

    /// Returns the permissions of the directory in which a test starts, and of those within it.
    pub(super) fn of_directory(self) -> u32 {
        match self {
            Access::Private | Access::User(_) => 0o700,
            Access::Sandboxed(_) | Access::Enter | Access::Share => 0o755,
        }
    }

    /// Returns the permissions of the directory for temporary files.
    pub(super) fn of_temporary(self) -> u32 {
        match self {
            Access::Private | Access::User(_) => 0o700,
            Access::Enter => 0o755,
            // As for `/tmp`: everybody may write, nobody may remove files of other users.
            Access::Sandboxed(_) | Access::Share => 0o1777,
        }
    }

    /// Returns the exact permissions of a candidate's file; `None` if the umask applies.
    pub(super) fn of_file(self, mode: u32) -> Option<u32> {
        match self {
            Access::Private | Access::User(_) => None,
            Access::Sandboxed(_) | Access::Enter => Some(mode & 0o755),
            Access::Share => Some((mode & 0o755) | 0o444 | (mode & 0o100) >> 3 | (mode & 0o100) >> 6),
        }
    }

    /// Returns the user to whom the directories belong, if that is another one.
    pub(super) fn owner(self) -> Option<Owner> {
        match self {
            Access::User(owner) => Some(owner),
            Access::Sandboxed(owner) => owner,
            Access::Private | Access::Enter | Access::Share => None,
        }
    }

    /// Gives a file or directory to the user to whom it must belong.
    pub(super) fn hand_over(self, path: &Path) -> io::Result<()> {
        match self.owner() {
            Some(Owner { uid, gid }) => lchown(path, Some(uid), Some(gid)),
            None => Ok(()),
        }
    }
}

/// Creates a directory with exactly these permissions. It never has more, not even for a moment.
pub(super) fn create_directory(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;

    fs::DirBuilder::new().mode(0o700).create(path)?;
    match mode {
        0o700 => Ok(()),
        _ => fs::set_permissions(path, Permissions::from_mode(mode)),
    }
}
