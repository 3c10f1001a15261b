//! The privileges that are taken from a trial in a sandbox, whichever user it runs as.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::{readable, ruleset};
use crate::process::confinement::{LaneSandbox, Mechanism};

/// The capability to mount, with which root could undo the sandbox.
const SYS_ADMIN: u32 = 21;
/// The capabilities that root keeps: to change owners and permissions, to kill, to become another
/// user.
const NEEDED: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// More than the number of capabilities that exist.
const N_CAPABILITIES: u32 = 64;

/// Privileges that a trial gives up between fork and exec.
#[derive(Debug, Default)]
pub(in crate::process) struct Privileges {
    dropped: Vec<u32>,
    filter: Option<Vec<libc::sock_filter>>,
    ruleset: Option<OwnedFd>,
}

impl Privileges {
    /// Returns the privileges that trials in a sandbox give up. Called within the sandbox, with its
    /// view of the files.
    ///
    /// # Errors
    /// When Landlock is needed and does not exist.
    pub(in crate::process) fn taken_by(lane_sandbox: &LaneSandbox) -> io::Result<Privileges> {
        let confinement = lane_sandbox.confinement;
        match (confinement.by, confinement.strict) {
            (Mechanism::Namespaces, true) => {
                // Trials run as this user, so rules protect this user's private files.
                let readable = lane_sandbox.first_uid.is_none().then(|| readable::files(lane_sandbox));
                Ok(Privileges {
                    dropped: (0..N_CAPABILITIES).filter(|capability| !NEEDED.contains(capability)).collect(),
                    filter: Some(no_sockets()),
                    ruleset: ruleset::of_sandbox(lane_sandbox, readable.as_deref())?,
                })
            }
            (Mechanism::Namespaces, false) if confinement.files || confinement.temporary => {
                Ok(Privileges { dropped: vec![SYS_ADMIN], ..Privileges::default() })
            }
            (Mechanism::Namespaces, false) => Ok(Privileges::default()),
            (Mechanism::Landlock, _) => {
                Ok(Privileges { ruleset: ruleset::of_sandbox(lane_sandbox, None)?, ..Privileges::default() })
            }
        }
    }

    /// Gives up the privileges of this process, which was forked and has one thread. Does not
    /// allocate.
    pub(in crate::process) fn take(&self) -> io::Result<()> {
        if let Some(ruleset) = &self.ruleset {
            // Without CAP_SYS_ADMIN, the process must first give up set-user-ID programs.
            restrict(ruleset).or_else(|_| give_up_privileges().and_then(|()| restrict(ruleset)))?;
        }
        for &capability in &self.dropped {
            // SAFETY: this call takes numbers only. It fails for capabilities that the kernel does
            // not know or this process does not have.
            unsafe { libc::prctl(libc::PR_CAPBSET_DROP, libc::c_ulong::from(capability), 0, 0, 0) };
        }
        let Some(filter) = &self.filter else { return Ok(()) };
        let program = libc::sock_fprog {
            len: u16::try_from(filter.len()).unwrap_or(0),
            filter: filter.as_ptr().cast_mut(),
        };
        give_up_privileges()?;
        // SAFETY: the program is a live structure, and the kernel copies its instructions.
        let is_set =
            unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) };
        if is_set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// Applies the rules of Landlock to this thread.
fn restrict(ruleset: &OwnedFd) -> io::Result<()> {
    // SAFETY: the descriptor is open, and there are no flags.
    let is_set = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0) };
    if is_set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Makes set-user-ID programs run as their caller from now on.
fn give_up_privileges() -> io::Result<()> {
    // SAFETY: this call takes numbers only.
    let is_set = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
    if is_set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The number of this architecture in a filter.
const ARCHITECTURE: u32 = if cfg!(target_arch = "x86_64") {
    0xc000_003e
} else if cfg!(target_arch = "aarch64") {
    0xc000_00b7
} else {
    0
};
/// This bit is set in the numbers of the x32 system calls of the same architecture.
const X32: u32 = 0x4000_0000;

/// Returns a filter that allows only IPv4 and IPv6 sockets, which see the empty network of the
/// sandbox. Unix sockets would be reachable through the file system, and no namespace separates
/// some other families. Connected pairs of sockets are allowed.
fn no_sockets() -> Vec<libc::sock_filter> {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, k, jt, jf| libc::sock_filter { code, jt, jf, k };
    let refuse = |error: i32| step(RETURN, libc::SECCOMP_RET_ERRNO | error.unsigned_abs(), 0, 0);
    let number = |number: libc::c_long| u32::try_from(number).unwrap_or(u32::MAX);
    vec![
        // 0: on another architecture the system calls have other numbers
        step(LOAD, 4, 0, 0),
        step(EQUAL, ARCHITECTURE, 0, 9),
        step(LOAD, 0, 0, 0),
        step(AT_LEAST, X32, 7, 0),
        // 4: io_uring creates sockets without a system call
        step(EQUAL, number(libc::SYS_io_uring_setup), 6, 0),
        step(EQUAL, number(libc::SYS_socket), 0, 4),
        // 6: the family
        step(LOAD, 16, 0, 0),
        step(EQUAL, libc::AF_INET.unsigned_abs(), 2, 0),
        step(EQUAL, libc::AF_INET6.unsigned_abs(), 1, 0),
        refuse(libc::EACCES),
        // 10
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
        // 11: the error of unknown system calls
        refuse(libc::ENOSYS),
    ]
}
