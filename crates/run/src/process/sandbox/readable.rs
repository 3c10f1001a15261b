//! The paths that trials in a strict sandbox may read if they run as the user of dwindle.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::getuid;

use crate::process::confinement::LaneSandbox;

/// Directories of the system. Parts of them that belong to this user are checked like all others.
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
/// Those of them that the kernel provides.
const KERNEL: [&str; 3] = ["/dev", "/proc", "/sys"];
/// Most entries that are checked. Further ones cannot be read.
const MAX_ENTRIES: usize = 300_000;

/// Returns files and directories that may be read, with everything below them. None of it is a
/// private file of this user.
///
/// Besides the system's directories, these are the paths that the test needs, and the directories
/// of `PATH` with their siblings.
pub(super) fn files(lane_sandbox: &LaneSandbox) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let tools = std::env::split_paths(&path).filter_map(|directory| {
        // The files of programs are often beside their directory: `../lib`, `../share`.
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
        lane_sandbox.shown.iter().cloned().chain(tools).filter(|path| path.is_absolute() && !is_system(path));
    let mut walk = Walk { open: Vec::new(), n_left: MAX_ENTRIES };
    let system = SYSTEM.iter().flat_map(|path| undivided(Path::new(path)));
    for path in system.chain(named).collect::<BTreeSet<_>>() {
        // A file that is named itself may be read, also if it is private.
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
    // `/proc` shows only the processes of the sandbox.
    let is_whole = path.is_symlink() || KERNEL.iter().any(|kernel| path == Path::new(kernel));
    if is_whole || !entries.iter().any(|entry| is_ours(entry)) { vec![path.to_owned()] } else { entries }
}

struct Walk {
    open: Vec<PathBuf>,
    n_left: usize,
}

impl Walk {
    /// Whether everything at and below a path may be read. If not, adds the parts that may.
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

/// Whether a file belongs to this user and others may not read it.
fn is_private(metadata: &Metadata) -> bool {
    metadata.uid() == getuid().as_raw() && metadata.mode() & 0o004 == 0
}

fn is_ours(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.uid() == getuid().as_raw())
}
