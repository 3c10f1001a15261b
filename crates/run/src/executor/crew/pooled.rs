//! A property that is asked wherever there is room.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};

use super::pool::{Pool, Seat, Told};
use crate::property::{Answered, Attempt, Cancel, Diagnosis, Property, PropertyError};

/// Asks a property in this process or on a worker, one of which must be free for each call.
pub(super) struct Pooled {
    pub(super) pool: Arc<Pool>,
    pub(super) here: Arc<dyn Property>,
}

/// A seat in this process, which is given back even if a test panics.
struct Here<'a>(&'a Pool);

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.0.leave();
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
        loop {
            match self.pool.seat(cancel)? {
                None => return Ok(Answered::NOTHING),
                Some(Seat::Here) => {
                    let _seat = Here(&self.pool);
                    let answered = self.here.attempt_candidate(candidate, attempt, cancel)?;
                    if answered.verdict.is_interesting() {
                        self.pool.remember(candidate);
                    }
                    return Ok(answered);
                }
                Some(Seat::At(worker)) => match self.pool.ask(worker, candidate, attempt, false, cancel) {
                    Told::Answer(answered, _) => return Ok(answered),
                    Told::Cancelled => return Ok(Answered::NOTHING),
                    Told::Lost => {}
                },
            }
        }
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        self.here.diagnose(input, cancel)
    }
}
