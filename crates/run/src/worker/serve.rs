//! The end of the pipe that runs trials.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use dwindle_reduce::Document;

use super::desk::{Desk, Line, reply};
use super::happening::Happening;
use super::task::{Built, Task};
use super::{Greeting, Reply, Request, frame};
use crate::property::{Cancel, PropertyError};
use crate::trial::{Bench, BenchOptions, Place, TrialDirectory};

/// How long a worker waits for its first task, or a sign of life.
const PATIENCE_AT_THE_START: Duration = Duration::from_secs(120);
/// A worker waits for so many times as long as its coordinator does.
const PATIENCE_FACTOR: u32 = 4;

/// What a worker needs to know of its machine.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// How many trials the machine can run at once.
    pub n_cores: usize,
    /// Ends the worker when it is cancelled.
    pub interrupt: Cancel,
}

/// Why a worker ended otherwise than by the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// What came is not what a coordinator sends.
    #[error("what came on standard input is not from dwindle: {0}")]
    Garbage(String),
    /// The coordinator says nothing any more.
    #[error("nothing came from the coordinator for {} s", .0.as_secs())]
    Silence(Duration),
    /// The environment failed.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

/// Runs the trials that a coordinator asks for until its input ends. No trial and no directory is
/// left then.
///
/// # Errors
/// When what comes makes no sense, nothing comes any more, or the environment fails. The
/// coordinator is told as well.
pub fn serve(
    input: impl Read + Send + 'static,
    mut output: impl Write + Send + 'static,
    options: &ServeOptions,
) -> Result<(), ServeError> {
    if Greeting::own().write(&mut output).is_err() {
        // Nobody is there.
        return Ok(());
    }
    let (sender, happenings) = channel();
    let interrupted = sender.clone();
    let _interrupt = options.interrupt.on_cancel(move || {
        let _ = interrupted.send(Happening::Interrupted);
    });
    let line: Line = Arc::new(Mutex::new(Box::new(output)));
    listen(input, sender.clone())?;
    let served = work(&line, &happenings, &sender, options);
    if let Err(error) = &served {
        reply(&line, &Reply::Failed { error: error.to_string() });
    }
    served
}

/// Reads requests on a thread, which ends with the input or with the process.
fn listen(mut input: impl Read + Send + 'static, happenings: Sender<Happening>) -> Result<(), ServeError> {
    let read = move || {
        loop {
            let happening = match frame::read(&mut input) {
                Ok(Some(request)) => Happening::Request(Box::new(request)),
                Ok(None) => Happening::Closed(None),
                Err(error) => Happening::Closed(Some(error.to_string())),
            };
            let is_over = matches!(happening, Happening::Closed(_));
            if happenings.send(happening).is_err() || is_over {
                return;
            }
        }
    };
    let started = thread::Builder::new().name("requests".to_owned()).spawn(read);
    started
        .map(drop)
        .map_err(|source| PropertyError::Other { what: "cannot start a thread".to_owned(), source }.into())
}

/// A task, and the directory of its own files, which is removed after the last trial.
struct Served {
    desk: Desk,
    _home: TrialDirectory,
}

fn work(
    line: &Line,
    happenings: &Receiver<Happening>,
    sender: &Sender<Happening>,
    options: &ServeOptions,
) -> Result<(), ServeError> {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let n_cores = u32::try_from(options.n_cores).unwrap_or(u32::MAX);
    reply(line, &Reply::Machine { host, n_cores });
    let mut tasks: HashMap<u64, Served> = HashMap::new();
    let mut patience = PATIENCE_AT_THE_START;
    loop {
        match happenings.recv_timeout(patience) {
            Ok(Happening::Request(request)) => match *request {
                Request::Task { number, task } => {
                    patience = task.patience * PATIENCE_FACTOR;
                    let home = home(&task)?;
                    let Built { property, confinement } = task.build(home.path(), &options.interrupt)?;
                    let desk = Desk::new(number, property, line.clone(), sender.clone());
                    tasks.insert(number, Served { desk, _home: home });
                    let sandbox = confinement.map(|confinement| confinement.to_string());
                    reply(line, &Reply::Ready { number, sandbox });
                }
                Request::For { number, order } => {
                    let task = tasks.get_mut(&number);
                    let task = task.ok_or_else(|| ServeError::Garbage("a task is not there".to_owned()))?;
                    task.desk.handle(order).map_err(ServeError::Garbage)?;
                }
                Request::End { number } => drop(tasks.remove(&number)),
                Request::Ping => reply(line, &Reply::Pong),
            },
            Ok(Happening::Ended(number, id)) => {
                if let Some(task) = tasks.get_mut(&number) {
                    task.desk.ended(id);
                }
            }
            Ok(Happening::Closed(Some(error))) => return Err(ServeError::Garbage(error)),
            Ok(Happening::Closed(None) | Happening::Interrupted) => return Ok(()),
            // Ends of trials are happenings, too, but the coordinator speaks often enough.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(ServeError::Silence(patience));
            }
        }
    }
}

/// Makes the directory of the worker's own files, which is removed at the end, or by a later run's
/// sweep.
fn home(task: &Task) -> Result<TrialDirectory, PropertyError> {
    // In memory, a strict sandbox would not show the test.
    let (place, access) = (Place::Disk, task.access_of_home());
    let bench = Bench::new(BenchOptions { place, access, ..BenchOptions::default() });
    bench.directory(&Document::new([]))
}
