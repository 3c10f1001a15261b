//! A test that workers know.

use std::io;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::channel::locked;
use super::link::{Held, Lineage};
use super::options::{AssignmentOptions, CrewError};
use super::pool::{Pool, Readied, Told};
use crate::property::{Attempt, Cancel};
use crate::worker::{Request, frame};

/// How often it is looked whether a worker is lost within the time that it may be silent.
const LOOKS: u32 = 8;
/// How often a test that is flaky may say no to the original.
const ATTEMPTS: usize = 3;
/// The longest text of a worker that stands in an error.
const MOST_TEXT: usize = 600;

/// One test that the workers of a crew run. Dropping it lets them forget it.
pub struct Assignment {
    pub(super) pool: Arc<Pool>,
    pub(super) number: u64,
    /// What each worker holds.
    pub(super) held: Vec<Mutex<Held>>,
    pub(super) lineage: Mutex<Lineage>,
    sandboxes: Vec<Option<String>>,
}

/// An assignment that is made known.
struct Introduction<'a> {
    assignment: &'a Assignment,
    frame: Arc<Vec<u8>>,
    patience: Duration,
    original: &'a Document,
    empty: Option<Document>,
    cancel: &'a Cancel,
}

impl Assignment {
    /// Makes a test known to all workers, and waits until each has shown that it says there what it
    /// says here of the original and of an empty input.
    pub(super) fn start(
        pool: &Arc<Pool>,
        number: u64,
        patience: Duration,
        options: AssignmentOptions<'_>,
        cancel: &Cancel,
    ) -> Result<Assignment, CrewError> {
        let AssignmentOptions { task, original, accepts_empty } = options;
        let failed = |error: io::Error| CrewError { failures: vec![(String::new(), error.to_string())] };
        let request = Request::Task { number, task: Box::new(task) };
        let frame = Arc::new(frame::encode(&request).map_err(failed)?);
        let emptied = || Document::new(original.files().iter().map(|file| file.with_bytes(Vec::new())));
        let empty = (!accepts_empty && original.n_bytes() != 0).then(emptied);
        let n_workers = pool.workers.len();
        // From now on, dropping it has workers forget it.
        let mut assignment = Assignment {
            pool: pool.clone(),
            number,
            held: (0..n_workers).map(|_| Mutex::default()).collect(),
            lineage: Mutex::default(),
            sandboxes: vec![None; n_workers],
        };
        let introduction = Introduction { assignment: &assignment, frame, patience, original, empty, cancel };
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
                // A worker of which others know that it is lost is no failure of this test.
                Err(_) if number != 0 && pool.lost(worker).is_some() => {}
                Err(why) => failures.push((pool.workers[worker].command.clone(), why)),
            }
        }
        if failures.is_empty() { Ok(assignment) } else { Err(CrewError { failures }) }
    }

    /// Returns what a sandbox keeps away from trials of each worker.
    pub fn sandboxes(&self) -> &[Option<String>] {
        &self.sandboxes
    }

    /// Remembers an interesting candidate, which may become a base.
    pub(super) fn remember(&self, candidate: &Candidate) {
        locked(&self.lineage).remember(candidate);
    }
}

impl Drop for Assignment {
    fn drop(&mut self) {
        if let Ok(frame) = frame::encode(&Request::End { number: self.number }) {
            let frame = Arc::new(frame);
            (0..self.pool.workers.len()).for_each(|worker| self.pool.send(worker, frame.clone()));
        }
    }
}

impl Introduction<'_> {
    /// Introduces the test to a worker. Returns the sandbox there; `Err` says what the worker does
    /// instead.
    fn to(&self, worker: usize) -> Result<Option<String>, String> {
        let Assignment { pool, number, .. } = self.assignment;
        let _one_at_a_time = locked(&pool.workers[worker].introducing);
        let (sender, readied) = channel();
        let is_there = pool.expect_ready(worker, *number, sender.clone());
        let lost = || format!("can't be used: {}", shortened(&pool.lost(worker).unwrap_or_default()));
        if !is_there {
            return Err(lost());
        }
        pool.send(worker, self.frame.clone());
        let _cancelled = self.cancel.on_cancel(move || {
            let _ = sender.send(Readied::Cancelled);
        });
        let sandbox = loop {
            match readied.recv_timeout(self.patience / LOOKS) {
                Ok(Readied::Yes(sandbox)) => break sandbox,
                Ok(Readied::Cancelled) => return Err("was not waited for".to_owned()),
                // Who says nothing at all is lost; who builds a sandbox may take its time.
                Err(RecvTimeoutError::Timeout) if pool.lost(worker).is_none() => {}
                Err(_) => return Err(lost()),
            }
        };
        self.check(worker)?;
        Ok(sandbox)
    }

    /// Looks whether the test says there what it says here.
    fn check(&self, worker: usize) -> Result<(), String> {
        let mut told = String::new();
        for _ in 0..ATTEMPTS {
            let (verdict, explained) = self.verdict_of(worker, self.original)?;
            told = explained;
            if verdict.is_interesting() {
                return self.check_empty(worker);
            }
        }
        Err(format!(
            "says no to the original; something that the test needs is probably not there: {}",
            shortened(&told)
        ))
    }

    fn check_empty(&self, worker: usize) -> Result<(), String> {
        let Some(empty) = &self.empty else { return Ok(()) };
        for _ in 0..ATTEMPTS {
            if !self.verdict_of(worker, empty)?.0.is_interesting() {
                return Ok(());
            }
        }
        let why = "says yes to an empty input, which is not so here; something that the test needs is probably not there";
        Err(why.to_owned())
    }

    fn verdict_of(&self, worker: usize, input: &Document) -> Result<(Verdict, String), String> {
        let candidate = Candidate::new("whole", input, Edits::new([]));
        match self.assignment.ask(worker, &candidate, Attempt::default(), true, self.cancel) {
            Told::Answer(answered, explained) => Ok((answered.verdict, explained.unwrap_or_default())),
            Told::Cancelled => Err("was not waited for".to_owned()),
            Told::Lost => Err(format!(
                "can't be used: {}",
                shortened(&self.assignment.pool.lost(worker).unwrap_or_default())
            )),
        }
    }
}

/// Returns the end of a text that is long.
pub(super) fn shortened(text: &str) -> String {
    let n_chars = text.chars().count();
    text.chars().skip(n_chars.saturating_sub(MOST_TEXT)).collect()
}
