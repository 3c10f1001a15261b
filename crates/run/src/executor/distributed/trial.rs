//! One trial on a worker.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use dwindle_reduce::Candidate;

use super::assignment::Assignment;
use super::connection::locked;
use super::dispatcher::WorkerResult;
use crate::executor::seats::Seat;
use crate::property::{Attempt, Cancel};
use crate::worker::{Order, Patch, Request, frame};

/// What a worker is asked, apart from the candidate.
struct Question {
    worker: usize,
    seat: Option<Seat>,
    attempt: Attempt,
    explain: bool,
}

impl Assignment {
    /// Runs a trial on the worker of a seat and waits for its end. Returns at once when it is
    /// cancelled; the seat is free only after the worker has ended the trial.
    pub(super) fn ask_at(
        &self,
        seat: Seat,
        candidate: &Candidate,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> WorkerResult {
        let worker = seat.site() - 1;
        self.ask(Question { worker, seat: Some(seat), attempt, explain: false }, candidate, cancel)
    }

    /// Runs a trial on a worker without a seat, and asks for an explanation of its answer.
    pub(super) fn ask_why(&self, worker: usize, candidate: &Candidate, cancel: &Cancel) -> WorkerResult {
        let attempt = Attempt::default();
        self.ask(Question { worker, seat: None, attempt, explain: true }, candidate, cancel)
    }

    fn ask(&self, question: Question, candidate: &Candidate, cancel: &Cancel) -> WorkerResult {
        let Question { worker, seat, attempt, explain } = question;
        let (sender, result) = channel();
        let id = self.dispatcher.begin(worker, seat, sender.clone());
        if let Err(error) = self.send_trial(worker, id, candidate, attempt, explain) {
            self.dispatcher.lose(worker, &error.to_string());
        }
        let _guard = cancel.on_cancel(move || {
            let _ = sender.send(WorkerResult::Cancelled);
        });
        let result = result.recv().unwrap_or(WorkerResult::Lost);
        if cancel.is_cancelled() {
            let cancelled = Request::For { number: self.number, order: Order::Cancel { id } };
            if let (WorkerResult::Cancelled, Ok(frame)) = (&result, frame::encode(&cancelled)) {
                self.dispatcher.send(worker, Arc::new(frame));
            }
            return WorkerResult::Cancelled;
        }
        if let WorkerResult::Answer(answered, _) = &result
            && answered.verdict.is_interesting()
        {
            self.remember(candidate);
        }
        result
    }

    fn send_trial(
        &self,
        worker: usize,
        id: u64,
        candidate: &Candidate,
        attempt: Attempt,
        explain: bool,
    ) -> io::Result<()> {
        let order = Order::Trial {
            id,
            base: candidate.base().key().0,
            patch: Patch::of(candidate.edits()),
            key: candidate.key().0,
            time_limit: attempt.time_limit,
            nth: attempt.nth,
            explain,
        };
        let trial = Arc::new(frame::encode(&Request::For { number: self.number, order })?);
        // The lock is held until the trial is queued: no other thread sends a base in between.
        let mut held = locked(&self.held[worker]);
        let frames = held.frames_for(self.number, candidate, &locked(&self.known_bases))?;
        frames.into_iter().chain([trial]).for_each(|frame| self.dispatcher.send(worker, frame));
        Ok(())
    }
}
