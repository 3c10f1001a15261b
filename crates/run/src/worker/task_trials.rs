//! The trials of one task on a worker.

use std::collections::HashMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use dwindle_reduce::Candidate;

use super::documents::Documents;
use super::event::WorkerEvent;
use super::{Order, Reply, frame};
use crate::executor::panic_message;
use crate::property::{Answered, Attempt, Cancel, Property, PropertyError};

/// Lines at the end of a trial's output in an explanation.
const LINES: usize = 10;

/// The output for replies, to which several trials write.
pub(super) type ReplyPipe = Arc<Mutex<Box<dyn Write + Send>>>;

/// Runs the trials of one task, each on a thread. Dropping it cancels and joins all of them.
pub(super) struct TaskTrials {
    number: u64,
    property: Arc<dyn Property>,
    documents: Documents,
    under_way: HashMap<u64, Trial>,
    reply_pipe: ReplyPipe,
    events: Sender<WorkerEvent>,
}

struct Trial {
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl TaskTrials {
    pub(super) fn new(
        number: u64,
        property: Arc<dyn Property>,
        reply_pipe: ReplyPipe,
        events: Sender<WorkerEvent>,
    ) -> TaskTrials {
        let (documents, under_way) = (Documents::default(), HashMap::new());
        TaskTrials { number, property, documents, under_way, reply_pipe, events }
    }

    /// Handles an order. After an error, which says what is wrong with it, the worker must end.
    pub(super) fn handle(&mut self, order: Order) -> Result<(), String> {
        match order {
            Order::Base { key, base } => {
                let is_other = || "a document does not have the announced key".to_owned();
                self.documents.take(key, base).ok_or_else(is_other)
            }
            Order::Forget { key } => {
                self.documents.forget(key);
                Ok(())
            }
            Order::Cancel { id } => {
                if let Some(trial) = self.under_way.get(&id) {
                    trial.cancel.cancel();
                }
                Ok(())
            }
            Order::Trial { id, base, patch, key, time_limit, nth, explain } => {
                let candidate = self.documents.candidate(base, &patch, key);
                let is_other = || "a candidate does not have the announced key".to_owned();
                let candidate = candidate.ok_or_else(is_other)?;
                self.start(id, candidate, Attempt { nth, time_limit }, explain)
            }
        }
    }

    fn start(
        &mut self,
        id: u64,
        candidate: Candidate,
        attempt: Attempt,
        explain: bool,
    ) -> Result<(), String> {
        let cancel = Cancel::new();
        let (property, reply_pipe) = (self.property.clone(), self.reply_pipe.clone());
        let (number, cancelled, events) = (self.number, cancel.clone(), self.events.clone());
        let run = move || {
            let told = run(&*property, id, &candidate, attempt, explain, &cancelled);
            reply(&reply_pipe, &told);
            // Nobody receives it at the end.
            let _ = events.send(WorkerEvent::Ended(number, id));
        };
        let thread = thread::Builder::new().name(format!("trial {id}")).spawn(run);
        let thread = thread.map_err(|error| format!("no thread can be started: {error}"))?;
        self.under_way.insert(id, Trial { cancel, thread: Some(thread) });
        Ok(())
    }

    /// Handles the end of a trial.
    pub(super) fn ended(&mut self, id: u64) {
        self.under_way.remove(&id);
    }
}

impl Drop for TaskTrials {
    fn drop(&mut self) {
        self.under_way.values().for_each(|trial| trial.cancel.cancel());
        self.under_way.clear();
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the property is a reply; the code around it does not panic.
            let _ = thread.join();
        }
    }
}

fn run(
    property: &dyn Property,
    id: u64,
    candidate: &Candidate,
    attempt: Attempt,
    explain: bool,
    cancel: &Cancel,
) -> Reply {
    let told = catch_unwind(AssertUnwindSafe(|| match explain {
        true => explained(property, candidate, cancel),
        false => Ok((property.attempt_candidate(candidate, attempt, cancel)?, None)),
    }));
    match told {
        Err(panic) => Reply::Failed { error: format!("a bug ended a trial: {}", panic_message(&*panic)) },
        Ok(_) if cancel.is_cancelled() => Reply::Cancelled { id },
        Ok(Ok((Answered { verdict, took }, explained))) => Reply::Answer { id, verdict, took, explained },
        Ok(Err(error)) => Reply::Failed { error: error.to_string() },
    }
}

fn explained(
    property: &dyn Property,
    candidate: &Candidate,
    cancel: &Cancel,
) -> Result<(Answered, Option<String>), PropertyError> {
    let diagnosis = property.diagnose(candidate.render(), cancel)?;
    let text = diagnosis.run.map(|run| {
        let [stderr, stdout] = [&run.ended.stderr, &run.ended.stdout].map(|output| output.last_lines(LINES));
        format!("{}\n{stdout}\n{stderr}", run.ended.end).trim_end().to_owned()
    });
    Ok((Answered { verdict: diagnosis.verdict, took: diagnosis.wall }, text))
}

/// Writes a reply. An error is ignored: the thread that reads requests notices the end of the pipe.
pub(super) fn reply(reply_pipe: &ReplyPipe, told: &Reply) {
    let mut reply_pipe = reply_pipe.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = frame::write(&mut *reply_pipe, told);
}
