//! The file system as trials in a sandbox see it.

use std::collections::BTreeSet;
use std::ffi::{CStr, OsString};
use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Dir, fstat, fstatvfs};

use super::mounts;
use crate::process::confinement::LaneSandbox;
use crate::trial::{Bounds, is_temp_root, remove_at};

/// Directories for temporary files, which programs use whatever `TMPDIR` is.
pub(super) const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];
/// Directories with sockets of daemons and of the user's session.
const SOCKETS: [&str; 2] = ["/run", "/var/run"];
/// The devices that a program needs.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// Most entries of a hidden directory that remain visible.
const MAX_SHOWN: usize = 4000;
/// How long removing the files of one trial from the sandbox's own directories may take.
const MAX_CLEANING_TIME: Duration = Duration::from_secs(2);

/// Creates the view of files that trials have from now on. Returns the sandbox's own directories,
/// which are emptied between trials.
pub(super) fn make(lane_sandbox: &LaneSandbox) -> io::Result<OwnDirectories> {
    let confinement = lane_sandbox.confinement;
    mounts::make_private().map_err(at("make mounts private"))?;
    let lane = mounts::copy_of(&lane_sandbox.lane).map_err(at("show the trial's directory"))?;
    if confinement.files {
        mounts::make_read_only(confinement.strict).map_err(at("make files read-only"))?;
    }
    let covers = covers(lane_sandbox)?;
    if let Some(_first) = lane_sandbox.first_uid {
        become_root_within()?;
    }
    let space = lane_sandbox.lane.parent().unwrap_or(Path::new("/"));
    for Cover { path, mode, shown } in &covers {
        let options = format!("mode={mode:o}\0");
        let options = CStr::from_bytes_with_nul(options.as_bytes()).map_err(io::Error::other)?;
        make_directories(path)
            .and_then(|()| mounts::cover(path, options))
            .map_err(at("cover a directory"))?;
        for copy in shown {
            match copy.put() {
                // Another program has removed it since.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                put => put.map_err(at("show a file"))?,
            }
        }
    }
    make_directories(space)
        .and_then(|()| mounts::cover(space, c"mode=755"))
        .map_err(at("hide other trials"))?;
    make_directories(&lane_sandbox.lane).map_err(at("show the trial's directory"))?;
    mounts::put(&lane, &lane_sandbox.lane).map_err(at("show the trial's directory"))?;
    if confinement.processes {
        mounts::show_processes().map_err(at("mount /proc"))?;
    }
    std::env::set_current_dir("/")?;
    let own = covers.iter().filter(|cover| cover.mode == 0o1777).map(|cover| cover.path.as_path());
    OwnDirectories::new(own.chain(confinement.temporary.then_some(Path::new("/dev/shm"))))
}

/// A directory that is hidden, and the entries of it that remain visible.
struct Cover {
    path: PathBuf,
    mode: u32,
    shown: Vec<Shown>,
}

/// An entry of a hidden directory that remains visible.
struct Shown {
    path: PathBuf,
    what: What,
}

enum What {
    Directory(OwnedFd),
    File(OwnedFd),
    Link(PathBuf),
}

impl Shown {
    fn of(path: &Path) -> Option<Shown> {
        let metadata = fs::symlink_metadata(path).ok()?;
        let what = if metadata.is_symlink() {
            What::Link(fs::read_link(path).ok()?)
        } else if metadata.is_dir() {
            What::Directory(mounts::copy_of(path).ok()?)
        } else {
            What::File(mounts::copy_of(path).ok()?)
        };
        Some(Shown { path: path.to_owned(), what })
    }

    fn put(&self) -> io::Result<()> {
        if let Some(parent) = self.path.parent() {
            make_directories(parent)?;
        }
        match &self.what {
            What::Link(target) => symlink(target, &self.path),
            What::Directory(copy) => {
                make_directories(&self.path)?;
                mounts::put(copy, &self.path)
            }
            What::File(copy) => {
                File::create(&self.path)?;
                mounts::put(copy, &self.path)
            }
        }
    }
}

