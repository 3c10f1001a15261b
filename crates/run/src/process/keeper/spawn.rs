//! Starting the program of a job.
//!
//! The child has work to do before it executes the program, for which the standard library would
//! fork. Copying the page tables, and later each page that is written, takes longer than many a
//! test. Here the child shares the memory of the keeper (`vfork`), which waits until the program is
//! executed, as with `posix_spawn`. Where a system only emulates that, and for programs of other
//! users, the keeper forks.

use std::ffi::{CString, OsStr, c_int, c_void};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, getpid, set_parent_process_death_signal, setrlimit, setsid,
};

use crate::process::Job;
use crate::process::direct::retry_busy;
use crate::process::reap::{Which, reap};
use crate::process::sandbox::Privileges;
use crate::process::streams::{Streams, stdio};
use crate::trial::Owner;

/// Bytes of the child's stack before the program starts, apart from its arguments.
const STACK: usize = 128 << 10;

/// Starts programs, one after the other.
pub(super) struct Spawner {
    /// Whether children can share our memory. Emulators copy it instead, so the error of a program
    /// that cannot be started would be lost.
    can_share_memory: bool,
    /// `NAME=value` of each variable of this process.
    environment: Vec<CString>,
    privileges: Arc<Privileges>,
    stack: Vec<u128>,
}

/// Everything that the child needs. It must not allocate.
struct Child<'a> {
    arguments: Vec<*const libc::c_char>,
    environment: Vec<*const libc::c_char>,
    directory: CString,
    streams: [RawFd; 3],
    limits: &'a [(Resource, Rlimit)],
    privileges: &'a Privileges,
    keeper: Pid,
    /// Why the program could not be started.
    error: AtomicI32,
}

impl Spawner {
    /// Creates a spawner whose programs get the environment of this process and lose these
    /// privileges.
    pub(super) fn new(privileges: Privileges) -> Spawner {
        let environment = std::env::vars_os().filter_map(|(name, value)| variable(&name, &value).ok());
        let mut stack = vec![0; STACK / size_of::<u128>()];
        Spawner {
            can_share_memory: can_share_memory(&mut stack),
            environment: environment.collect(),
            privileges: Arc::new(privileges),
            stack,
        }
    }

    /// Starts the program of a job.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn spawn(&mut self, job: &Job, streams: Streams) -> io::Result<Pid> {
        let limits = job.limits.kernel_limits(job.timeout);
        // A process of another user must never share the keeper's memory.
        if job.user.is_some() || !self.can_share_memory {
            return forked(job, streams, limits, &self.privileges);
        }
        let null = File::options().read(true).write(true).open("/dev/null")?;
        let stream = |stream: &Option<OwnedFd>| stream.as_ref().map_or(null.as_raw_fd(), AsRawFd::as_raw_fd);
        let streams = [stream(&streams.stdin), stream(&streams.stdout), stream(&streams.stderr)];
        let own = |text: &OsStr| CString::new(text.as_bytes());
        let words = [job.program.as_os_str()].into_iter().chain(job.arguments.iter().map(|word| &**word));
        let words = words.map(own).collect::<Result<Vec<_>, _>>()?;
        let set = job.variables().map(|(name, value)| variable(name, value));
        let set = set.collect::<io::Result<Vec<_>>>()?;
        let is_set = |inherited: &&CString| {
            let name = name_of(inherited);
            set.iter().any(|variable| name_of(variable) == name)
        };
        let inherited = self.environment.iter().filter(|inherited| !is_set(inherited));
        let pointers = |texts: &mut dyn Iterator<Item = &CString>| -> Vec<*const libc::c_char> {
            texts.map(|text| text.as_ptr()).chain([std::ptr::null()]).collect()
        };
        let child = Child {
            arguments: pointers(&mut words.iter()),
            environment: pointers(&mut inherited.chain(&set)),
            directory: own(job.directory.as_os_str())?,
            streams,
            limits: &limits,
            privileges: &self.privileges,
            keeper: getpid(),
            error: AtomicI32::new(0),
        };
        let n_units = (STACK + 2 * size_of_val(&child.arguments[..])) / size_of::<u128>();
        if self.stack.len() < n_units {
            self.stack.resize(n_units, 0);
        }
        retry_busy(|| start(&child, &mut self.stack))
    }
}

/// Starts a child that shares our memory until it has executed a program or ended. `entry` gets
/// `argument`. It must not return, and must not use anything that other threads use.
fn clone<T>(entry: extern "C" fn(*mut c_void) -> c_int, argument: &T, stack: &mut [u128]) -> io::Result<Pid> {
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    let argument = std::ptr::from_ref(argument).cast_mut().cast::<c_void>();
    // SAFETY: the child runs on a stack of its own, which is aligned and outlives this call. We
    // sleep until it has executed the program or ended. So `argument` outlives the child's use of
    // it, and both never run at once.
    let pid = unsafe { libc::clone(entry, stack.as_mut_ptr_range().end.cast(), flags, argument) };
    Some(pid).filter(|pid| 0 < *pid).and_then(Pid::from_raw).ok_or_else(io::Error::last_os_error)
}

