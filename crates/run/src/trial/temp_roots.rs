//! Where trials run: in memory or on disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_reduce::Document;
use rustix::fs::{StatVfsMountFlags, statvfs};

use super::common_files::CommonFiles;
use super::directory::{TrialDirectory, failed, free_bytes};
use super::temp_root::{Lane, TempRoot};
use super::{Access, Extra};
use crate::files::Modes;
use crate::property::PropertyError;

/// The directory below which trials run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TempBase {
    /// In memory if there is a file system for it with enough space, else in `TMPDIR`.
    #[default]
    Automatic,
    /// In `TMPDIR`, for files that stay as long as a session.
    Disk,
    /// In this directory.
    Below(PathBuf),
}

/// The file system in memory that Linux systems usually have.
const MEMORY: &str = "/dev/shm";
/// The directory for temporary files that is usually on disk.
const DISK: &str = "/var/tmp";
/// Bytes that must be free in memory for a trial's own output, besides its files. Containers often
/// have only 64 MiB.
const ROOM: u64 = 256 << 20;

impl TempBase {
    /// Returns the directories that may be chosen, the best first.
    pub(super) fn bases(&self) -> Vec<PathBuf> {
        match self {
            TempBase::Below(path) => vec![path.clone()],
            TempBase::Automatic | TempBase::Disk => {
                let memory = PathBuf::from(MEMORY);
                let is_wanted = *self == TempBase::Automatic && can_run_programs(&memory);
                let memory = is_wanted.then_some(memory);
                let temporary = std::env::temp_dir();
                // Trials start in other directories, in which a relative `TMPDIR` would not work.
                let temporary = std::path::absolute(&temporary).unwrap_or(temporary);
                // A test could not run a program that it compiles there.
                let elsewhere = forbids_programs(&temporary).then(|| PathBuf::from(DISK));
                let elsewhere = elsewhere.filter(|path| can_run_programs(path));
                memory.into_iter().chain(elsewhere).chain([temporary]).collect()
            }
        }
    }
}

/// The temporary directories of a session: one in memory, one on disk. Each is created when it is
/// first needed, and removed at the end.
#[derive(Debug)]
pub struct TempRoots {
    /// In the order of preference.
    bases: Vec<Base>,
    common_files: CommonFiles,
}

#[derive(Debug)]
struct Base {
    path: PathBuf,
    room: u64,
    access: Access,
    temp_root: Mutex<Option<Arc<TempRoot>>>,
}

impl TempRoots {
    /// Chooses where trials run.
    pub fn new(base: &TempBase, access: Access, extras: Vec<Extra>, modes: Modes) -> TempRoots {
        let paths = base.bases();
        let n_last = paths.len() - 1;
        // The last one is used in any case.
        let bases = paths.into_iter().enumerate().map(|(number, path)| {
            let room = if number < n_last { ROOM } else { 0 };
            Base { path, room, access, temp_root: Mutex::new(None) }
        });
        TempRoots { bases: bases.collect(), common_files: CommonFiles { extras, modes } }
    }

    /// Creates a directory for a trial of `document`. If a file system is full, reusable files of
    /// trials are removed; then the next file system is used.
    ///
    /// # Errors
    /// When it cannot be created on any file system; the error is that of the last one.
    pub fn directory(&self, document: &Document) -> Result<TrialDirectory, PropertyError> {
        let (last, before) = self.bases.split_last().expect("there is a place for trials");
        for base in before.iter().filter(|base| base.has_room(document.n_bytes())) {
            // After any error in memory, the disk is tried; its error is the better message.
            if let Ok(directory) = self.directory_in(base, document) {
                return Ok(directory);
            }
        }
        self.directory_in(last, document)
    }

    /// Creates a directory in the lane of another one.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn directory_beside(
        &self,
        other: &TrialDirectory,
        document: &Document,
    ) -> Result<TrialDirectory, PropertyError> {
        TrialDirectory::new(other.lane().clone(), &self.common_files, document)
    }

    /// Fills a trial's directory again with another document, at the same path.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn refill(&self, directory: &TrialDirectory, document: &Document) -> Result<(), PropertyError> {
        directory.refill(&self.common_files, document)
    }

    fn directory_in(&self, base: &Base, document: &Document) -> Result<TrialDirectory, PropertyError> {
        let lane = Arc::new(base.lane().map_err(|error| failed(&base.path, error))?);
        match TrialDirectory::new(lane.clone(), &self.common_files, document) {
            Err(PropertyError::DiskFull { .. })
                if lane.temp_root().remove_reusables() | lane.remove_reusable() =>
            {
                TrialDirectory::new(lane, &self.common_files, document)
            }
            made => made,
        }
    }
}

impl Base {
    fn has_room(&self, n_bytes: u64) -> bool {
        free_bytes(&self.path).is_some_and(|free| self.room + 4 * n_bytes <= free)
    }

    /// Returns a lane. Creates the session's directory if it does not exist, or was removed.
    fn lane(&self) -> std::io::Result<Lane> {
        let mut temp_root = self.temp_root.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = temp_root.as_ref().and_then(|temp_root| temp_root.lane().ok()) {
            return Ok(lane);
        }
        let made = Arc::new(TempRoot::new(&self.path, self.access)?);
        temp_root.insert(made).lane()
    }
}

