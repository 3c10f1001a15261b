//! The keeper's side: one thread, one job at a time.

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
use super::socket::{Inbox, Mail, send};
use super::spawn::Spawner;
use super::wire::garbled;
use crate::process::confinement::{Means, Walls};
use crate::process::exits::Exit;
use crate::process::poll::wait_readable;
use crate::process::reap::{Harvest, Reaped, Which, has_ended, reap};
use crate::process::streams::Streams;
use crate::process::supervision::Supervision;
use crate::process::walls::{self, OwnDirectories, Privileges};
use crate::process::{End, Job, Outcome};

static SERVES: AtomicBool = AtomicBool::new(false);

/// Becomes a keeper and does not return, if this process was started to be one; else has this
/// process start its keepers from its own program.
///
/// A program that runs trials calls it first thing in `main`, before there are threads.
pub fn serve_if_asked() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == KEEPER_ARGUMENT) {
        let walls = Walls::from_arguments(arguments);
        // Nobody reads what a keeper says but its program, which sees it end.
        std::process::exit(i32::from(serve(walls.as_ref()).is_err()));
    }
    SERVES.store(true, Ordering::Relaxed);
}

/// Whether this program can be started as a keeper.
pub(in crate::process) fn this_program_serves() -> bool {
    SERVES.load(Ordering::Relaxed)
}

fn serve(walls: Option<&Walls>) -> io::Result<()> {
    // Out of the way of the numbers that a job's own streams get.
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    // The directory that dwindle was started in may be one that somebody wants to unmount or
    // remove.
    env::set_current_dir("/")?;
    reap_children_ourselves();
    let mut own = OwnDirectories::none();
    let mut privileges = Privileges::default();
    if let Some(walls) = walls {
        let failed = socket.try_clone()?;
        (socket, own, privileges) = match raised(walls, socket) {
            Ok(raised) => raised,
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
    // However it ended: nothing survives.
    reap_children()?;
    served
}

/// Makes the walls around this process, or finds out what each trial has to do for them.
fn raised(walls: &Walls, socket: UnixStream) -> io::Result<(UnixStream, OwnDirectories, Privileges)> {
    let (socket, own) = match walls.confinement.by {
        Means::Namespaces => walls::enter(walls, socket)?,
        Means::Landlock => (socket, OwnDirectories::none()),
    };
    Ok((socket, own, Privileges::taken_by(walls)?))
}

struct Server {
    socket: UnixStream,
    inbox: Inbox,
    own: OwnDirectories,
    orphans: Orphans,
    spawner: Spawner,
}

/// Why a watch is over.
enum Watched {
    /// The program ended on its own.
    Ended,
    /// It has to be ended.
    End(End),
    /// It has to be ended, and there is nobody to be told.
    Orphaned,
}

impl Server {
    fn serve(&mut self) -> io::Result<()> {
        loop {
            let message = match self.inbox.look(&self.socket)? {
                Mail::Message(message) => message,
                Mail::None => {
                    wait_readable(&[Some(self.socket.as_fd())], None)?;
                    continue;
                }
                Mail::Closed => return Ok(()),
            };
            match Request::read(&message)? {
                Request::Run { id, streams, job } => {
                    let streams = self.take_streams(streams)?;
                    let Some(reply) = self.run(id, &job, streams)? else { return Ok(()) };
                    send(&self.socket, &reply.write(), &[])?;
                }
                // It came after the end of its job.
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

    /// Runs a job until nothing of it is left. `None` if dwindle is gone meanwhile.
    fn run(&mut self, id: u64, job: &Job, streams: Streams) -> io::Result<Option<Reply>> {
        let started = Instant::now();
        let pid = match self.spawner.spawn(job, streams) {
            Ok(pid) => pid,
            Err(error) => {
                return Ok(Some(Reply::Failed { id, errno: error.raw_os_error().unwrap_or(libc::EINVAL) }));
            }
        };
        let watched = self.watch(id, job, pid);
        // The program is a zombie at least, so that the number of its group cannot belong to
        // anybody else.
        let _ = kill_process_group(pid, Signal::KILL);
        self.orphans.end(Trial { leader: pid, mark: job.mark.as_ref() });
        let Harvest::Ended(Reaped { end, cpu, peak_memory }) = reap(Which::Wait(pid))? else {
            return Err(io::Error::other("the program of a job is not our child"));
        };
        let wall = started.elapsed();
        let cpu = cpu + reap_children()?;
        self.own.tidy()?;
        let end = match watched? {
            Watched::Ended => end,
            Watched::End(reason) => reason,
            Watched::Orphaned => return Ok(None),
        };
        Ok(Some(Reply::Ended { id, outcome: Outcome { end, wall, cpu, peak_memory } }))
    }

    /// Sleeps until the program ended or has to be ended.
    fn watch(&mut self, id: u64, job: &Job, pid: Pid) -> io::Result<Watched> {
        let exit = Exit::of(pid);
        let mut supervision = Supervision::new(job);
        let trial = Trial { leader: pid, mark: job.mark.as_ref() };
        while !has_ended(pid)? {
            wait_readable(&[exit.file(), Some(self.socket.as_fd())], exit.patience(supervision.patience()))?;
            match self.inbox.look(&self.socket)? {
                Mail::Closed => return Ok(Watched::Orphaned),
                Mail::Message(message) => match Request::read(&message)? {
                    Request::Cancel { id: cancelled } if cancelled == id => {
                        return Ok(Watched::End(End::Cancelled));
                    }
                    Request::Cancel { .. } => {}
                    Request::Run { .. } => return Err(garbled()),
                },
                Mail::None => {}
            }
            let family = |most| self.orphans.family(trial, most);
            if let Some(reason) = supervision.reason_to_end(family, || self.own.n_bytes()) {
                // The program may have ended at the same moment; then it was in time.
                return Ok(if has_ended(pid)? { Watched::Ended } else { Watched::End(reason) });
            }
        }
        Ok(Watched::Ended)
    }
}

/// Takes back that ended children are forgotten, which is inherited from a program that wants it
/// so.
fn reap_children_ourselves() {
    // SAFETY: this sets the default action, no handler that could run at a bad moment.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}
