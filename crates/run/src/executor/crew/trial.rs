//! One trial on another machine.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::channel;

use dwindle_reduce::Candidate;

use super::channel::locked;
use super::pool::{Pool, Told};
use crate::property::{Attempt, Cancel};
use crate::worker::{Patch, Request, frame};

impl Pool {
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
        let id = self.begin(worker, sender.clone());
        if let Err(error) = self.send_trial(worker, id, candidate, attempt, explain) {
            self.lose(worker, &error.to_string());
        }
        let _guard = cancel.on_cancel(move || {
            let _ = sender.send(Told::Cancelled);
        });
        let told = told.recv().unwrap_or(Told::Lost);
        if cancel.is_cancelled() {
            if let (Told::Cancelled, Ok(frame)) = (&told, frame::encode(&Request::Cancel { id })) {
                self.send(worker, Arc::new(frame));
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
        let trial = Request::Trial {
            id,
            base: candidate.base().key().0,
            patch: Patch::of(candidate.edits()),
            key: candidate.key().0,
            time_limit: attempt.time_limit,
            nth: attempt.nth,
            explain,
        };
        let trial = Arc::new(frame::encode(&trial)?);
        // The base comes before the trial, whoever else sends one meanwhile.
        let mut held = locked(&self.workers[worker].held);
        let frames = held.frames_for(candidate, &self.lineage())?;
        frames.into_iter().chain([trial]).for_each(|frame| self.send(worker, frame));
        Ok(())
    }

    /// Sends a frame to a worker, if it was started.
    pub(super) fn send(&self, worker: usize, frame: Arc<Vec<u8>>) {
        if let Some(channel) = self.workers[worker].channel.get() {
            channel.send(frame);
        }
    }
}