/// Whether children can share our memory. A child writes to it to find out.
fn can_share_memory(stack: &mut [u128]) -> bool {
    extern "C" fn write(was_written: *mut c_void) -> c_int {
        // SAFETY: this is the argument of `clone`, whose caller waits.
        unsafe { &*was_written.cast::<AtomicBool>() }.store(true, Ordering::Relaxed);
        // SAFETY: unlike `exit`, this runs no code of the keeper.
        unsafe { libc::_exit(0) }
    }
    let was_written = AtomicBool::new(false);
    let child = clone(write, &was_written, stack);
    child.is_ok_and(|pid| reap(Which::Wait(pid)).is_ok()) && was_written.load(Ordering::Relaxed)
}

/// Starts the program of a child.
fn start(child: &Child<'_>, stack: &mut [u128]) -> io::Result<Pid> {
    child.error.store(0, Ordering::Relaxed);
    let pid = clone(become_program, child, stack)?;
    match child.error.load(Ordering::Relaxed) {
        0 => Ok(pid),
        error => {
            reap(Which::Wait(pid))?;
            Err(io::Error::from_raw_os_error(error))
        }
    }
}

/// The code of the child: prepares itself and executes the program. Must not allocate.
extern "C" fn become_program(child: *mut c_void) -> c_int {
    // SAFETY: this is the argument of `clone`, whose caller waits.
    let child = unsafe { &*child.cast::<Child<'_>>() };
    let error = match child.prepare() {
        // SAFETY: both lists end with a null pointer, and their strings end with a zero.
        Ok(()) => unsafe {
            libc::execvpe(child.arguments[0], child.arguments.as_ptr(), child.environment.as_ptr());
            io::Error::last_os_error()
        },
        Err(error) => error,
    };
    child.error.store(error.raw_os_error().unwrap_or(libc::EINVAL), Ordering::Relaxed);
    // SAFETY: unlike `exit`, this runs no code of the keeper.
    unsafe { libc::_exit(127) }
}

impl Child<'_> {
    fn prepare(&self) -> io::Result<()> {
        let check = |result: c_int| if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) };
        // SAFETY: the descriptors are open, the path ends with a zero, the set is a live local. The
        // keeper has no signal handlers. It ignores SIGPIPE, as every Rust program does.
        unsafe {
            for (number, stream) in (0..).zip(self.streams) {
                check(libc::dup2(stream, number))?;
            }
            check(libc::chdir(self.directory.as_ptr()))?;
            let mut none = std::mem::MaybeUninit::uninit();
            libc::sigemptyset(none.as_mut_ptr());
            libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), std::ptr::null_mut());
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        }
        become_trial(self.keeper, self.limits, self.privileges)
    }
}

/// Starts a program by forking the keeper.
fn forked(
    job: &Job,
    streams: Streams,
    limits: Vec<(Resource, Rlimit)>,
    privileges: &Arc<Privileges>,
) -> io::Result<Pid> {
    let (keeper, privileges) = (getpid(), privileges.clone());
    let mut command = Command::new(&job.program);
    command.args(&job.arguments).current_dir(&job.directory).envs(job.variables());
    command.stdin(stdio(streams.stdin)).stdout(stdio(streams.stdout)).stderr(stdio(streams.stderr));
    if let Some(Owner { uid, gid }) = job.user {
        command.uid(uid).gid(gid);
    }
    // SAFETY: the closure runs in a forked child of a process with one thread, so no lock is held
    // by another thread. It only makes system calls and does not allocate.
    unsafe { command.pre_exec(move || become_trial(keeper, &limits, &privileges)) };
    retry_busy(|| command.spawn()).map(|child| Pid::from_child(&child))
}

/// Prepares the child of a keeper: its session, parent death signal, limits and privileges.
fn become_trial(keeper: Pid, limits: &[(Resource, Rlimit)], privileges: &Privileges) -> io::Result<()> {
    setsid()?;
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if rustix::process::getppid() != Some(keeper) {
        // The keeper ended before the death signal was set.
        return Err(rustix::io::Errno::CHILD.into());
    }
    for (which, limit) in limits {
        setrlimit(*which, *limit)?;
    }
    prefer_to_be_killed();
    privileges.take()
}

/// Makes the kernel kill this process first when memory is short, before dwindle or the user's
/// editor.
fn prefer_to_be_killed() {
    use rustix::fs::{Mode, OFlags, open};
    if let Ok(score) = open(c"/proc/self/oom_score_adj", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty()) {
        let _ = rustix::io::write(&score, b"500");
    }
}

fn variable(name: &OsStr, value: &OsStr) -> io::Result<CString> {
    Ok(CString::new([name.as_bytes(), b"=", value.as_bytes()].concat())?)
}

/// Returns the name in `NAME=value`. A `=` at the very start is part of the name.
fn name_of(variable: &CString) -> &[u8] {
    let bytes = variable.as_bytes();
    let end = bytes.iter().skip(1).position(|byte| *byte == b'=').map_or(bytes.len(), |end| end + 1);
    &bytes[..end]
}
