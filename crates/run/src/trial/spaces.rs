//! The choice between memory and disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_reduce::Document;
use rustix::fs::{StatVfsMountFlags, statvfs};

use super::directory::{TrialDirectory, failed, free_bytes};
use super::filling::Filling;
use super::space::{Lane, Space};
use super::{Access, Extra};
use crate::files::Modes;
use crate::property::PropertyError;

/// Where trials take place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In memory where there is a file system for it with room to spare, else where `TMPDIR` says.
    #[default]
    Automatic,
    /// Where `TMPDIR` says, for what stays as long as a session.
    Disk,
    /// Below this directory.
    Below(PathBuf),
}

/// The file system in memory that every Linux has, as a rule.
const MEMORY: &str = "/dev/shm";
/// The directory for temporary files that is on disk, as a rule.
const DISK: &str = "/var/tmp";
/// Bytes that must be free in memory for a trial's own output, beside its files. A container often
/// has 64 MiB only.
const ROOM: u64 = 256 << 20;

impl Place {
    /// Lists the directories that may be chosen, the best first.
    pub(super) fn bases(&self) -> Vec<PathBuf> {
        match self {
            Place::Below(path) => vec![path.clone()],
            Place::Automatic | Place::Disk => {
                let memory = PathBuf::from(MEMORY);
                let is_wanted = *self == Place::Automatic && can_run_programs(&memory);
                let memory = is_wanted.then_some(memory);
                let temporary = std::env::temp_dir();
                // Trials start elsewhere, where a relative `TMPDIR` would mean another directory.
                let temporary = std::path::absolute(&temporary).unwrap_or(temporary);
                // What a test compiles there could not be started.
                let elsewhere = forbids_programs(&temporary).then(|| PathBuf::from(DISK));
                let elsewhere = elsewhere.filter(|path| can_run_programs(path));
                memory.into_iter().chain(elsewhere).chain([temporary]).collect()
            }
        }
    }
}

/// The spaces of a session, made when they are first needed. Made at the start, removed at the end.
#[derive(Debug)]
pub struct Spaces {
    /// In the order of preference.
    bases: Vec<Base>,
    filling: Filling,
}

#[derive(Debug)]
struct Base {
    path: PathBuf,
    room: u64,
    access: Access,
    space: Mutex<Option<Arc<Space>>>,
}

impl Spaces {
    /// Chooses where trials take place.
    pub fn new(place: &Place, access: Access, extras: Vec<Extra>, modes: Modes) -> Spaces {
        let paths = place.bases();
        let n_last = paths.len() - 1;
        // The last one is taken whether there is room or not.
        let bases = paths.into_iter().enumerate().map(|(number, path)| {
            let room = if number < n_last { ROOM } else { 0 };
            Base { path, room, access, space: Mutex::new(None) }
        });
        Spaces { bases: bases.collect(), filling: Filling { extras, modes } }
    }

    /// Makes a directory for a trial of `document`. A full file system gives way to the next one.
    ///
    /// # Errors
    /// When no file system lets us, with what went wrong on the last one.
    pub fn directory(&self, document: &Document) -> Result<TrialDirectory, PropertyError> {
        let (last, before) = self.bases.split_last().expect("there is a place for trials");
        for base in before.iter().filter(|base| base.has_room(document.n_bytes())) {
            // Whatever goes wrong in memory may go well on disk, which gives the better message if
            // it does not.
            if let Ok(directory) = self.directory_in(base, document) {
                return Ok(directory);
            }
        }
        self.directory_in(last, document)
    }

    /// Makes a directory in the lane of another one.
    ///
    /// # Errors
    /// When the environment does not let us.
    pub fn directory_beside(
        &self,
        other: &TrialDirectory,
        document: &Document,
    ) -> Result<TrialDirectory, PropertyError> {
        TrialDirectory::new(other.lane().clone(), &self.filling, document)
    }

