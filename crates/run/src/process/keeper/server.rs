//! The keeper's side of the protocol: one thread, one job at a time.

use std::env;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process_group};

use super::KEEPER_ARGUMENT;
use super::message::{Reply, Request};
use super::orphans::{Orphans, Trial};
use super::reaping::reap_children;
use super::socket::{Inbox, Incoming, send};
use super::spawn::Spawner;
use super::wire::garbled;
use crate::process::confinement::{LaneSandbox, Mechanism};
use crate::process::exit_watch::ExitWatch;
use crate::process::poll::wait_readable;
use crate::process::reap::{Reaped, WaitResult, Which, has_ended, reap};
use crate::process::sandbox::{self, OwnDirectories, Privileges};
use crate::process::streams::Streams;
use crate::process::supervision::Supervision;
use crate::process::{End, Job, Outcome};

static SERVES: AtomicBool = AtomicBool::new(false);

/// Runs a keeper and does not return, if this process was started as one. Otherwise, keepers of
/// this process will be started from its own program.
///
/// A program that runs trials calls this at the very start of `main`, before it starts threads.
pub fn serve_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == KEEPER_ARGUMENT) {
        let lane_sandbox = LaneSandbox::from_arguments(arguments);
        // The error is not printed: the program notices that its keeper has ended.
        std::process::exit(i32::from(serve(lane_sandbox.as_ref()).is_err()));
    }
    SERVES.store(true, Ordering::Relaxed);
}

/// Whether this program can be started as a keeper.
pub(in crate::process) fn this_program_serves() -> bool {
    SERVES.load(Ordering::Relaxed)
}

fn serve(lane_sandbox: Option<&LaneSandbox>) -> io::Result<()> {
    // Descriptors 0 to 2 are for the streams of jobs.
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    // So the directory in which dwindle was started can be unmounted or removed.
    env::set_current_dir("/")?;
    restore_sigchld();
    let mut own = OwnDirectories::none();
    let mut privileges = Privileges::default();
    if let Some(lane_sandbox) = lane_sandbox {
        let failed = socket.try_clone()?;
        (socket, own, privileges) = match create_sandbox(lane_sandbox, socket) {
            Ok(created) => created,
            Err(error) => {
                send(&failed, &Reply::refused(&error), &[])?;
                return Err(error);
            }
        };
        drop(failed);
        send(&socket, &Reply::Ready.write(), &[])?;
    }
    let orphans = Orphans::adopt();
    let mut server = Server { socket, inbox: Inbox::new(), own, orphans, spawner: Spawner::new(privileges) };
    let served = server.serve();
    // Also after an error no process survives.
    reap_children()?;
    served
}

/// Creates the sandbox around this process. Returns what each trial must still do itself.
fn create_sandbox(
    lane_sandbox: &LaneSandbox,
    socket: UnixStream,
) -> io::Result<(UnixStream, OwnDirectories, Privileges)> {
    let (socket, own) = match lane_sandbox.confinement.by {
        Mechanism::Namespaces => sandbox::enter(lane_sandbox, socket)?,
        Mechanism::Landlock => (socket, OwnDirectories::none()),
    };
    Ok((socket, own, Privileges::taken_by(lane_sandbox)?))
}

struct Server {
    socket: UnixStream,
    inbox: Inbox,
    own: OwnDirectories,
    orphans: Orphans,
    spawner: Spawner,
}

/// Why the watch of a job is over.
enum Watched {
    /// The program has ended.
    Ended,
    /// The job must be killed.
    Kill(End),
    /// The job must be killed, and dwindle is gone.
    DwindleGone,
}

impl Server {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let message = match self.inbox.look(&self.socket)? {
                Incoming::Message(message) => message,
                Incoming::None => {
                    wait_readable(&[Some(self.socket.as_fd())], None)?;
                    continue;
                }
                Incoming::Closed => return Ok(()),
            };
            match Request::read(&message)? {
                Request::Run { id, streams, job } => {
                    let streams = self.take_streams(streams)?;
                    let Some(reply) = self.run(id, &job, streams)? else { return Ok(()) };
                    send(&self.socket, &reply.write(), &[])?;
                }
                // The job ended before the request arrived.
                Request::Cancel { .. } => {}
            }
        }
    }

    fn take_streams(&mut self, which: u64) -> io::Result<Streams> {
        let mut take = |bit| match which & bit {
            0 => Ok(None),
            _ => self.inbox.take_file().map(Some).ok_or_else(garbled),
        };
        Ok(Streams { stdin: take(1)?, stdout: take(2)?, stderr: take(4)? })
    }

    /// Runs a job until none of its processes is left. Returns `None` if dwindle is gone.
    fn run(&mut self, id: u64, job: &Job, streams: Streams) -> io::Result<Option<Reply>> {
        let started = Instant::now();
        let pid = match self.spawner.spawn(job, streams) {
            Ok(pid) => pid,
            Err(error) => {
                return Ok(Some(Reply::Failed { id, errno: error.raw_os_error().unwrap_or(libc::EINVAL) }));
            }
        };
        let watched = self.watch(id, job, pid);
        // The program is not reaped yet, so its group's id cannot belong to another group.
        let _ = kill_process_group(pid, Signal::KILL);
        self.orphans.end(Trial { leader: pid, mark: job.mark.as_ref() });
        let WaitResult::Ended(Reaped { end, cpu, peak_memory }) = reap(Which::Wait(pid))? else {
            return Err(io::Error::other("the program of a job is not our child"));
        };
        let wall = started.elapsed();
        let cpu = cpu + reap_children()?;
        self.own.tidy()?;
        let end = match watched? {
            Watched::Ended => end,
            Watched::Kill(reason) => reason,
            Watched::DwindleGone => return Ok(None),
        };
        Ok(Some(Reply::Ended { id, outcome: Outcome { end, wall, cpu, peak_memory } }))
    }

    /// Sleeps until the program has ended or must be killed.
    fn watch(&mut self, id: u64, job: &Job, pid: Pid) -> io::Result<Watched> {
        let exit = ExitWatch::of(pid);
        let mut supervision = Supervision::new(job);
        let trial = Trial { leader: pid, mark: job.mark.as_ref() };
        while !has_ended(pid)? {
            wait_readable(&[exit.file(), Some(self.socket.as_fd())], exit.max_wait(supervision.max_wait()))?;
            match self.inbox.look(&self.socket)? {
                Incoming::Closed => return Ok(Watched::DwindleGone),
                Incoming::Message(message) => match Request::read(&message)? {
                    Request::Cancel { id: cancelled } if cancelled == id => {
                        return Ok(Watched::Kill(End::Cancelled));
                    }
                    Request::Cancel { .. } => {}
                    Request::Run { .. } => return Err(garbled()),
                },
                Incoming::None => {}
            }
            let family = |most| self.orphans.family(trial, most);
            if let Some(reason) = supervision.reason_to_end(family, || self.own.n_bytes()) {
                // If the program has ended at the same moment, it was in time.
                return Ok(if has_ended(pid)? { Watched::Ended } else { Watched::Kill(reason) });
            }
        }
        Ok(Watched::Ended)
    }
}

/// Restores SIGCHLD: an inherited SIG_IGN would reap children unseen.
fn restore_sigchld() {
    // SAFETY: this sets the default action, not a handler that could run at any moment.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}
