//! One test that workers have been told.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::bases::{HeldDocuments, KnownBases};
use super::connection::locked;
use super::dispatcher::{Dispatcher, Readiness, WorkerResult};
use super::options::{AssignmentOptions, WorkerPoolError};
use crate::property::Cancel;
use crate::worker::{Request, frame};

/// Checks for a lost worker within the time that a worker may be silent.
const N_LOST_CHECKS: u32 = 8;
/// How often a test is asked about one input until the answer is the expected one; it may be flaky.
const MAX_ATTEMPTS: usize = 3;
/// Most characters of a worker's text in an error message.
const MAX_TEXT: usize = 600;

/// One test that workers run. Dropping it tells them to forget it.
pub struct Assignment {
    pub(super) dispatcher: Arc<Dispatcher>,
    pub(super) number: u64,
    /// The documents that each worker holds.
    pub(super) held: Vec<Mutex<HeldDocuments>>,
    pub(super) known_bases: Mutex<KnownBases>,
    sandboxes: Vec<Option<String>>,
}

/// An assignment that is being told to workers.
struct Introduction<'a> {
    assignment: &'a Assignment,
    frame: Arc<Vec<u8>>,
    max_silence: Duration,
    original: &'a Document,
    empty: Option<Document>,
    cancel: &'a Cancel,
}

impl Assignment {
    /// Tells all workers a test, and waits until each of them has answered for the original and for
    /// an empty input as this process did.
    pub(super) fn start(
        dispatcher: &Arc<Dispatcher>,
        number: u64,
        max_silence: Duration,
        options: AssignmentOptions<'_>,
        cancel: &Cancel,
    ) -> Result<Assignment, WorkerPoolError> {
        let AssignmentOptions { task, original, accepts_empty } = options;
        let failed =
            |error: io::Error| WorkerPoolError { failures: vec![(String::new(), error.to_string())] };
        let request = Request::Task { number, task: Box::new(task) };
        let frame = Arc::new(frame::encode(&request).map_err(failed)?);
        let emptied = || Document::new(original.files().iter().map(|file| file.with_bytes(Vec::new())));
        let empty = (!accepts_empty && original.n_bytes() != 0).then(emptied);
        let n_workers = dispatcher.workers.len();
        // From here on, dropping the assignment tells the workers to forget it.
        let mut assignment = Assignment {
            dispatcher: dispatcher.clone(),
            number,
            held: (0..n_workers).map(|_| Mutex::default()).collect(),
            known_bases: Mutex::default(),
            sandboxes: vec![None; n_workers],
        };
        let introduction =
            Introduction { assignment: &assignment, frame, max_silence, original, empty, cancel };
        let introduced: Vec<Result<Option<String>, String>> = thread::scope(|scope| {
            let introduction = &introduction;
            let started = (0..n_workers).map(|worker| scope.spawn(move || introduction.to(worker)));
            let started: Vec<_> = started.collect();
            let joined = started.into_iter().map(thread::ScopedJoinHandle::join);
            joined.map(|joined| joined.unwrap_or_else(|_| Err("made dwindle panic".to_owned()))).collect()
        });
        let mut failures = Vec::new();
        for (worker, result) in introduced.into_iter().enumerate() {
            match result {
                Ok(sandbox) => assignment.sandboxes[worker] = sandbox,
                // A worker that was lost before is not a failure of this test; the first test
                // (number 0) needs all workers.
                Err(_) if number != 0 && dispatcher.lost(worker).is_some() => {}
                Err(why) => failures.push((dispatcher.workers[worker].command.clone(), why)),
            }
        }
        if failures.is_empty() { Ok(assignment) } else { Err(WorkerPoolError { failures }) }
    }

    /// Returns the description of each worker's sandbox; `None` for a worker without one.
    pub fn sandboxes(&self) -> &[Option<String>] {
        &self.sandboxes
    }