/// Returns the directories to hide. Opens the entries that remain visible, while they still are.
fn covers(lane_sandbox: &LaneSandbox) -> io::Result<Vec<Cover>> {
    let strict = lane_sandbox.confinement.strict;
    let mut covers: Vec<Cover> = Vec::new();
    let mut cover = |path: &Path, mode: u32| {
        let is_real = fs::canonicalize(path).is_ok_and(|real| real == path) && path.is_dir();
        if is_real && !covers.iter().any(|cover: &Cover| cover.path == path) {
            covers.push(Cover { path: path.to_owned(), mode, shown: Vec::new() });
        }
    };
    if lane_sandbox.confinement.temporary {
        TEMPORARY
            .iter()
            .filter(|path| !strict || **path != "/dev/shm")
            .for_each(|path| cover(Path::new(path), 0o1777));
    }
    if strict {
        SOCKETS.iter().for_each(|path| cover(Path::new(path), 0o755));
        cover(Path::new("/dev"), 0o755);
        private_directories(lane_sandbox).iter().for_each(|path| cover(path, 0o755));
    }
    let outer: Vec<PathBuf> = covers.iter().map(|cover| cover.path.clone()).collect();
    for Cover { path, mode, shown } in &mut covers {
        let entries: Vec<PathBuf> = match (strict, *mode) {
            (false, _) => {
                entries(path).filter(|entry| !entry.file_name().is_some_and(is_temp_root)).collect()
            }
            // In a private directory, entries that are open to others remain visible: they may be
            // the tools of its owner.
            (true, 0o755)
                if !path.starts_with("/dev") && !SOCKETS.iter().any(|socket| path == Path::new(socket)) =>
            {
                entries(path).filter(|entry| is_open_directory(entry)).collect()
            }
            (true, _) => Vec::new(),
        };
        let needed =
            lane_sandbox.shown.iter().filter(|needed| needed.starts_with(&*path) && **needed != *path);
        let needed: Vec<&PathBuf> = needed
            .filter(|needed| !entries.iter().any(|entry| needed.starts_with(entry)))
            .filter(|needed| {
                !outer
                    .iter()
                    .any(|inner| inner != path && inner.starts_with(&*path) && needed.starts_with(inner))
            })
            .collect();
        shown.extend(entries.iter().chain(needed).filter_map(|entry| Shown::of(entry)));
        if path == Path::new("/dev") {
            shown.extend(DEVICES.iter().filter_map(|name| Shown::of(&path.join(name))));
            let link =
                |name: &str, target: &str| Shown { path: path.join(name), what: What::Link(target.into()) };
            shown.extend([
                link("fd", "/proc/self/fd"),
                link("stdin", "/proc/self/fd/0"),
                link("stdout", "/proc/self/fd/1"),
                link("stderr", "/proc/self/fd/2"),
            ]);
        }
    }
    // A directory comes before those within it.
    covers.sort_by(|a, b| a.path.cmp(&b.path));
    if strict && lane_sandbox.confinement.temporary {
        covers.push(Cover { path: "/dev/shm".into(), mode: 0o1777, shown: Vec::new() });
    }
    Ok(covers)
}

/// Returns the home directory and, for each path that is needed, the outermost directory above it
/// that only its owner may enter.
fn private_directories(lane_sandbox: &LaneSandbox) -> BTreeSet<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let named = std::env::split_paths(&path).chain(lane_sandbox.shown.iter().cloned()).collect::<Vec<_>>();
    let is_private =
        |directory: &&Path| fs::metadata(directory).is_ok_and(|metadata| metadata.mode() & 0o001 == 0);
    let outermost = named.iter().filter_map(|path| {
        let ancestors: Vec<&Path> = path.ancestors().skip(1).collect();
        ancestors.into_iter().rev().find(is_private)
    });
    outermost.map(Path::to_owned).chain(home).filter(|path| path.parent().is_some()).collect()
}

