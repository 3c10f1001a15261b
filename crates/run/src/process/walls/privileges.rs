//! What a trial may not do within a sandbox, whoever it is there.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use super::{readable, ruleset};
use crate::process::confinement::{Means, Walls};

/// The capability to mount, with which root could change the view.
const SYS_ADMIN: u32 = 21;
/// The capabilities that root needs for files and users of its own: to change owners and
/// permissions, to kill, to become another user.
const NEEDED: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/// There are not so many yet.
const N_CAPABILITIES: u32 = 64;

/// What is taken from a trial between fork and exec.
#[derive(Debug, Default)]
pub(in crate::process) struct Privileges {
    dropped: Vec<u32>,
    filter: Option<Vec<libc::sock_filter>>,
    ruleset: Option<OwnedFd>,
}

impl Privileges {
    /// Returns what is to be taken. Looks at the files as they are seen within the walls.
    ///
    /// # Errors
    /// When Landlock is needed and not there.
    pub(in crate::process) fn taken_by(walls: &Walls) -> io::Result<Privileges> {
        let confinement = walls.confinement;
        match (confinement.by, confinement.strict) {
            (Means::Namespaces, true) => {
                // Without another user number, files of this user are kept back by rules.
                let readable = walls.first_uid.is_none().then(|| readable::files(walls));
                Ok(Privileges {
                    dropped: (0..N_CAPABILITIES).filter(|capability| !NEEDED.contains(capability)).collect(),
                    filter: Some(no_sockets()),
                    ruleset: ruleset::of_walls(walls, readable.as_deref())?,
                })
            }
            (Means::Namespaces, false) if confinement.files || confinement.temporary => {
                Ok(Privileges { dropped: vec![SYS_ADMIN], ..Privileges::default() })
            }
            (Means::Namespaces, false) => Ok(Privileges::default()),
            (Means::Landlock, _) => {
                Ok(Privileges { ruleset: ruleset::of_walls(walls, None)?, ..Privileges::default() })
            }
        }
    }

    /// Takes them from this process, which was forked and has one thread. Allocates nothing.
    pub(in crate::process) fn take(&self) -> io::Result<()> {
        if let Some(ruleset) = &self.ruleset {
            // Who may not administrate has to give up set-user-ID programs for it.
            restrict(ruleset).or_else(|_| give_up_privileges().and_then(|()| restrict(ruleset)))?;
        }
        for &capability in &self.dropped {
            // SAFETY: this call takes numbers only. It fails for capabilities that the kernel does
            // not know, and where there is none to drop.
            unsafe { libc::prctl(libc::PR_CAPBSET_DROP, libc::c_ulong::from(capability), 0, 0, 0) };
        }
        let Some(filter) = &self.filter else { return Ok(()) };
        let program = libc::sock_fprog {
            len: u16::try_from(filter.len()).unwrap_or(0),
            filter: filter.as_ptr().cast_mut(),
        };
        give_up_privileges()?;
        // SAFETY: the program is a live structure, and the kernel copies the instructions it points
        // to.
        let is_set =
            unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) };
        if is_set == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// Takes the rules of Landlock upon this thread.
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

/// The number by which a filter knows this architecture.
const ARCHITECTURE: u32 = if cfg!(target_arch = "x86_64") {
    0xc000_003e
} else if cfg!(target_arch = "aarch64") {
    0xc000_00b7
} else {
    0
};
/// Set in the numbers of another set of system calls (x32) of the same architecture.
const OTHER_SET: u32 = 0x4000_0000;

/// Returns a filter that refuses sockets other than those of the sandbox's own, empty network: Unix
/// sockets are reached by the file system, too, and some others by no namespace at all. Connected
/// pairs of sockets stay.
fn no_sockets() -> Vec<libc::sock_filter> {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, k, jt, jf| libc::sock_filter { code, jt, jf, k };
    let refuse = |error: i32| step(RETURN, libc::SECCOMP_RET_ERRNO | error.unsigned_abs(), 0, 0);
    let number = |number: libc::c_long| u32::try_from(number).unwrap_or(u32::MAX);
    vec![
        // 0: what runs on another architecture has other numbers
        step(LOAD, 4, 0, 0),
        step(EQUAL, ARCHITECTURE, 0, 9),
        step(LOAD, 0, 0, 0),
        step(AT_LEAST, OTHER_SET, 7, 0),
        // 4: a ring of requests makes sockets without a system call
        step(EQUAL, number(libc::SYS_io_uring_setup), 6, 0),
        step(EQUAL, number(libc::SYS_socket), 0, 4),
        // 6: the family
        step(LOAD, 16, 0, 0),
        step(EQUAL, libc::AF_INET.unsigned_abs(), 2, 0),
        step(EQUAL, libc::AF_INET6.unsigned_abs(), 1, 0),
        refuse(libc::EACCES),
        // 10
        step(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0),
        // 11: as unknown calls are
        refuse(libc::ENOSYS),
    ]
}
