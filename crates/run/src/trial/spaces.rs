//! The choice between memory and disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_reduce::Document;
use rustix::fs::{StatVfsMountFlags, statvfs};

use super::Extra;
use super::directory::{TrialDirectory, failed, free_bytes};
use super::space::Space;
use super::sweep::sweep;
use crate::property::PropertyError;

/// Where trials take place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// In memory where there is a file system for it with room to spare, else where `TMPDIR` says.
    #[default]
    Automatic,
    /// Below this directory.
    Below(PathBuf),
}

/// The file system in memory that every Linux has, as a rule.
const MEMORY: &str = "/dev/shm";
/// Bytes that must be free in memory for a trial's own output, beside its files. A container often has 64 MiB only.
const ROOM: u64 = 256 << 20;

/// The spaces of a session, made when they are first needed. Made at the start, removed at the end.
#[derive(Debug)]
pub struct Spaces {
    /// In the order of preference.
    bases: Vec<Base>,
    extras: Vec<Extra>,
}

#[derive(Debug)]
struct Base {
    path: PathBuf,
    room: u64,
    space: Mutex<Option<Arc<Space>>>,
}

impl Spaces {
    /// Chooses where trials take place, and removes what dead sessions left there.
    pub fn new(place: &Place, extras: Vec<Extra>) -> Spaces {
        let bases: Vec<Base> = match place {
            Place::Below(path) => vec![Base::new(path.clone(), 0)],
            Place::Automatic => {
                let memory = PathBuf::from(MEMORY);
                let memory = can_run_programs(&memory).then(|| Base::new(memory, ROOM));
                memory.into_iter().chain([Base::new(std::env::temp_dir(), 0)]).collect()
            }
        };
        for base in &bases {
            sweep(&base.path);
        }
        Spaces { bases, extras }
    }

    /// Makes a directory for a trial of `document`. A full file system gives way to the next one.
    ///
    /// # Errors
    /// When no file system lets us, with what went wrong on the last one.
    pub fn directory(&self, document: &Document) -> Result<TrialDirectory, PropertyError> {
        let (last, before) = self.bases.split_last().expect("there is a place for trials");
        for base in before.iter().filter(|base| base.has_room(document.n_bytes())) {
            // Whatever goes wrong in memory may go well on disk, which gives the better message if it does not.
            if let Ok(directory) = self.directory_in(base, document) {
                return Ok(directory);
            }
        }
        self.directory_in(last, document)
    }

    /// Fills a trial's directory again with another document, at the same path.
    ///
    /// # Errors
    /// When the environment does not let us.
    pub fn refill(&self, directory: &TrialDirectory, document: &Document) -> Result<(), PropertyError> {
        directory.refill(&self.extras, document)
    }

    fn directory_in(&self, base: &Base, document: &Document) -> Result<TrialDirectory, PropertyError> {
        TrialDirectory::new(&base.space()?, &self.extras, document)
    }
}

impl Base {
    fn new(path: PathBuf, room: u64) -> Base {
        Base { path, room, space: Mutex::new(None) }
    }

    fn has_room(&self, n_bytes: u64) -> bool {
        free_bytes(&self.path).is_some_and(|free| self.room + 4 * n_bytes <= free)
    }

    fn space(&self) -> Result<Arc<Space>, PropertyError> {
        let mut space = self.space.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(space) = space.as_ref() {
            return Ok(space.clone());
        }
        let made = Arc::new(Space::new(&self.path).map_err(|error| failed(&self.path, error))?);
        *space = Some(made.clone());
        Ok(made)
    }
}

/// Whether a directory can be written and programs in it can be run: containers often mount `/dev/shm` such
/// that what a test compiles there could not be started.
fn can_run_programs(path: &Path) -> bool {
    statvfs(path)
        .is_ok_and(|stat| !stat.f_flag.intersects(StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY))
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

    fn large() -> Document {
        Document::single("large", vec![b'x'; 2 << 20])
    }

    fn small() -> Document {
        Document::single("small", "x")
    }

    #[test]
    fn a_full_disk_is_told_and_survived() {
        let Some(disk) = Small::mount() else { return };
        let spaces = Spaces::new(&Place::Below(disk.path.path().to_path_buf()), Vec::new());
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
        let bases = vec![Base::new(memory.path.path().into(), 0), Base::new(disk.path().into(), 0)];
        let spaces = Spaces { bases, extras: Vec::new() };
        let in_memory = spaces.directory(&small()).unwrap();
        assert!(in_memory.path().starts_with(memory.path.path()));
        assert!(spaces.directory(&large()).unwrap().path().starts_with(disk.path()));
        // Too full by surprise: as much as seems to be there cannot be written, because of the file before.
        let nearly = Document::single("nearly", vec![b'x'; 200 << 10]);
        let kept: Vec<TrialDirectory> = (0..8).map(|_| spaces.directory(&nearly).unwrap()).collect();
        assert!(kept.iter().any(|trial| trial.path().starts_with(memory.path.path())));
        assert!(kept.iter().any(|trial| trial.path().starts_with(disk.path())));
    }

    #[test]
    fn boring_on_a_full_disk_is_not_believed() {
        let Some(disk) = Small::mount() else { return };
        let spaces = Spaces::new(&Place::Below(disk.path.path().to_path_buf()), Vec::new());
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
