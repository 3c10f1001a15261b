//! Orphans: processes of a trial whose own parents have ended.
//!
//! The kernel gives them to the keeper, which makes itself a subreaper. Emulators (`qemu-user`) and
//! some sandboxes refuse that. There the keeper searches all processes for those in the session of
//! the trial and those that were started with its mark. A process that leaves the session and also
//! clears its environment is not found.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use rustix::process::{
    Pid, PidfdFlags, Signal, child_subreaper, getpid, kill_process, pidfd_open, pidfd_send_signal,
    set_child_subreaper,
};

use super::reaping::Precedence;
use crate::process::family::{descendants, everyone, is_marked, session_of};

/// The longest pause between two searches for processes that take long to end.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Makes this process the parent of all orphans among its descendants: for programs that start
/// trials themselves, in a process of their own, and end what they leave with
/// [`end_children`](super::end_children).
///
/// # Errors
/// When the system refuses it.
pub fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Whether the system lets a process adopt the orphans among its descendants.
pub fn can_adopt_orphans() -> bool {
    // Setting what is set already changes nothing.
    child_subreaper().and_then(set_child_subreaper).is_ok()
}

/// How a keeper finds the orphans of its trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Orphans {
    /// They are its children.
    Adopted,
    /// It searches for them.
    Searched,
}

/// A trial whose processes can be told from others without a subreaper.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    /// The first process of its session, which was not reaped yet: so the session is no other's.
    pub(super) leader: Pid,
    /// A variable in the environment of whatever it starts.
    pub(super) mark: Option<&'a (OsString, OsString)>,
}

impl Orphans {
    /// Has the kernel give the orphans to this process, if it can.
    pub(super) fn adopt() -> Orphans {
        match adopt_orphans() {
            // The first process of a namespace gets them anyway.
            Err(_) if getpid() != Pid::INIT => Orphans::Searched,
            _ => Orphans::Adopted,
        }
    }

    /// Kills the orphans of a trial, unless they are children of this process.
    pub(super) fn end(self, trial: Trial<'_>) {
        if self == Orphans::Searched {
            trial.end();
        }
    }

    /// Lists the processes of a trial, but stops soon after `most` were found.
    pub(super) fn family(self, trial: Trial<'_>, most: usize) -> Vec<Pid> {
        let mut family = descendants(getpid(), most);
        if self == Orphans::Searched {
            let orphans: Vec<Pid> = trial.members().filter(|pid| !family.contains(pid)).collect();
            family.extend(orphans);
        }
        family
    }
}

impl Trial<'_> {
    /// Kills all processes of the trial but its leader, until none is found.
    fn end(self) {
        let mut precedence = None;
        let mut pause = Duration::from_millis(1);
        let mut n_vain = 0;
        // A process that is started while its parent ends may be missed once.
        while n_vain < 2 {
            n_vain += 1;
            for pid in self.members() {
                n_vain = 0;
                precedence.get_or_insert_with(Precedence::take);
                self.kill(pid);
            }
            if n_vain == 0 {
                std::thread::sleep(pause);
                pause = LONGEST_PAUSE.min(2 * pause);
            }
        }
    }

    /// Finds the processes of the trial that have not ended, its leader not included.
    fn members(self) -> impl Iterator<Item = Pid> {
        everyone().filter(move |pid| self.has(*pid))
    }

    fn has(self, pid: Pid) -> bool {
        if pid == self.leader || pid == getpid() {
            return false;
        }
        session_of(pid).is_some_and(|session| {
            session == self.leader || self.mark.is_some_and(|mark| is_marked(pid, mark))
        })
    }

    /// Kills a process of the trial, and no other that has got its number meanwhile.
    fn kill(self, pid: Pid) {
        // It may have ended already; that is no error.
        let _ = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(process) if self.has(pid) => pidfd_send_signal(process, Signal::KILL),
            Ok(_) => Ok(()),
            Err(_) => kill_process(pid, Signal::KILL),
        };
    }
}
