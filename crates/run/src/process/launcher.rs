//! The way to run jobs.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::direct::DirectJob;
use super::family::marked_with;
#[cfg(target_os = "linux")]
use super::keeper::{self, Pool};
use super::poll::wait_readable;
use super::running::Running;
use super::streams::{Drains, Streams};
use super::{End, Ended, Job, LaunchError, Outcome, Sandbox};
use crate::property::Cancel;

/// Runs jobs, from many threads at once.
///
/// The default is to have them kept, if [`serve_if_asked`](super::serve_if_asked) was called by
/// this program before, else to run them directly.
#[derive(Debug)]
pub struct Launcher {
    means: Means,
}

#[derive(Debug)]
enum Means {
    Direct,
    #[cfg(target_os = "linux")]
    Keepers(std::sync::Arc<Pool>),
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
    /// Runs jobs as children of this process: what leaves its process group is not caught, and a
    /// job survives if this process is killed. Kernel limits are set just after the start.
    pub fn direct() -> Launcher {
        Launcher { means: Means::Direct }
    }

    /// Runs jobs under keepers, for which `program` is started: one that calls
    /// [`serve_if_asked`](super::serve_if_asked) first. Elsewhere than on Linux, jobs are run
    /// directly.
    pub fn with_keeper(program: PathBuf) -> Launcher {
        #[cfg(target_os = "linux")]
        return Launcher { means: Means::Keepers(Pool::new(program, None)) };
        #[cfg(not(target_os = "linux"))]
        {
            drop(program);
            Launcher::direct()
        }
    }

    /// Returns a launcher that runs its jobs in sandboxes. `None` where there are no keepers, and
    /// so no sandboxes.
    pub fn sandboxed(&self, sandbox: Sandbox) -> Option<Launcher> {
        match &self.means {
            Means::Direct => None,
            #[cfg(target_os = "linux")]
            Means::Keepers(pool) => {
                Some(Launcher { means: Means::Keepers(pool.with_sandbox(Some(sandbox))) })
            }
        }
    }

    /// Returns the sandbox of its jobs, if they run in one.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        match &self.means {
            Means::Direct => None,
            #[cfg(target_os = "linux")]
            Means::Keepers(pool) => pool.sandbox(),
        }
    }

    /// Runs a job and waits for its end. Cancelling kills it at once.
    ///
    /// # Errors
    /// When the program cannot be started, or the means of starting programs fail. However the
    /// program ends, even by timeout or limit, is not an error.
    pub fn run(&self, job: &Job, cancel: &Cancel) -> Result<Ended, LaunchError> {
        self.run_reading(job, None, cancel)
    }

    /// Runs a job that has a file as its standard input; one that is not there is an empty one.
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
            // Once may be an accident, or the kernel that was out of memory.
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
        // Whoever kills on cancellation need not tell; it is seen here.
        let end =
            if cancel.is_cancelled() && end == End::Signalled(libc::SIGKILL) { End::Cancelled } else { end };
        let (stdout, stderr) = (drains.stdout.finish(), drains.stderr.finish());
        Ok(Ended { end, wall, cpu, peak_memory, stdout, stderr })
    }

    /// Starts a job with streams of its own.
    pub(crate) fn start(&self, job: &Job, streams: Streams) -> Result<Running, LaunchError> {
        match &self.means {
            Means::Direct => DirectJob::start(job, streams).map(Running::Direct),
            #[cfg(target_os = "linux")]
            Means::Keepers(pool) => Ok(Running::Kept(pool.start(job, &streams)?)),
        }
    }
}

/// Returns the path of this program.
#[cfg(target_os = "linux")]
fn this_program() -> PathBuf {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    // Also right when the file of this program was replaced meanwhile.
    let by_kernel = PathBuf::from("/proc/self/exe");
    if by_kernel.exists() {
        return by_kernel;
    }
    // As it was started; without /proc it can't be told better.
    let started = Path::new(OsStr::from_bytes(rustix::param::linux_execfn().to_bytes()));
    std::path::absolute(started).unwrap_or(by_kernel)
}

fn wait(running: &mut Running, drains: &mut Drains) -> Result<Outcome, LaunchError> {
    loop {
        if let Some(outcome) = running.look()? {
            return Ok(outcome);
        }
        let files = [running.file(), drains.stdout.pipe(), drains.stderr.pipe()];
        wait_readable(&files, running.patience())?;
        drains.stdout.read();
        drains.stderr.read();
    }
}

/// Kills what a keeper that was killed left behind, which is known by the mark of its job.
fn kill_orphans(job: &Job) {
    let Some(mark) = &job.mark else { return };
    // Whoever is missed because he was just being started has been started by the second or third
    // look.
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