    /// Remembers an interesting candidate, which may become the base of others.
    pub(super) fn remember(&self, candidate: &Candidate) {
        locked(&self.known_bases).remember(candidate);
    }
}

impl Drop for Assignment {
    fn drop(&mut self) {
        if let Ok(frame) = frame::encode(&Request::End { number: self.number }) {
            let frame = Arc::new(frame);
            (0..self.dispatcher.workers.len()).for_each(|worker| self.dispatcher.send(worker, frame.clone()));
        }
    }
}

impl Introduction<'_> {
    /// Tells a worker the test, and checks its answers. Returns the description of its sandbox; an
    /// error completes the sentence "the worker …".
    fn to(&self, worker: usize) -> Result<Option<String>, String> {
        let Assignment { dispatcher, number, .. } = self.assignment;
        let _one_at_a_time = locked(&dispatcher.workers[worker].introducing);
        let (sender, readied) = channel();
        let is_there = dispatcher.expect_ready(worker, *number, sender.clone());
        let lost = || format!("can't be used: {}", shortened(&dispatcher.lost(worker).unwrap_or_default()));
        if !is_there {
            return Err(lost());
        }
        dispatcher.send(worker, self.frame.clone());
        let _cancelled = self.cancel.on_cancel(move || {
            let _ = sender.send(Readiness::Cancelled);
        });
        let sandbox = loop {
            match readied.recv_timeout(self.max_silence / N_LOST_CHECKS) {
                Ok(Readiness::Ready(sandbox)) => break sandbox,
                Ok(Readiness::Cancelled) => return Err(INTERRUPTED.to_owned()),
                // A worker that is silent will be lost; one that creates a sandbox may take long.
                Err(RecvTimeoutError::Timeout) if dispatcher.lost(worker).is_none() => {}
                Err(_) => return Err(lost()),
            }
        };
        self.check(worker)?;
        Ok(sandbox)
    }

    /// Checks that the worker's answers for the original and for an empty input are the expected
    /// ones.
    fn check(&self, worker: usize) -> Result<(), String> {
        let mut explanation = String::new();
        for _ in 0..MAX_ATTEMPTS {
            let (verdict, explained) = self.verdict_of(worker, self.original)?;
            explanation = explained;
            if verdict.is_interesting() {
                return self.check_empty(worker);
            }
        }
        Err(format!(
            "says no to the original; something that the test needs is probably missing there: {}",
            shortened(&explanation)
        ))
    }

    fn check_empty(&self, worker: usize) -> Result<(), String> {
        let Some(empty) = &self.empty else { return Ok(()) };
        for _ in 0..MAX_ATTEMPTS {
            if !self.verdict_of(worker, empty)?.0.is_interesting() {
                return Ok(());
            }
        }
        let why = "says yes to an empty input, unlike here; something that the test needs is probably missing there";
        Err(why.to_owned())
    }

    fn verdict_of(&self, worker: usize, input: &Document) -> Result<(Verdict, String), String> {
        let candidate = Candidate::new("whole", input, Edits::new([]));
        match self.assignment.ask_why(worker, &candidate, self.cancel) {
            WorkerResult::Answer(answered, explained) => {
                Ok((answered.verdict, explained.unwrap_or_default()))
            }
            WorkerResult::Cancelled => Err(INTERRUPTED.to_owned()),
            WorkerResult::Lost => Err(format!(
                "can't be used: {}",
                shortened(&self.assignment.dispatcher.lost(worker).unwrap_or_default())
            )),
        }
    }
}

/// Why a worker is not used after the user has cancelled the start.
pub(super) const INTERRUPTED: &str = "was not ready when the start was cancelled";

/// Returns the last characters of a text that is too long for a message.
pub(super) fn shortened(text: &str) -> String {
    let n_chars = text.chars().count();
    text.chars().skip(n_chars.saturating_sub(MAX_TEXT)).collect()
}
