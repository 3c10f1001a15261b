//! Hidden siblings of the output, in which the next version is written.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::names::{shortened, with_suffix};
use super::put::put_new;

const MARK: &[u8] = b".dwindle-";
const OLD: &str = "-old";

/// A hidden file or directory beside an output: `.NAME.dwindle-PID-N`. Dropping it removes it.
///
/// It is locked as long as it exists. So the files of a killed process can be told from those that
/// another process is writing.
pub(super) struct Scratch {
    path: PathBuf,
    handle: File,
    removed_on_drop: bool,
}

impl Scratch {
    /// Creates an empty file beside `output`.
    pub(super) fn file(output: &Path, mode: u32) -> io::Result<Scratch> {
        Scratch::make(output, |path| OpenOptions::new().write(true).create_new(true).mode(mode).open(path))
    }

    /// Creates an empty directory beside `output`.
    pub(super) fn directory(output: &Path, mode: u32) -> io::Result<Scratch> {
        use std::os::unix::fs::DirBuilderExt;
        Scratch::make(output, |path| {
            DirBuilder::new().mode(mode).create(path).and_then(|()| File::open(path))
        })
    }

    fn make(output: &Path, make: impl Fn(&Path) -> io::Result<File>) -> io::Result<Scratch> {
        static N_MADE: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = N_MADE.fetch_add(1, Ordering::Relaxed);
            let mut name = prefix(output);
            name.push(format!("{}-{number}", std::process::id()));
            let path = output.with_file_name(name);
            match make(&path) {
                Ok(handle) => {
                    // Where locks do not work, `sweep` cannot lock and removes nothing.
                    let _ = handle.try_lock();
                    return Ok(Scratch { path, handle, removed_on_drop: true });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn handle(&mut self) -> &mut File {
        &mut self.handle
    }

    /// Returns the name of the old output while this scratch replaces it in two steps.
    pub(super) fn name_of_old(&self) -> PathBuf {
        with_suffix(&self.path, OLD)
    }

    /// Does not remove the file or directory any more: it has another name now.
    pub(super) fn leave(mut self) {
        self.removed_on_drop = false;
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.removed_on_drop {
            // If this fails, the next run's `sweep` removes it.
            let _ = remove(&self.path);
        }
    }
}

/// Removes the scratches that killed runs left beside `output`. If `output` does not exist,
/// finishes the renaming of a run that was killed between its two steps.
pub(super) fn sweep(output: &Path) -> io::Result<()> {
    let directory = output.parent().unwrap_or(Path::new("."));
    let prefix = prefix(output);
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let kind = entry.file_type()?;
        let made_here = kind.is_file() || kind.is_dir();
        if !name.as_bytes().starts_with(prefix.as_bytes())
            || !is_scratch(&name)
            || is_old(&name)
            || !made_here
        {
            continue;
        }
        let path = directory.join(&name);
        // In a directory that other users can write to, they may have used such a name.
        let Ok(handle) = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW).open(&path) else {
            continue;
        };
        let metadata = handle.metadata()?;
        let is_ours = metadata.uid() == rustix::process::geteuid().as_raw();
        if !is_ours || handle.try_lock().is_err() {
            continue;
        }
        // The old output was renamed, so the new one is whole and only lacks its name.
        let old = with_suffix(&path, OLD);
        let is_whole = metadata.is_dir() || metadata.nlink() == 1;
        if is_whole && old.symlink_metadata().is_ok() && output.symlink_metadata().is_err() {
            put_new(&path, output)?;
        } else {
            remove(&path)?;
        }
    }
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        let is_ours = name.as_bytes().starts_with(prefix.as_bytes()) && is_scratch(&name);
        if is_ours && is_old(&name) && output.symlink_metadata().is_ok() {
            remove(&directory.join(name))?;
        }
    }
    Ok(())
}

/// Whether a name is the name of a scratch.
pub(super) fn is_scratch(name: &OsStr) -> bool {
    let name = name.as_bytes();
    let name = name.strip_suffix(OLD.as_bytes()).unwrap_or(name);
    let Some(at) = name.windows(MARK.len()).rposition(|window| window == MARK) else { return false };
    let mut numbers = name[at + MARK.len()..].split(|byte| *byte == b'-');
    let is_number = |part: Option<&[u8]>| {
        part.is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
    };
    name.starts_with(b".")
        && is_number(numbers.next())
        && is_number(numbers.next())
        && numbers.next().is_none()
}

fn is_old(name: &OsStr) -> bool {
    name.as_bytes().ends_with(OLD.as_bytes())
}

fn prefix(output: &Path) -> OsString {
    let name = shortened(output.file_name().unwrap_or_default()).as_bytes();
    OsString::from_vec([b".", name, MARK].concat())
}

fn remove(path: &Path) -> io::Result<()> {
    let result = match path.symlink_metadata()?.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    };
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