    /// Fills a trial's directory again with another document, at the same path.
    ///
    /// # Errors
    /// When the environment does not let us.
    pub fn refill(&self, directory: &TrialDirectory, document: &Document) -> Result<(), PropertyError> {
        directory.refill(&self.filling, document)
    }

    fn directory_in(&self, base: &Base, document: &Document) -> Result<TrialDirectory, PropertyError> {
        let lane = base.lane().map_err(|error| failed(&base.path, error))?;
        TrialDirectory::new(Arc::new(lane), &self.filling, document)
    }
}

impl Base {
    fn has_room(&self, n_bytes: u64) -> bool {
        free_bytes(&self.path).is_some_and(|free| self.room + 4 * n_bytes <= free)
    }

    /// Returns a lane, in a space that is made if there is none, or none any more.
    fn lane(&self) -> std::io::Result<Lane> {
        let mut space = self.space.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lane) = space.as_ref().and_then(|space| space.lane().ok()) {
            return Ok(lane);
        }
        let made = Arc::new(Space::new(&self.path, self.access)?);
        space.insert(made).lane()
    }
}

/// Whether a directory can be written and programs in it can be run: containers often mount
/// `/dev/shm` such that what a test compiles there could not be started.
fn can_run_programs(path: &Path) -> bool {
    statvfs(path)
        .is_ok_and(|stat| !stat.f_flag.intersects(StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY))
}

/// Whether a directory can be written, and programs in it can't be run.
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

    /// A file system of one megabyte, for tests that run as root.
    struct Small {
        path: tempfile::TempDir,
    }

    impl Small {
        fn mount() -> Option<Small> {
            let path = tempfile::tempdir().ok()?;
            let mut command = Command::new("mount");
            command.args(["-t", "tmpfs", "-o", "size=1m", "none"]).arg(path.path());
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

    fn below(path: &Path) -> Spaces {
        Spaces::new(&Place::Below(path.to_owned()), Access::default(), Vec::new(), Modes::default())
    }

    fn large() -> Document {
        Document::single("large", vec![b'x'; 2 << 20])
    }

    fn small() -> Document {
        Document::single("small", "x")
    }

    #[test]
    fn a_full_disk_is_told_and_survived() {
        let Some(disk) = Small::mount() else { return };
        let spaces = below(disk.path.path());
        let error = spaces.directory(&large()).unwrap_err();
        assert!(
            matches!(&error, PropertyError::DiskFull { path } if path.starts_with(disk.path.path())),
            "{error}"
        );
        // What was written of the large one is gone.
        assert!(spaces.directory(&small()).unwrap().path().join("small").exists());
    }

    #[test]
    fn full_memory_gives_way_to_the_disk() {
        let Some(memory) = Small::mount() else { return };
        let disk = tempfile::tempdir().unwrap();
        let bases = [memory.path.path(), disk.path()].map(|path| Base {
            path: path.to_owned(),
            room: 0,
            access: Access::default(),
            space: Mutex::new(None),
        });
        let spaces = Spaces { bases: Vec::from(bases), filling: Filling::default() };
        let in_memory = spaces.directory(&small()).unwrap();
        assert!(in_memory.path().starts_with(memory.path.path()));
        assert!(spaces.directory(&large()).unwrap().path().starts_with(disk.path()));
        // Too full by surprise: as much as seems to be there cannot be written, because of the file
        // before.
        let nearly = Document::single("nearly", vec![b'x'; 200 << 10]);
        let kept: Vec<TrialDirectory> = (0..8).map(|_| spaces.directory(&nearly).unwrap()).collect();
        assert!(kept.iter().any(|trial| trial.path().starts_with(memory.path.path())));
        assert!(kept.iter().any(|trial| trial.path().starts_with(disk.path())));
    }

    #[test]
    fn boring_on_a_full_disk_is_not_believed() {
        let Some(disk) = Small::mount() else { return };
        let spaces = below(disk.path.path());
        let trial = spaces.directory(&small()).unwrap();
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
