//! A worker's process and the threads that speak with it.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::worker::{Greeting, Reply, frame};

/// How long a worker has to end its trials and itself.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(10);
/// Bytes that are kept of the end of what a worker writes to its standard error.
const KEPT: usize = 4 << 10;

/// What comes from a worker.
pub(super) enum Heard {
    /// The greeting, or what came instead.
    Greeting(Result<Greeting, String>),
    Reply(Reply),
    /// Nothing more will come; the reason if what came last made no sense.
    Ended(Option<String>),
}

/// A running worker. It is ended by [`Channel::close`].
pub(super) struct Channel {
    child: Mutex<Option<Child>>,
    outgoing: Mutex<Option<Sender<Arc<Vec<u8>>>>>,
    ended: Mutex<Receiver<()>>,
    stderr: Arc<Mutex<Vec<u8>>>,
}

impl Channel {
    /// Starts a command in a process group of its own. `hear` is called on a thread with all that
    /// comes.
    pub(super) fn start(command: &str, hear: impl Fn(Heard) + Send + 'static) -> io::Result<Channel> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn()?;
        let (outgoing, frames) = channel::<Arc<Vec<u8>>>();
        let (over, ended) = channel();
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let (stdin, stdout, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let begun = Channel {
            child: Mutex::new(Some(child)),
            outgoing: Mutex::new(Some(outgoing)),
            ended: Mutex::new(ended),
            stderr: stderr.clone(),
        };
        let started = spawn("to a worker", move || {
            let Some(mut stdin) = stdin else { return };
            for frame in frames {
                // The reading thread notices that nobody is there.
                if stdin.write_all(&frame).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        })
        .and_then(|()| {
            spawn("errors of a worker", move || {
                if let Some(errors) = errors {
                    keep_end(errors, &stderr);
                }
            })
        })
        .and_then(|()| {
            spawn("from a worker", move || {
                if let Some(stdout) = stdout {
                    listen(&mut io::BufReader::new(stdout), &hear);
                }
                // Nobody waits any more if it took too long.
                let _ = over.send(());
            })
        });
        if let Err(error) = started {
            begun.kill();
            return Err(error);
        }
        Ok(begun)
    }

    /// Sends a frame, without waiting for anything.
    pub(super) fn send(&self, frame: Arc<Vec<u8>>) {
        if let Some(outgoing) = &*locked(&self.outgoing) {
            let _ = outgoing.send(frame);
        }
    }

    /// Returns the last lines that the worker wrote to its standard error.
    pub(super) fn last_words(&self) -> String {
        String::from_utf8_lossy(&locked(&self.stderr)).trim().to_owned()
    }

    /// Kills the worker's process and all of its group. Trials end with the process that ran them.
    pub(super) fn kill(&self) {
        *locked(&self.outgoing) = None;
        if let Some(child) = &*locked(&self.child) {
            kill_group(child);
        }
    }

    /// Begins the end: a worker ends with its input.
    pub(super) fn hang_up(&self) {
        *locked(&self.outgoing) = None;
    }

    /// Ends the worker, by force if it does not end by itself, and waits for its process.
    pub(super) fn close(&self) {
        self.hang_up();
        if locked(&self.ended).recv_timeout(PATIENCE_AT_THE_END).is_err() {
            self.kill();
        }
        let Some(mut child) = locked(&self.child).take() else { return };
        for _ in 0..100 {
            if child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        kill_group(&child);
        let _ = child.wait();
    }
}

/// Kills the group of a process that was not waited for yet, so that the number is still its own.
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

fn listen(stdout: &mut impl Read, hear: &impl Fn(Heard)) {
    let greeting = Greeting::read(stdout);
    let is_greeted = greeting.is_ok();
    hear(Heard::Greeting(greeting));
    let why = match is_greeted {
        true => replies(stdout, hear).err(),
        false => None,
    };
    hear(Heard::Ended(why.map(|error| format!("it sent what makes no sense: {error}"))));
}

/// Hears all replies up to the end.
fn replies(stdout: &mut impl Read, hear: &impl Fn(Heard)) -> io::Result<()> {
    while let Some(reply) = frame::read(stdout)? {
        hear(Heard::Reply(reply));
    }
    Ok(())
}

fn keep_end(mut source: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 1024];
    while let Ok(n_bytes @ 1..) = source.read(&mut part) {
        let mut kept = locked(kept);
        kept.extend_from_slice(&part[..n_bytes]);
        let n_more = kept.len().saturating_sub(KEPT);
        kept.drain(..n_more);
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // It ends with the pipe; what keeps that open beyond the worker (a shared connection of ssh) is
    // not waited for.
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// Locks a mutex, also after a panic of another thread that held it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
