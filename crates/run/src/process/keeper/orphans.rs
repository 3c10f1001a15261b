//! Orphans: processes of a trial whose own parents have ended.
//!
//! The kernel makes them children of the keeper, which is a subreaper. Emulators (`qemu-user`) and
//! some sandboxes refuse that. There the keeper searches all processes for those that are in the
//! session of the trial or were started with its mark. A process that leaves the session and also
//! clears its environment is not found.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use rustix::process::{
    Pid, PidfdFlags, Signal, child_subreaper, getpid, kill_process, pidfd_open, pidfd_send_signal,
    set_child_subreaper,
};

use super::reaping::RealtimePriority;
use crate::process::procfs::{descendants, everyone, is_marked, session_of};

/// Longest pause between two searches, if processes take long to end.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// Makes this process the parent of all orphans among its descendants. For programs that run trials
/// in a process of their own and then call [`end_children`](super::end_children).
///
/// # Errors
/// When the system refuses it.
pub fn adopt_orphans() -> io::Result<()> {
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Whether the system lets a process adopt the orphans among its descendants.
pub fn can_adopt_orphans() -> bool {
    // Setting the present value changes nothing.
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

/// A trial, with what its processes can be recognized by.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    /// The first process of its session. It is not reaped yet, so no other session has its id.
    pub(super) leader: Pid,
    /// A variable in the environment of its processes.
    pub(super) mark: Option<&'a (OsString, OsString)>,
}

impl Orphans {
    /// Makes this process a subreaper, if the system allows it.
    pub(super) fn adopt() -> Orphans {
        match adopt_orphans() {
            // The first process of a namespace gets the orphans anyway.
            Err(_) if getpid() != Pid::INIT => Orphans::Searched,
            _ => Orphans::Adopted,
        }
    }

    /// Kills the orphans of a trial. Does nothing if they are children of this process.
    pub(super) fn end(self, trial: Trial<'_>) {
        if self == Orphans::Searched {
            trial.end();
        }
    }

    /// Returns the processes of a trial. Stops soon after `most` were found.
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
    /// Kills all processes of the trial except its leader, until none is found.
    fn end(self) {
        let mut priority = None;
        let mut pause = Duration::from_millis(1);
        let mut n_empty_searches = 0;
        // One search may miss a process that is started while its parent ends.
        while n_empty_searches < 2 {
            n_empty_searches += 1;
            for pid in self.members() {
                n_empty_searches = 0;
                priority.get_or_insert_with(RealtimePriority::raise);
                self.kill(pid);
            }
            if n_empty_searches == 0 {
                std::thread::sleep(pause);
                pause = LONGEST_PAUSE.min(2 * pause);
            }
        }
    }

    /// Returns the processes of the trial that have not ended, except its leader.
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

    /// Kills a process of the trial, but not another one that has got its id since.
    fn kill(self, pid: Pid) {
        // It is no error if it has ended already.
        let _ = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(process) if self.has(pid) => pidfd_send_signal(process, Signal::KILL),
            Ok(_) => Ok(()),
            Err(_) => kill_process(pid, Signal::KILL),
        };
    }
}
