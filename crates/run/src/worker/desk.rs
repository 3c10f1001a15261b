//! The trials of one task of a worker.

use std::collections::HashMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use dwindle_reduce::Candidate;

use super::documents::Documents;
use super::happening::Happening;
use super::{Order, Reply, frame};
use crate::executor::panic_message;
use crate::property::{Answered, Attempt, Cancel, Property, PropertyError};

/// Lines of a trial's output that are told.
const LINES: usize = 10;

/// Where replies go; several trials write to it.
pub(super) type Line = Arc<Mutex<Box<dyn Write + Send>>>;

/// Runs each trial on a thread. Dropping it cancels and joins all of them.
pub(super) struct Desk {
    number: u64,
    property: Arc<dyn Property>,
    documents: Documents,
    under_way: HashMap<u64, Trial>,
    line: Line,
    happenings: Sender<Happening>,
}

struct Trial {
    cancel: Cancel,
    thread: Option<JoinHandle<()>>,
}

impl Desk {
    pub(super) fn new(
        number: u64,
        property: Arc<dyn Property>,
        line: Line,
        happenings: Sender<Happening>,
    ) -> Desk {
        let (documents, under_way) = (Documents::default(), HashMap::new());
        Desk { number, property, documents, under_way, line, happenings }
    }

    /// Does what is asked. `Err` says what is wrong with it, after which nothing can be done any
    /// more.
    pub(super) fn handle(&mut self, order: Order) -> Result<(), String> {
        match order {
            Order::Base { key, base } => {
                self.documents.take(key, base).ok_or_else(|| "a document came that is another one".to_owned())
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
                let candidate = candidate.ok_or_else(|| "a candidate came that is another one".to_owned())?;
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
        let (property, line) = (self.property.clone(), self.line.clone());
        let (number, cancelled, happenings) = (self.number, cancel.clone(), self.happenings.clone());
        let run = move || {
            let told = run(&*property, id, &candidate, attempt, explain, &cancelled);
            reply(&line, &told);
            // At the end nobody listens.
            let _ = happenings.send(Happening::Ended(number, id));
        };
        let thread = thread::Builder::new().name(format!("trial {id}")).spawn(run);
        let thread = thread.map_err(|error| format!("no thread can be started: {error}"))?;
        self.under_way.insert(id, Trial { cancel, thread: Some(thread) });
        Ok(())
    }

    /// Takes that a trial has ended.
    pub(super) fn ended(&mut self, id: u64) {
        self.under_way.remove(&id);
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.under_way.values().for_each(|trial| trial.cancel.cancel());
        self.under_way.clear();
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // Panics of the property are replies; nothing around it panics.
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

/// Writes a reply. Where nobody reads any more, the end of the pipe is noticed elsewhere.
pub(super) fn reply(line: &Line, told: &Reply) {
    let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = frame::write(&mut *line, told);
}
