//! Creating and entering namespaces.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use rustix::process::{Pid, Signal, getgid, getuid, set_parent_process_death_signal, setsid};

use super::view::{self, OwnDirectories};
use crate::process::confinement::LaneSandbox;
use crate::process::reap::{WaitResult, Which, reap};

/// Number of user ids in a sandbox that maps them to other ids outside.
const N_USERS: u32 = 65536;

/// Creates the namespaces of a keeper.
///
/// A child of this process enters them and returns from this function. This process itself waits
/// for the child and ends with it. The kernel kills the child when this process is killed, and
/// everything in the sandbox when the child ends.
///
/// # Errors
/// When the system does not allow it.
pub(in crate::process) fn enter(
    lane_sandbox: &LaneSandbox,
    socket: UnixStream,
) -> io::Result<(UnixStream, OwnDirectories)> {
    let (mut from_parent, mut to_child) = io::pipe()?;
    let mut flags = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
    if lane_sandbox.confinement.processes {
        flags |= libc::CLONE_NEWPID;
    }
    if lane_sandbox.confinement.strict {
        flags |= libc::CLONE_NEWNET | libc::CLONE_NEWUTS;
    }
    match clone(flags)? {
        None => {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // A process group whose id exists in the namespace.
            setsid()?;
            drop(to_child);
            let mut mapped = [0];
            // The pipe is closed without a byte if user ids could not be mapped or the parent is
            // gone.
            if from_parent.read(&mut mapped)? == 0 {
                return Err(io::Error::other("the user ids of the sandbox could not be mapped"));
            }
            drop(from_parent);
            let directories = view::make(lane_sandbox)?;
            // Set again, because changing the user clears it.
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok((socket, directories))
        }
        Some(child) => {
            // The socket must be closed as soon as the child ends.
            drop(socket);
            drop(from_parent);
            match map_users(child, lane_sandbox.first_uid) {
                Ok(()) => to_child.write_all(&[1])?,
                Err(_) => drop(to_child),
            }
            let ended = reap(Which::Wait(child));
            std::process::exit(i32::from(!matches!(ended, Ok(WaitResult::Ended(_)))));
        }
    }
}

/// Forks into new namespaces. Returns `None` in the child.
fn clone(flags: libc::c_int) -> io::Result<Option<Pid>> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    // SAFETY: without a stack of its own the child continues here with a copy of the memory, as
    // after fork. This process has one thread, so no lock is held by another thread.
    let child = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    match i32::try_from(child) {
        Ok(0) => Ok(None),
        Ok(child) if 0 < child => Ok(Pid::from_raw(child)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Maps the user ids of a sandbox to those outside.
fn map_users(child: Pid, first_uid: Option<u32>) -> io::Result<()> {
    let write = |name: &str, text: &str| fs::write(format!("/proc/{child}/{name}"), text);
    if let Some(first) = first_uid {
        let map = format!("0 {first} {N_USERS}\n");
        write("gid_map", &map)?;
        return write("uid_map", &map);
    }
    if getuid().is_root() {
        write("gid_map", &same_as_here("gid_map")?)?;
        return write("uid_map", &same_as_here("uid_map")?);
    }
    // A user other than root can map only their own id, and must not be able to drop groups: a
    // group may be denied something.
    write("setgroups", "deny")?;
    write("gid_map", &format!("{0} {0} 1\n", getgid()))?;
    write("uid_map", &format!("{0} {0} 1\n", getuid()))
}

/// Returns a map in which all ids are the same within and outside.
fn same_as_here(name: &str) -> io::Result<String> {
    let here = fs::read_to_string(format!("/proc/self/{name}"))?;
    let ranges = here.lines().filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let (first, count) = (words.next()?, words.nth(1)?);
        Some(format!("{first} {first} {count}\n"))
    });
    Ok(ranges.collect())
}