/// Whether a directory is writable and programs in it can be run. Containers often mount `/dev/shm`
/// with `noexec`.
fn can_run_programs(path: &Path) -> bool {
    statvfs(path)
        .is_ok_and(|stat| !stat.f_flag.intersects(StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY))
}

/// Whether a directory is writable, but programs in it can't be run.
fn forbids_programs(path: &Path) -> bool {
    statvfs(path).is_ok_and(|stat| {
        stat.f_flag.contains(StatVfsMountFlags::NOEXEC) && !stat.f_flag.contains(StatVfsMountFlags::RDONLY)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use dwindle_reduce::Verdict;

    use super::*;

    /// A small file system, for tests that run as root.
    struct Small {
        path: tempfile::TempDir,
    }

    impl Small {
        fn mount() -> Option<Small> {
            Small::of("1m")
        }

        fn of(size: &str) -> Option<Small> {
            let path = tempfile::tempdir().ok()?;
            let mut command = Command::new("mount");
            command.args(["-t", "tmpfs", "-o", &format!("size={size}"), "none"]).arg(path.path());
            if command.output().is_ok_and(|output| output.status.success()) {
                return Some(Small { path });
            }
            eprintln!("skipped: only root can mount a small file system");
            None
        }
    }

    impl Drop for Small {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg(self.path.path()).status();
        }
    }

    fn below(path: &Path) -> TempRoots {
        TempRoots::new(&TempBase::Below(path.to_owned()), Access::default(), Vec::new(), Modes::default())
    }

    fn large() -> Document {
        Document::single("large", vec![b'x'; 2 << 20])
    }

    fn small() -> Document {
        Document::single("small", "x")
    }

    #[test]
    fn a_full_disk_is_an_error_and_leaves_nothing() {
        let Some(disk) = Small::mount() else { return };
        let temp_roots = below(disk.path.path());
        let error = temp_roots.directory(&large()).unwrap_err();
        assert!(
            matches!(&error, PropertyError::DiskFull { path } if path.starts_with(disk.path.path())),
            "{error}"
        );
        // The part of the large one that was written is gone.
        assert!(temp_roots.directory(&small()).unwrap().path().join("small").exists());
    }

    #[test]
    fn files_that_wait_for_the_next_trial_make_room() {
        let Some(disk) = Small::of("20m") else { return };
        let temp_roots = below(disk.path.path());
        let document = |n_bytes: usize| Document::single("large", vec![b'x'; n_bytes]);
        drop([(); 2].map(|()| temp_roots.directory(&document(400 << 10)).unwrap()));
        let free = free_bytes(disk.path.path()).unwrap() as usize;
        std::fs::write(disk.path.path().join("other"), vec![b'x'; free - (64 << 10)]).unwrap();
        // One of the files that wait is too small, and the other one goes.
        assert!(temp_roots.directory(&document(700 << 10)).is_ok());
        assert!(temp_roots.directory(&document(2 << 20)).is_err());
    }

    #[test]
    fn the_disk_is_used_when_memory_is_full() {
        let Some(memory) = Small::mount() else { return };
        let disk = tempfile::tempdir().unwrap();
        let bases = [memory.path.path(), disk.path()].map(|path| Base {
            path: path.to_owned(),
            room: 0,
            access: Access::default(),
            temp_root: Mutex::new(None),
        });
        let temp_roots = TempRoots { bases: Vec::from(bases), common_files: CommonFiles::default() };
        let in_memory = temp_roots.directory(&small()).unwrap();
        assert!(in_memory.path().starts_with(memory.path.path()));
        assert!(temp_roots.directory(&large()).unwrap().path().starts_with(disk.path()));
        // The last one fails although there seemed to be enough space for it.
        let nearly = Document::single("nearly", vec![b'x'; 200 << 10]);
        let kept: Vec<TrialDirectory> = (0..8).map(|_| temp_roots.directory(&nearly).unwrap()).collect();
        assert!(kept.iter().any(|trial| trial.path().starts_with(memory.path.path())));
        assert!(kept.iter().any(|trial| trial.path().starts_with(disk.path())));
    }

    #[test]
    fn boring_on_a_full_disk_becomes_unresolved() {
        let Some(disk) = Small::mount() else { return };
        let temp_roots = below(disk.path.path());
        let trial = temp_roots.directory(&small()).unwrap();
        assert_eq!(trial.believed(Verdict::Boring), Verdict::Boring);
        let _ = std::fs::write(trial.temporary().join("much"), vec![b'x'; 2 << 20]);
        assert_eq!(trial.believed(Verdict::Boring), Verdict::Unresolved);
        assert_eq!(trial.believed(Verdict::Interesting), Verdict::Interesting);
    }

    #[test]
    fn a_file_system_that_cannot_run_programs_is_not_chosen() {
        let Some(memory) = Small::mount() else { return };
        assert!(can_run_programs(memory.path.path()));
        let mut command = Command::new("mount");
        assert!(command.args(["-o", "remount,noexec"]).arg(memory.path.path()).status().unwrap().success());
        assert!(!can_run_programs(memory.path.path()));
    }
}
