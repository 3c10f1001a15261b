//! Jobs that this process starts itself, without a keeper.
//!
//! The job gets its own process group, which is killed when the job ends. Processes that left the
//! group (`setsid`) live on, and nothing is killed if this process dies: only a keeper can do that.

use std::io;
use std::os::fd::BorrowedFd;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::exit_watch::ExitWatch;
use super::procfs::descendants;
use super::reap::{WaitResult, Which, has_ended, reap};
use super::streams::{Streams, stdio};
use super::supervision::Supervision;
use super::{End, Job, LaunchError, Outcome};
use crate::trial::Owner;

/// A job that runs as a child of this process. Dropping it kills it.
pub(crate) struct DirectJob {
    pid: Pid,
    group: Group,
    is_reaped: bool,
    started: Instant,
    exit: ExitWatch,
    supervision: Supervision,
    reason: Option<End>,
}

impl DirectJob {
    /// Starts a job.
    pub(super) fn start(job: &Job, streams: Streams) -> Result<DirectJob, LaunchError> {
        let mut command = Command::new(&job.program);
        command.args(&job.arguments).current_dir(&job.directory).envs(job.variables());
        // With other settings the standard library would fork instead of using posix_spawn. A fork
        // takes milliseconds for every gigabyte of this process, posix_spawn half a millisecond.
        command.process_group(0);
        if let Some(Owner { uid, gid }) = job.user {
            command.uid(uid).gid(gid);
        }
        command.stdin(stdio(streams.stdin)).stdout(stdio(streams.stdout)).stderr(stdio(streams.stderr));
        let started = Instant::now();
        let child = retry_busy(|| command.spawn())
            .map_err(|source| LaunchError::Program { program: job.program.clone(), source })?;
        let pid = Pid::from_child(&child);
        limit(pid, job);
        Ok(DirectJob {
            pid,
            group: Group { leader: Arc::new(Mutex::new(Some(pid))) },
            is_reaped: false,
            started,
            exit: ExitWatch::of(pid),
            supervision: Supervision::new(job),
            reason: None,
        })
    }

    /// Returns a file that becomes readable when the job ends.
    pub(super) fn file(&self) -> Option<BorrowedFd<'_>> {
        self.exit.file()
    }

    /// Returns the time after which [`DirectJob::look`] must be called again.
    pub(super) fn max_wait(&self) -> Option<Duration> {
        let max_wait = if self.reason.is_none() { self.supervision.max_wait() } else { None };
        self.exit.max_wait(max_wait)
    }

    /// Returns the group to kill. Once the job was reaped, killing it does nothing.
    pub(super) fn group(&self) -> Group {
        self.group.clone()
    }

    /// Kills the job if it exceeds a limit. Returns how it ended if it has.
    pub(super) fn look(&mut self) -> io::Result<Option<Outcome>> {
        if has_ended(self.pid)? {
            return self.finish().map(Some);
        }
        if self.reason.is_none() {
            let pid = self.pid;
            let family = |most| [descendants(pid, most), vec![pid]].concat();
            self.reason = self.supervision.reason_to_end(family, || 0);
            if self.reason.is_some() {
                self.group.kill();
            }
        }
        Ok(None)
    }

    fn finish(&mut self) -> io::Result<Outcome> {
        self.kill_before_reaping();
        match reap(Which::Wait(self.pid))? {
            WaitResult::Ended(reaped) => Ok(Outcome {
                end: self.reason.unwrap_or(reaped.end),
                wall: self.started.elapsed(),
                cpu: reaped.cpu,
                peak_memory: reaped.peak_memory,
            }),
            _ => Err(io::Error::other("a job was reaped by other code of this process")),
        }
    }

    /// Kills the group before its leader is reaped, while its id cannot belong to another group.
    fn kill_before_reaping(&mut self) {
        self.group.kill();
        self.group.forget();
        self.is_reaped = true;
    }
}

impl Drop for DirectJob {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill_before_reaping();
            let _ = reap(Which::Wait(self.pid));
        }
    }
}

/// The process group of a job, as long as its leader is not reaped.
#[derive(Clone)]
pub(super) struct Group {
    leader: Arc<Mutex<Option<Pid>>>,
}

impl Group {
    pub(super) fn kill(&self) {
        if let Some(leader) = *self.leader() {
            // Fails only if no process is left.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }

    /// Makes `kill` do nothing from now on: the leader is about to be reaped, and other processes
    /// may get its id.
    fn forget(&self) {
        *self.leader() = None;
    }

    fn leader(&self) -> MutexGuard<'_, Option<Pid>> {
        self.leader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets the kernel's limits just after the start. They do not undo earlier allocations of the
/// program, but hold for everything after.
fn limit(pid: Pid, job: &Job) {
    #[cfg(target_os = "linux")]
    for (which, most) in job.limits.kernel_limits(job.timeout) {
        // The job may have ended already.
        let _ = rustix::process::prlimit(Some(pid), which, most);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pid, job);
}

/// Retries while the program is "busy": another process has it open for writing, because it was
/// forked while we wrote the file.
pub(super) fn retry_busy<T>(mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut pause = Duration::from_millis(1);
    loop {
        match start() {
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy && pause < Duration::from_secs(1) =>
            {
                std::thread::sleep(pause);
                pause *= 2;
            }
            result => return result,
        }
    }
}
