//! The end of what a job left.

use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgid, getpid, kill_process, kill_process_group};

use crate::process::family::children;
use crate::process::reap::{Harvest, Which, reap};

/// Kills and reaps all children of this process until there are none. Those of a process that
/// called [`adopt_orphans`](super::adopt_orphans) include whatever its children left behind.
///
/// # Errors
/// When there are children that cannot be found.
pub fn end_children() -> io::Result<()> {
    reap_children().map(drop)
}

/// Kills and reaps children until there are none, and returns the processor time they took.
///
/// Killing only children, whose numbers stay theirs until we reap them, hits nobody else; their own
/// children become ours as they die.
pub(super) fn reap_children() -> io::Result<Duration> {
    let mut cpu = Duration::ZERO;
    let mut n_looks = 0;
    let mut precedence = None;
    loop {
        match reap(Which::AnyEnded)? {
            Harvest::Ended(reaped) => cpu += reaped.cpu,
            Harvest::Childless => return Ok(cpu),
            Harvest::StillRunning => match children(getpid()).as_slice() {
                [] if n_looks == 1000 => {
                    return Err(io::Error::other("there are children that cannot be found"));
                }
                // They were created a moment ago, or there is no /proc.
                [] => {
                    n_looks += 1;
                    std::thread::sleep(Duration::from_millis(1));
                }
                running => {
                    precedence.get_or_insert_with(Precedence::take);
                    running.iter().copied().for_each(kill_with_group);
                    if let Harvest::Ended(reaped) = reap(Which::WaitForAny)? {
                        cpu += reaped.cpu;
                    }
                }
            },
        }
    }
}

/// Kills a child and its whole process group, which belongs to a session that the trial made.
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

/// Runs before all ordinary processes as long as it lives, if the kernel lets it (root, as a rule;
/// for others there is a limit on the number of processes). Among the thousands of a fork bomb, a
/// keeper with an equal share would kill more slowly than they multiply. Only for that: it halves
/// the rate of ordinary trials.
pub(super) struct Precedence;

impl Precedence {
    pub(super) fn take() -> Precedence {
        set_policy(libc::SCHED_FIFO, 1);
        Precedence
    }
}

impl Drop for Precedence {
    fn drop(&mut self) {
        set_policy(libc::SCHED_OTHER, 0);
    }
}

fn set_policy(policy: libc::c_int, sched_priority: libc::c_int) {
    // SAFETY: all fields are numbers, of which musl has more than glibc.
    let mut parameter: libc::sched_param = unsafe { std::mem::zeroed() };
    parameter.sched_priority = sched_priority;
    // SAFETY: the structure is a live local, and 0 names this thread.
    unsafe { libc::sched_setscheduler(0, policy, &raw const parameter) };
}
