//! Paths that a hostile candidate may read where it runs as the user who asked.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::getuid;

use crate::process::confinement::Walls;

/// Where a system keeps programs and what they need. What of it belongs to this user is looked at
/// like everything else.
const SYSTEM: [&str; 18] = [
    "/bin",
    "/dev",
    "/etc",
    "/gnu",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix",
    "/opt",
    "/proc",
    "/sbin",
    "/snap",
    "/sys",
    "/usr",
    "/var/cache",
    "/var/db",
    "/var/lib",
];
/// What of it the kernel makes up.
const KERNEL: [&str; 3] = ["/dev", "/proc", "/sys"];
/// So many entries are looked at. What comes after them cannot be read.
const MOST_ENTRIES: usize = 300_000;

/// Lists files and directories that may be read, with all that is below them: nothing of it belongs
/// to this user and is closed to others.
///
/// Beside the system, that is what the test needs and what is in the directories of `PATH`, with
/// their siblings.
pub(super) fn files(walls: &Walls) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let tools = std::env::split_paths(&path).filter_map(|directory| {
        // Programs bring files that lie beside their own directory.
        directory
            .parent()
            .filter(|parent| parent.components().count() > 2)
            .map(Path::to_owned)
            .or(Some(directory))
    });
    let is_system = |path: &PathBuf| {
        let is_of_kernel = KERNEL.iter().any(|kernel| path == Path::new(kernel));
        is_of_kernel || SYSTEM.iter().any(|system| path.starts_with(system) && !is_ours(path))
    };
    let named =
        walls.shown.iter().cloned().chain(tools).filter(|path| path.is_absolute() && !is_system(path));
    let mut walk = Walk { open: Vec::new(), n_left: MOST_ENTRIES };
    let system = SYSTEM.iter().flat_map(|path| undivided(Path::new(path)));
    for path in system.chain(named).collect::<BTreeSet<_>>() {
        // A file that is named is meant.
        if is_system(&path) || path.is_file() || walk.is_open(&path) {
            walk.open.push(path);
        }
    }
    walk.open
}

/// Returns a directory of the system, or its entries if one of them belongs to this user.
fn undivided(path: &Path) -> Vec<PathBuf> {
    let entries: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    // What the kernel tells of processes is only of those within.
    let is_whole = path.is_symlink() || KERNEL.iter().any(|kernel| path == Path::new(kernel));
    if is_whole || !entries.iter().any(|entry| is_ours(entry)) { vec![path.to_owned()] } else { entries }
}

struct Walk {
    open: Vec<PathBuf>,
    n_left: usize,
}

impl Walk {
    /// Whether everything at and below a path is open. If not, what is open below it is listed.
    fn is_open(&mut self, path: &Path) -> bool {
        let Ok(metadata) = fs::symlink_metadata(path) else { return false };
        if metadata.is_symlink() {
            return true;
        }
        if !metadata.is_dir() {
            return !is_private(&metadata);
        }
        if metadata.mode() & 0o005 != 0o005 {
            return false;
        }
        let Ok(entries) = fs::read_dir(path) else { return true };
        let (mut open, mut is_all) = (Vec::new(), true);
        for entry in entries.flatten() {
            self.n_left = self.n_left.saturating_sub(1);
            let path = entry.path();
            if self.n_left != 0 && self.is_open(&path) {
                open.push(path);
            } else {
                is_all = false;
            }
        }
        if !is_all {
            self.open.append(&mut open);
        }
        is_all
    }
}

/// Whether a file is one of this user's that others may not read.
fn is_private(metadata: &Metadata) -> bool {
    metadata.uid() == getuid().as_raw() && metadata.mode() & 0o004 == 0
}

fn is_ours(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.uid() == getuid().as_raw())
}
