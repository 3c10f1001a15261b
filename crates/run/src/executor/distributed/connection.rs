//! The process of a worker, and the threads that read and write its pipes.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::worker::{Greeting, Reply, frame};

/// How long a worker may take to end after its input was closed.
const MAX_SHUTDOWN_TIME: Duration = Duration::from_secs(10);
/// Most bytes of a worker's standard error that are kept; the last ones.
const MAX_STDERR: usize = 4 << 10;

/// Something received from a worker.
pub(super) enum Received {
    /// The greeting, or the text that came instead.
    Greeting(Result<Greeting, String>),
    Reply(Reply),
    /// The output ended; with a reason if the last message could not be read.
    Ended(Option<String>),
}

/// The connection to a running worker. [`Connection::close`] ends the worker.
pub(super) struct Connection {
    child: Mutex<Option<Child>>,
    outgoing: Mutex<Option<Sender<Arc<Vec<u8>>>>>,
    ended: Mutex<Receiver<()>>,
    stderr: Arc<Mutex<Vec<u8>>>,
}

impl Connection {
    /// Starts a command in a process group of its own. A thread calls `receive` with everything
    /// that the worker sends.
    pub(super) fn start(
        command: &str,
        receive: impl Fn(Received) + Send + 'static,
    ) -> io::Result<Connection> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn()?;
        let (outgoing, frames) = channel::<Arc<Vec<u8>>>();
        let (over, ended) = channel();
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let (stdin, stdout, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let begun = Connection {
            child: Mutex::new(Some(child)),
            outgoing: Mutex::new(Some(outgoing)),
            ended: Mutex::new(ended),
            stderr: stderr.clone(),
        };
        let started = spawn("to a worker", move || {
            let Some(mut stdin) = stdin else { return };
            for frame in frames {
                // The thread that reads notices that the worker is gone.
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
                    listen(&mut io::BufReader::new(stdout), &receive);
                }
                // `close` does not wait any more if this took too long.
                let _ = over.send(());
            })
        });
        if let Err(error) = started {
            begun.kill();
            return Err(error);
        }
        Ok(begun)
    }

    /// Queues a frame for sending. Never blocks.
    pub(super) fn send(&self, frame: Arc<Vec<u8>>) {
        if let Some(outgoing) = &*locked(&self.outgoing) {
            let _ = outgoing.send(frame);
        }
    }

    /// Returns the end of the worker's standard error.
    pub(super) fn stderr_end(&self) -> String {
        String::from_utf8_lossy(&locked(&self.stderr)).trim().to_owned()
    }

    /// Kills the process group of the worker. Its trials end with the process that ran them.
    pub(super) fn kill(&self) {
        *locked(&self.outgoing) = None;
        if let Some(child) = &*locked(&self.child) {
            kill_group(child);
        }
    }

    /// Closes the worker's input, with which it ends. Does not wait.
    pub(super) fn close_input(&self) {
        *locked(&self.outgoing) = None;
    }

    /// Closes the worker's input and waits for its process; kills it if it takes too long.
    pub(super) fn close(&self) {
        self.close_input();
        if locked(&self.ended).recv_timeout(MAX_SHUTDOWN_TIME).is_err() {
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

/// Kills the group of a process that was not waited for yet, so that its id cannot have been given
/// to another process.
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

fn listen(stdout: &mut impl Read, receive: &impl Fn(Received)) {
    let greeting = Greeting::read(stdout);
    let is_greeted = greeting.is_ok();
    receive(Received::Greeting(greeting));
    let why = match is_greeted {
        true => replies(stdout, receive).err(),
        false => None,
    };
    receive(Received::Ended(why.map(|error| format!("it sent a message that cannot be read: {error}"))));
}

/// Passes on all replies until the output ends.
fn replies(stdout: &mut impl Read, receive: &impl Fn(Received)) -> io::Result<()> {
    while let Some(reply) = frame::read(stdout)? {
        receive(Received::Reply(reply));
    }
    Ok(())
}

fn keep_end(mut source: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut part = [0; 1024];
    while let Ok(n_bytes @ 1..) = source.read(&mut part) {
        let mut kept = locked(kept);
        kept.extend_from_slice(&part[..n_bytes]);
        let n_more = kept.len().saturating_sub(MAX_STDERR);
        kept.drain(..n_more);
    }
}

fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // The thread ends with its pipe. It is not joined: another process (a shared connection of ssh)
    // may keep the pipe open after the worker has ended.
    thread::Builder::new().name(name.to_owned()).spawn(run).map(drop)
}

/// Locks a mutex, also after a panic of another thread that held it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