/// Returns the entries of a directory; none if this user may not read it.
fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).take(MAX_SHOWN)
}

fn is_open_directory(path: &Path) -> bool {
    let is_open = |metadata: Metadata| metadata.is_dir() && metadata.mode() & 0o005 == 0o005;
    fs::symlink_metadata(path).is_ok_and(is_open)
}

/// Creates a directory and those above it. Everybody may enter them, whatever the umask is.
fn make_directories(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        make_directories(parent)?;
    }
    fs::create_dir(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

/// Becomes root within the sandbox, which is an unprivileged user outside.
fn become_root_within() -> io::Result<()> {
    // SAFETY: these calls take numbers only, apart from a list of no groups.
    let changed = unsafe {
        libc::setgroups(0, std::ptr::null()) == 0
            && libc::setresgid(0, 0, 0) == 0
            && libc::setresuid(0, 0, 0) == 0
    };
    if changed { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Adds to an error what was tried.
fn at(step: &'static str) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("cannot {step}: {error}"))
}

/// The sandbox's own directories to which trials may write, besides the lane.
pub(in crate::process) struct OwnDirectories {
    directories: Vec<OwnDirectory>,
}

struct OwnDirectory {
    directory: OwnedFd,
    /// When an entry was last added or removed.
    changed: (i64, i64),
    names: BTreeSet<OsString>,
}

impl OwnDirectories {
    /// Returns an empty list, for trials that share the directories of the system.
    pub(in crate::process) fn none() -> OwnDirectories {
        OwnDirectories { directories: Vec::new() }
    }

    fn new<'a>(paths: impl Iterator<Item = &'a Path>) -> io::Result<OwnDirectories> {
        let mut directories = Vec::new();
        for path in paths.collect::<BTreeSet<_>>() {
            let Ok(directory) = File::open(path).map(OwnedFd::from) else { continue };
            let names = names_in(&directory)?;
            directories.push(OwnDirectory { changed: changed(&directory)?, directory, names });
        }
        Ok(OwnDirectories { directories })
    }

    /// Removes the files that a trial left in them. Costs one system call for each directory in
    /// which nothing changed.
    pub(in crate::process) fn tidy(&mut self) -> io::Result<()> {
        for own in &mut self.directories {
            if changed(&own.directory)? == own.changed {
                continue;
            }
            for name in names_in(&own.directory)?.difference(&own.names) {
                // An entry that cannot be removed stays until the end of the sandbox.
                let _ = remove_at(own.directory.as_fd(), name, &Bounds::time(MAX_CLEANING_TIME));
            }
            own.changed = changed(&own.directory)?;
        }
        Ok(())
    }
}

impl OwnDirectories {
    /// Returns the bytes that their files occupy. Each is a file system of its own.
    pub(in crate::process) fn n_bytes(&self) -> u64 {
        let occupied = |own: &OwnDirectory| {
            let stat = fstatvfs(&own.directory).ok()?;
            Some(stat.f_blocks.saturating_sub(stat.f_bfree).saturating_mul(stat.f_frsize))
        };
        self.directories.iter().filter_map(occupied).sum()
    }
}

fn changed(directory: &OwnedFd) -> io::Result<(i64, i64)> {
    let stat = fstat(directory)?;
    Ok((stat.st_mtime, stat.st_mtime_nsec as i64))
}

fn names_in(directory: &OwnedFd) -> io::Result<BTreeSet<OsString>> {
    use std::os::unix::ffi::OsStringExt;

    let mut names = BTreeSet::new();
    for entry in Dir::read_from(directory)? {
        let name = entry?.file_name().to_bytes().to_vec();
        if name != b"." && name != b".." {
            names.insert(OsString::from_vec(name));
        }
    }
    Ok(names)
}
