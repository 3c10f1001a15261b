//! Running jobs, with or without keepers.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::direct::DirectJob;
#[cfg(target_os = "linux")]
use super::keeper::{self, KeeperPool};
use super::poll::wait_readable;
use super::procfs::marked_with;
use super::running::Running;
use super::streams::{Drains, Streams};
use super::{End, Ended, Job, LaunchError, Outcome, Sandbox};
use crate::property::Cancel;

/// Runs jobs, from many threads at once.
///
/// By default they run under keepers if this program has called
/// [`serve_if_asked`](super::serve_if_asked), else directly.
#[derive(Debug)]
pub struct Launcher {
    method: Method,
}

#[derive(Debug)]
enum Method {
    Direct,
    #[cfg(target_os = "linux")]
    Keepers(std::sync::Arc<KeeperPool>),
}

impl Default for Launcher {
    fn default() -> Launcher {
        #[cfg(target_os = "linux")]
        if keeper::this_program_serves() {
            return Launcher::with_keeper(this_program());
        }
        Launcher::direct()
    }
}

impl Launcher {
    /// Returns a launcher that runs jobs as children of this process. A process that leaves the
    /// job's process group is not killed, and a job survives if this process is killed. Kernel
    /// limits are set just after the start.
    pub fn direct() -> Launcher {
        Launcher { method: Method::Direct }
    }

    /// Returns a launcher that runs jobs under keepers. `program` is started as a keeper; it must
    /// call [`serve_if_asked`](super::serve_if_asked) first. On systems other than Linux, jobs run
    /// directly.
    pub fn with_keeper(program: PathBuf) -> Launcher {
        #[cfg(target_os = "linux")]
        return Launcher { method: Method::Keepers(KeeperPool::new(program, None)) };
        #[cfg(not(target_os = "linux"))]
        {
            drop(program);
            Launcher::direct()
        }
    }

    /// Returns a launcher that runs its jobs in sandboxes. Returns `None` without keepers, which
    /// create the sandboxes.
    pub fn sandboxed(&self, sandbox: Sandbox) -> Option<Launcher> {
        match &self.method {
            Method::Direct => None,
            #[cfg(target_os = "linux")]
            Method::Keepers(pool) => {
                Some(Launcher { method: Method::Keepers(pool.with_sandbox(Some(sandbox))) })
            }
        }
    }

    /// Returns the sandbox of its jobs, if they run in one.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        match &self.method {
            Method::Direct => None,
            #[cfg(target_os = "linux")]
            Method::Keepers(pool) => pool.sandbox(),
        }
    }

    /// Runs a job and waits for its end. Cancelling kills it at once.
    ///
    /// # Errors
    /// When the program cannot be started, or a system call fails. No way in which the program ends
    /// is an error, not even a time or resource limit.
    pub fn run(&self, job: &Job, cancel: &Cancel) -> Result<Ended, LaunchError> {
        self.run_reading(job, None, cancel)
    }

    /// Runs a job with a file as its standard input. A missing file is an empty input.
    ///
    /// # Errors
    /// As [`Launcher::run`].
    pub fn run_reading(
        &self,
        job: &Job,
        stdin: Option<&Path>,
        cancel: &Cancel,
    ) -> Result<Ended, LaunchError> {
        match self.run_once(job, stdin, cancel) {
            // Tried twice: the kernel may have killed the keeper when memory was short.
            Err(LaunchError::Lost) => {
                kill_orphans(job);
                let result = self.run_once(job, stdin, cancel);
                if matches!(result, Err(LaunchError::Lost)) {
                    kill_orphans(job);
                }
                result
            }
            result => result,
        }
    }

    fn run_once(&self, job: &Job, stdin: Option<&Path>, cancel: &Cancel) -> Result<Ended, LaunchError> {
        let (mut streams, mut drains) = Streams::open(job.output)?;
        streams.stdin = match stdin.map(File::open) {
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            file => file.and_then(Result::ok).map(Into::into),
        };
        let mut running = self.start(job, streams)?;
        let killed_on_cancel = running.kill_on(cancel);
        let outcome = wait(&mut running, &mut drains);
        drop(killed_on_cancel);
        let Outcome { end, wall, cpu, peak_memory } = outcome?;
        // The code that kills on cancellation does not report it.
        let end =
            if cancel.is_cancelled() && end == End::Signalled(libc::SIGKILL) { End::Cancelled } else { end };
        let (stdout, stderr) = (drains.stdout.finish(), drains.stderr.finish());
        Ok(Ended { end, wall, cpu, peak_memory, stdout, stderr })
    }

    /// Starts a job with streams of its own.
    pub(crate) fn start(&self, job: &Job, streams: Streams) -> Result<Running, LaunchError> {
        match &self.method {
            Method::Direct => DirectJob::start(job, streams).map(Running::Direct),
            #[cfg(target_os = "linux")]
            Method::Keepers(pool) => Ok(Running::Kept(pool.start(job, &streams)?)),
        }
    }
}

/// Returns the path of this program.
#[cfg(target_os = "linux")]
fn this_program() -> PathBuf {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    // This is right even if the file of this program was replaced since its start.
    let by_kernel = PathBuf::from("/proc/self/exe");
    if by_kernel.exists() {
        return by_kernel;
    }
    // Without /proc, the path with which it was started is the best that is known.
    let started = Path::new(OsStr::from_bytes(rustix::param::linux_execfn().to_bytes()));
    std::path::absolute(started).unwrap_or(by_kernel)
}

fn wait(running: &mut Running, drains: &mut Drains) -> Result<Outcome, LaunchError> {
    loop {
        if let Some(outcome) = running.look()? {
            return Ok(outcome);
        }
        let files = [running.file(), drains.stdout.pipe(), drains.stderr.pipe()];
        wait_readable(&files, running.max_wait())?;
        drains.stdout.read();
        drains.stderr.read();
    }
}

/// Kills the processes that a killed keeper left. They are found by the mark of its job.
fn kill_orphans(job: &Job) {
    let Some(mark) = &job.mark else { return };
    // A process caught in mid-fork is found by the next scan.
    for _ in 0..100 {
        let orphans = marked_with(mark);
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            // It may have ended already.
            let _ = kill_process(orphan, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
