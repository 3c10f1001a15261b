//! Entering namespaces.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

use rustix::process::{Pid, Signal, getgid, getuid, set_parent_process_death_signal, setsid};

use super::view::{self, OwnDirectories};
use crate::process::confinement::Walls;
use crate::process::reap::{Harvest, Which, reap};

/// How many user numbers a sandbox has whose users are not those outside.
const N_USERS: u32 = 65536;

/// Enters the namespaces of a keeper.
///
/// It is a child of this process that enters and returns from here; this process only waits for it
/// and ends with it. The kernel kills the child when this process is killed, and everything in the
/// sandbox when the child ends.
///
/// # Errors
/// When the system does not allow it.
pub(in crate::process) fn enter(
    walls: &Walls,
    socket: UnixStream,
) -> io::Result<(UnixStream, OwnDirectories)> {
    let (mut told, mut tell) = io::pipe()?;
    let mut flags = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
    if walls.confinement.processes {
        flags |= libc::CLONE_NEWPID;
    }
    if walls.confinement.strict {
        flags |= libc::CLONE_NEWNET | libc::CLONE_NEWUTS;
    }
    match clone(flags)? {
        None => {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // A process group whose number exists within.
            setsid()?;
            drop(tell);
            let mut mapped = [0];
            // Nothing comes if the users could not be mapped, or the parent is gone.
            if told.read(&mut mapped)? == 0 {
                return Err(io::Error::other("the users of the sandbox could not be mapped"));
            }
            drop(told);
            let directories = view::make(walls)?;
            // Changing the user has taken it back.
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok((socket, directories))
        }
        Some(child) => {
            // So that its end is seen as soon as the child ends.
            drop(socket);
            drop(told);
            match map_users(child, walls.first_uid) {
                Ok(()) => tell.write_all(&[1])?,
                Err(_) => drop(tell),
            }
            let ended = reap(Which::Wait(child));
            std::process::exit(i32::from(!matches!(ended, Ok(Harvest::Ended(_)))));
        }
    }
}

/// Forks into new namespaces; `None` in the child.
fn clone(flags: libc::c_int) -> io::Result<Option<Pid>> {
    let flags = libc::c_long::from(flags | libc::SIGCHLD);
    // SAFETY: without a stack of its own the child continues here with a copy of everything, as
    // after fork. This process has one thread, so that no lock is held by one that is not there.
    let child = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    match i32::try_from(child) {
        Ok(0) => Ok(None),
        Ok(child) if 0 < child => Ok(Pid::from_raw(child)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Writes which users outside the users of a sandbox are.
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
    // Whoever is not root can stand for himself only, and cannot lose groups that forbid him
    // something.
    write("setgroups", "deny")?;
    write("gid_map", &format!("{0} {0} 1\n", getgid()))?;
    write("uid_map", &format!("{0} {0} 1\n", getuid()))
}

/// Returns a map in which everybody who exists here has the same number.
fn same_as_here(name: &str) -> io::Result<String> {
    let here = fs::read_to_string(format!("/proc/self/{name}"))?;
    let ranges = here.lines().filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let (first, count) = (words.next()?, words.nth(1)?);
        Some(format!("{first} {first} {count}\n"))
    });
    Ok(ranges.collect())
}
