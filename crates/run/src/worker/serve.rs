//! The loop of a worker.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use dwindle_reduce::Document;

use super::event::WorkerEvent;
use super::task::{Built, Task};
use super::task_trials::{ReplyPipe, TaskTrials, reply};
use super::{Greeting, Reply, Request, frame};
use crate::property::{Cancel, PropertyError};
use crate::trial::{TempBase, TrialDirectory, TrialHost, TrialHostOptions};

/// How long a worker waits for its first message.
const FIRST_MAX_SILENCE: Duration = Duration::from_secs(120);
/// How long a worker waits for a message, as a multiple of the time that its coordinator waits.
const SILENCE_FACTOR: u32 = 4;

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// How many trials the machine can run at once.
    pub n_cores: usize,
    /// Ends the worker when it is cancelled.
    pub interrupt: Cancel,
}

/// Why a worker ended before the end of its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The input is not what a coordinator sends.
    #[error("the standard input is not from dwindle: {0}")]
    Garbage(String),
    /// The coordinator was silent for too long.
    #[error("nothing came from the coordinator for {} s", .0.as_secs())]
    Silence(Duration),
    /// The environment failed.
    #[error(transparent)]
    Property(#[from] PropertyError),
}

/// Runs the trials that a coordinator asks for until its input ends. Then no trial and no directory
/// is left.
///
/// # Errors
/// When a message cannot be read, no message comes for too long, or the environment fails. The
/// error is also sent to the coordinator.
pub fn serve(
    input: impl Read + Send + 'static,
    mut output: impl Write + Send + 'static,
    options: &ServeOptions,
) -> Result<(), ServeError> {
    if Greeting::own().write(&mut output).is_err() {
        // The coordinator is gone.
        return Ok(());
    }
    let (sender, events) = channel();
    let interrupted = sender.clone();
    let _interrupt = options.interrupt.on_cancel(move || {
        let _ = interrupted.send(WorkerEvent::Interrupted);
    });
    let reply_pipe: ReplyPipe = Arc::new(Mutex::new(Box::new(output)));
    listen(input, sender.clone())?;
    let served = work(&reply_pipe, &events, &sender, options);
    if let Err(error) = &served {
        reply(&reply_pipe, &Reply::Failed { error: error.to_string() });
    }
    served
}

/// Reads requests on a thread, which ends with the input or with the process.
fn listen(mut input: impl Read + Send + 'static, events: Sender<WorkerEvent>) -> Result<(), ServeError> {
    let read = move || {
        loop {
            let event = match frame::read(&mut input) {
                Ok(Some(request)) => WorkerEvent::Request(Box::new(request)),
                Ok(None) => WorkerEvent::Closed(None),
                Err(error) => WorkerEvent::Closed(Some(error.to_string())),
            };
            let is_over = matches!(event, WorkerEvent::Closed(_));
            if events.send(event).is_err() || is_over {
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
    trials: TaskTrials,
    _home: TrialDirectory,
}

fn work(
    reply_pipe: &ReplyPipe,
    events: &Receiver<WorkerEvent>,
    sender: &Sender<WorkerEvent>,
    options: &ServeOptions,
) -> Result<(), ServeError> {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let n_cores = u32::try_from(options.n_cores).unwrap_or(u32::MAX);
    reply(reply_pipe, &Reply::Machine { host, n_cores });
    let mut tasks: HashMap<u64, Served> = HashMap::new();
    let mut max_silence = FIRST_MAX_SILENCE;
    loop {
        match events.recv_timeout(max_silence) {
            Ok(WorkerEvent::Request(request)) => match *request {
                Request::Task { number, task } => {
                    max_silence = task.max_silence * SILENCE_FACTOR;
                    let home = home(&task)?;
                    let Built { property, confinement } = task.build(home.path(), &options.interrupt)?;
                    let trials = TaskTrials::new(number, property, reply_pipe.clone(), sender.clone());
                    tasks.insert(number, Served { trials, _home: home });
                    let sandbox = confinement.map(|confinement| confinement.to_string());
                    reply(reply_pipe, &Reply::Ready { number, sandbox });
                }
                Request::For { number, order } => {
                    let task = tasks.get_mut(&number);
                    let task = task.ok_or_else(|| ServeError::Garbage("a task is unknown".to_owned()))?;
                    task.trials.handle(order).map_err(ServeError::Garbage)?;
                }
                Request::End { number } => drop(tasks.remove(&number)),
                Request::Ping => reply(reply_pipe, &Reply::Pong),
            },
            Ok(WorkerEvent::Ended(number, id)) => {
                if let Some(task) = tasks.get_mut(&number) {
                    task.trials.ended(id);
                }
            }
            Ok(WorkerEvent::Closed(Some(error))) => return Err(ServeError::Garbage(error)),
            Ok(WorkerEvent::Closed(None) | WorkerEvent::Interrupted) => return Ok(()),
            // Ends of trials also restart the wait, but the coordinator sends pings often enough.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(ServeError::Silence(max_silence));
            }
        }
    }
}

/// Creates the directory for the files of a task. It is removed at the end, or by a later worker if
/// this one is killed.
fn home(task: &Task) -> Result<TrialDirectory, PropertyError> {
    // Not in memory, where a strict sandbox would hide the test.
    let (base, access) = (TempBase::Disk, task.access_of_home());
    let trial_host = TrialHost::new(TrialHostOptions { base, access, ..TrialHostOptions::default() });
    trial_host.directory(&Document::new([]))
}
