//! One trial on another machine.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use dwindle_reduce::Candidate;

use super::assignment::Assignment;
use super::channel::locked;
use super::pool::Told;
use crate::property::{Attempt, Cancel};
use crate::worker::{Order, Patch, Request, frame};

impl Assignment {
    /// Runs a trial on a worker and waits for its end. Cancelling returns at once; the worker's
    /// seat is free when it has ended the trial.
    pub(super) fn ask(
        &self,
        worker: usize,
        candidate: &Candidate,
        attempt: Attempt,
        explain: bool,
        cancel: &Cancel,
    ) -> Told {
        let (sender, told) = channel();
        let id = self.pool.begin(worker, sender.clone());
        if let Err(error) = self.send_trial(worker, id, candidate, attempt, explain) {
            self.pool.lose(worker, &error.to_string());
        }
        let _guard = cancel.on_cancel(move || {
            let _ = sender.send(Told::Cancelled);
        });
        let told = told.recv().unwrap_or(Told::Lost);
        if cancel.is_cancelled() {
            let cancelled = Request::For { number: self.number, order: Order::Cancel { id } };
            if let (Told::Cancelled, Ok(frame)) = (&told, frame::encode(&cancelled)) {
                self.pool.send(worker, Arc::new(frame));
            }
            return Told::Cancelled;
        }
        if let Told::Answer(answered, _) = &told
            && answered.verdict.is_interesting()
        {
            self.remember(candidate);
        }
        told
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
        // The base comes before the trial, whoever else sends one meanwhile.
        let mut held = locked(&self.held[worker]);
        let frames = held.frames_for(self.number, candidate, &locked(&self.lineage))?;
        frames.into_iter().chain([trial]).for_each(|frame| self.pool.send(worker, frame));
        Ok(())
    }
}
