//! Killing and reaping the processes that a job left.

use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgid, getpid, kill_process, kill_process_group};

use crate::process::procfs::children;
use crate::process::reap::{WaitResult, Which, reap};

/// Kills and reaps all children of this process until there are none. If the process has called
/// [`adopt_orphans`](super::adopt_orphans), these include all orphans among its descendants.
///
/// # Errors
/// When there are children that cannot be found.
pub fn end_children() -> io::Result<()> {
    reap_children().map(drop)
}

/// Kills and reaps children until there are none. Returns the processor time they used.
///
/// Only children are killed: their ids cannot belong to other processes until we reap them. Their
/// own children become ours as they die.
pub(super) fn reap_children() -> io::Result<Duration> {
    let mut cpu = Duration::ZERO;
    let mut n_searches = 0;
    let mut priority = None;
    loop {
        match reap(Which::AnyEnded)? {
            WaitResult::Ended(reaped) => cpu += reaped.cpu,
            WaitResult::Childless => return Ok(cpu),
            WaitResult::StillRunning => match children(getpid()).as_slice() {
                [] if n_searches == 1000 => {
                    return Err(io::Error::other("there are children that cannot be found"));
                }
                // They were just created, or there is no /proc.
                [] => {
                    n_searches += 1;
                    std::thread::sleep(Duration::from_millis(1));
                }
                running => {
                    priority.get_or_insert_with(RealtimePriority::raise);
                    running.iter().copied().for_each(kill_with_group);
                    if let WaitResult::Ended(reaped) = reap(Which::WaitForAny)? {
                        cpu += reaped.cpu;
                    }
                }
            },
        }
    }
}

/// Kills a child and its process group, unless that is our own group.
fn kill_with_group(child: Pid) {
    match getpgid(Some(child)) {
        Ok(group) if Ok(group) != getpgid(None) => {
            let _ = kill_process_group(group, Signal::KILL);
        }
        _ => {}
    }
    // Both may have ended already.
    let _ = kill_process(child, Signal::KILL);
}

/// Gives this process realtime priority until it is dropped, if the kernel allows it (usually only
/// to root; for other users the number of processes is limited).
///
/// With an ordinary share of the processors, a keeper would kill the processes of a fork bomb more
/// slowly than they multiply. It is used only then, because it halves the rate of ordinary trials.
pub(super) struct RealtimePriority;

impl RealtimePriority {
    pub(super) fn raise() -> RealtimePriority {
        set_policy(libc::SCHED_FIFO, 1);
        RealtimePriority
    }
}

impl Drop for RealtimePriority {
    fn drop(&mut self) {
        set_policy(libc::SCHED_OTHER, 0);
    }
}

fn set_policy(policy: libc::c_int, sched_priority: libc::c_int) {
    // SAFETY: all fields are numbers; musl has more of them than glibc.
    let mut parameter: libc::sched_param = unsafe { std::mem::zeroed() };
    parameter.sched_priority = sched_priority;
    // SAFETY: the structure is a live local, and 0 names this thread.
    unsafe { libc::sched_setscheduler(0, policy, &raw const parameter) };
}
