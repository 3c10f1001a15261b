//! A property whose trials run in this process or on a farm.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Edits, Verdict};
use dwindle_run::executor::AllClosed;
use dwindle_run::property::{Answered, Attempt, Cancel, Diagnosis, Property, PropertyError};

use crate::action::Purpose;
use crate::assignment::FarmTest;
use crate::call_error::CallError;
use crate::shared::{FARM, INSIDE, Shared};

/// Runs each trial by the inner property or on the farm, whichever has a free seat.
pub(crate) struct LocalOrRemote {
    pub(crate) test: Arc<FarmTest>,
    pub(crate) inside: Arc<dyn Property>,
}

impl FarmTest {
    /// Returns a property that runs trials wherever there is room: by `inside`, or on the farm.
    pub fn property(self: &Arc<FarmTest>, inside: Arc<dyn Property>) -> Arc<dyn Property> {
        Arc::new(LocalOrRemote { test: self.clone(), inside })
    }
}

impl Property for LocalOrRemote {
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
        let FarmTest { shared, actions } = &*self.test;
        let Shared { trial_runner, seats, .. } = &**shared;
        loop {
            let seat = match seats.take(cancel) {
                Ok(None) => return Ok(Answered::NOTHING),
                Ok(Some(seat)) => seat,
                Err(AllClosed) => {
                    let why = shared.lost().unwrap_or_else(|| "there is no room for trials".to_owned());
                    return Err(PropertyError::RemoteLost { why });
                }
            };
            if seat.site() == INSIDE {
                match self.inside.attempt_candidate(candidate, attempt, cancel) {
                    Err(PropertyError::WorkersLost { .. }) if seats.is_open(FARM) => {
                        seats.close(INSIDE);
                        continue;
                    }
                    answered => return answered,
                }
            }
            let told = trial_runner.run(
                actions,
                candidate.render(),
                attempt,
                Purpose::Verdict,
                &Arc::new(seat),
                cancel,
            );
            match told {
                Ok(told) => return Ok(told.answered),
                Err(CallError::Cancelled) => return Ok(Answered::NOTHING),
                Err(error) => shared.lose(&error.into_text()),
            }
        }
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        self.inside.diagnose(input, cancel)
    }
}
