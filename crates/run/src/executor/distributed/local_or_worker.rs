//! A property that is asked in this process or on a worker.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::assignment::Assignment;
use super::dispatcher::{THIS_PROCESS, WorkerResult};
use crate::property::{Answered, Attempt, Cancel, Diagnosis, Property, PropertyError};

/// Asks a property in this process or on a worker. Each call waits for a free seat.
pub(super) struct LocalOrWorker {
    pub(super) assignment: Arc<Assignment>,
    pub(super) here: Arc<dyn Property>,
}

impl Assignment {
    /// Returns a property that is asked wherever a seat is free: as `here` in this process, or on a
    /// worker.
    pub fn property(self: &Arc<Assignment>, here: Arc<dyn Property>) -> Arc<dyn Property> {
        Arc::new(LocalOrWorker { assignment: self.clone(), here })
    }
}

impl Property for LocalOrWorker {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        Ok(self.attempt(input, Attempt::default(), cancel)?.verdict)
    }

    fn attempt(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        self.attempt_candidate(&Candidate::new("whole", input, Edits::new([])), attempt, cancel)
    }

    fn attempt_candidate(
        &self,
        candidate: &Candidate,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        let dispatcher = &self.assignment.dispatcher;
        loop {
            let Some(seat) = dispatcher.seat(cancel)? else { return Ok(Answered::NOTHING) };
            match seat.site() {
                THIS_PROCESS => {
                    let answered = self.here.attempt_candidate(candidate, attempt, cancel)?;
                    if answered.verdict.is_interesting() {
                        self.assignment.remember(candidate);
                    }
                    return Ok(answered);
                }
                _ => match self.assignment.ask_at(seat, candidate, attempt, cancel) {
                    WorkerResult::Answer(answered, _) => return Ok(answered),
                    WorkerResult::Cancelled => return Ok(Answered::NOTHING),
                    WorkerResult::Lost => {}
                },
            }
        }
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        self.here.diagnose(input, cancel)
    }
}
