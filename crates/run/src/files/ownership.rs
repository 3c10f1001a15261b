//! Whether another user may have written a file or directory.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Returns why another user may have written something: it belongs to another user, others can
/// write to it, it is a symbolic link, or a file has a second name. Returns `None` if it is ours.
pub(crate) fn why_not_ours(metadata: &Metadata) -> Option<&'static str> {
    if metadata.is_symlink() {
        Some("it is a symbolic link")
    } else if metadata.uid() != rustix::process::geteuid().as_raw() {
        Some("it belongs to another user")
    } else if metadata.mode() & 0o022 != 0 {
        Some("others can write to it")
    } else if metadata.is_file() && metadata.nlink() != 1 {
        Some("it has a second name (hard link), through which others may write to it")
    } else {
        None
    }
}

/// Fails unless `path` is ours. A symbolic link is not followed.
#[cfg(any(feature = "grammars", test))]
pub(crate) fn check_ours(path: &Path) -> io::Result<()> {
    refuse(&path.symlink_metadata()?)
}

/// Opens a file that must be ours, without following a symbolic link.
pub(crate) fn open_ours(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path)?;
    refuse(&file.metadata()?)?;
    Ok(file)
}

fn refuse(metadata: &Metadata) -> io::Result<()> {
    match why_not_ours(metadata) {
        None => Ok(()),
        Some(why) => Err(io::Error::new(io::ErrorKind::PermissionDenied, why)),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_file_that_others_may_have_written_is_not_ours() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let why = |path: &Path| why_not_ours(&path.symlink_metadata().unwrap());
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert_eq!(why(&path), None);
        assert!(open_ours(&path, OpenOptions::new().read(true)).is_ok());

        let link = place.path().join("link");
        symlink(&path, &link).unwrap();
        assert_eq!(why(&link), Some("it is a symbolic link"));
        assert!(open_ours(&link, OpenOptions::new().read(true)).is_err());

        fs::set_permissions(&path, Permissions::from_mode(0o664)).unwrap();
        assert_eq!(why(&path), Some("others can write to it"));
        fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
        fs::hard_link(&path, place.path().join("other name")).unwrap();
        assert!(why(&path).is_some_and(|why| why.contains("a second name")));
        assert!(open_ours(&path, OpenOptions::new().read(true)).is_err());
    }

    #[test]
    fn a_directory_of_another_user_is_not_ours() {
        let place = tempfile::tempdir().unwrap();
        if std::os::unix::fs::chown(place.path(), Some(65534), None).is_err() {
            eprintln!("skipped: only root can give a directory away");
            return;
        }
        let error = check_ours(place.path()).unwrap_err();
        assert_eq!(error.to_string(), "it belongs to another user");
    }
}
