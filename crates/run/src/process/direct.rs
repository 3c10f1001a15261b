//! Jobs that this process starts itself, where there is no keeper.
//!
//! The job gets its own process group, which is killed when the job ends, for whatever reason. What left the group
//! (`setsid`) lives on, and nothing is killed if this process dies: for that there is the keeper.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::capture::Drain;
use super::exits::Exit;
use super::poll::wait_readable;
use super::reap::{Harvest, Which, has_ended, reap};
use super::supervision::Supervision;
use super::{End, Ended, Job, LaunchError, Output};
use crate::property::Cancel;

/// Runs a job to its end.
pub(super) fn run(job: &Job, cancel: &Cancel) -> Result<Ended, LaunchError> {
    let started = Instant::now();
    let (pid, mut stdout, mut stderr) = spawn(job)?;
    let group = Group::new(pid);
    let killed_on_cancel = group;
    let on_cancel = cancel.on_cancel(move || killed_on_cancel.kill());
    let reason = watch(job, group, pid, [&mut stdout, &mut stderr]);
    // The program is a zombie at least, so that the number of its group cannot belong to anybody else.
    group.kill();
    drop(on_cancel);
    let Harvest::Ended(reaped) = reap(Which::Wait(pid))? else {
        return Err(io::Error::other("a job was reaped by somebody else").into());
    };
    let end = match reason? {
        Some(reason) => reason,
        None if cancel.is_cancelled() && reaped.end == End::Signalled(libc::SIGKILL) => End::Cancelled,
        None => reaped.end,
    };
    Ok(Ended {
        end,
        wall: started.elapsed(),
        cpu: reaped.cpu,
        peak_memory: reaped.peak_memory,
        stdout: stdout.finish(),
        stderr: stderr.finish(),
    })
}

/// Waits until the program ended, kills it when it is time, and says why if so.
fn watch(job: &Job, group: Group, pid: Pid, [stdout, stderr]: [&mut Drain; 2]) -> io::Result<Option<End>> {
    let exit = Exit::of(pid);
    let mut supervision = Supervision::new(job.timeout, &job.limits);
    let mut reason = None;
    while !has_ended(pid)? {
        let patience = if reason.is_none() { supervision.patience() } else { None };
        wait_readable(&[exit.file(), stdout.pipe(), stderr.pipe()], exit.patience(patience))?;
        stdout.read();
        stderr.read();
        if reason.is_none() {
            reason = supervision.reason_to_end(pid);
            if reason.is_some() {
                group.kill();
            }
        }
    }
    Ok(reason)
}

/// The process group of a job whose leader was not reaped yet.
#[derive(Clone, Copy)]
struct Group {
    leader: Pid,
}

impl Group {
    fn new(leader: Pid) -> Group {
        Group { leader }
    }

    fn kill(self) {
        // Fails only if there is nobody left to kill.
        let _ = kill_process_group(self.leader, Signal::KILL);
    }
}

fn spawn(job: &Job) -> Result<(Pid, Drain, Drain), LaunchError> {
    let (stdout, to_stdout) = sink(job.output)?;
    let (stderr, to_stderr) = sink(job.output)?;
    let mut command = Command::new(&job.program);
    command
        .args(&job.arguments)
        .current_dir(&job.directory)
        .envs(job.environment.iter().map(|(k, v)| (k, v)));
    // Nothing else may be asked for here: it would make the standard library fork, which takes milliseconds for
    // every gigabyte that this process occupies, where posix_spawn takes half a millisecond.
    command.process_group(0).stdin(Stdio::null()).stdout(to_stdout).stderr(to_stderr);
    let child = retry_busy(|| command.spawn())
        .map_err(|source| LaunchError::Program { program: job.program.clone(), source })?;
    let pid = Pid::from_child(&child);
    limit(pid, job);
    Ok((pid, stdout, stderr))
}

/// Sets the kernel's limits a moment after the start: too late for what was allocated until then, in time for what
/// is started from now on.
fn limit(pid: Pid, job: &Job) {
    #[cfg(target_os = "linux")]
    for (which, most) in job.limits.kernel_limits(job.timeout) {
        // The job may have ended already.
        let _ = rustix::process::prlimit(Some(pid), which, most);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pid, job);
}

fn sink(output: Output) -> io::Result<(Drain, Stdio)> {
    match output {
        Output::Discard => Ok((Drain::closed(), Stdio::null())),
        Output::Capture { keep } => {
            let (reader, writer) = io::pipe()?;
            Ok((Drain::new(reader.into(), keep)?, Stdio::from(OwnedFd::from(writer))))
        }
    }
}

/// Starts again if the program is "busy": some process still has it open for writing, because it was forked at the
/// moment when we wrote the file.
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
