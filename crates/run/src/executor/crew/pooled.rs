//! A property that is asked wherever there is room.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::assignment::Assignment;
use super::pool::{Here, Seat, Told};
use crate::property::{Answered, Attempt, Cancel, Diagnosis, Property, PropertyError};

/// Asks a property in this process or on a worker, one of which must be free for each call.
pub(super) struct Pooled {
    pub(super) assignment: Arc<Assignment>,
    pub(super) here: Arc<dyn Property>,
}

impl Assignment {
    /// Returns the property that is asked wherever there is room; `here` is the one of this
    /// process.
    pub fn property(self: &Arc<Assignment>, here: Arc<dyn Property>) -> Arc<dyn Property> {
        Arc::new(Pooled { assignment: self.clone(), here })
    }
}

impl Property for Pooled {
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
        let pool = &self.assignment.pool;
        loop {
            match pool.seat(cancel)? {
                None => return Ok(Answered::NOTHING),
                Some(Seat::Here) => {
                    let _seat = Here(pool.clone());
                    let answered = self.here.attempt_candidate(candidate, attempt, cancel)?;
                    if answered.verdict.is_interesting() {
                        self.assignment.remember(candidate);
                    }
                    return Ok(answered);
                }
                Some(Seat::At(worker)) => {
                    match self.assignment.ask(worker, candidate, attempt, false, cancel) {
                        Told::Answer(answered, _) => return Ok(answered),
                        Told::Cancelled => return Ok(Answered::NOTHING),
                        Told::Lost => {}
                    }
                }
            }
        }
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        self.here.diagnose(input, cancel)
    }
}
