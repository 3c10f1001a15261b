//! The start of a session.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::accepted_hash::AcceptedHash;
use super::ended::{Ended, Failure};
use super::repeats::Repeats;
use super::running::Running;
use super::saver::{Saver, SaverOptions};
use super::start::Session;
use crate::executor::Waker;
use crate::files::Output;
use crate::journal::Journal;
use crate::property::PropertyError;

impl Session<'_> {
    /// Runs until the plan proposes nothing more, a limit is reached, or something stops it. The
    /// original must be known to be interesting ([`Checkup`](crate::checkup::Checkup)).
    pub fn run(self) -> Ended {
        Running::new(self).run()
    }
}

impl<'a> Running<'a> {
    pub(super) fn new(session: Session<'a>) -> Running<'a> {
        let Session { mut reducer, executor, options, journal, output, hints, observers, observations } =
            session;
        let began = Instant::now();
        let waker = executor.waker();
        let interrupting = waker.clone();
        let mut repeats = observations.map(|observations| Repeats::new(observations, reducer.best().key()));
        if let Some(journal) = &journal {
            match &mut repeats {
                Some(repeats) => repeats.know(journal, &mut reducer),
                None => journal.verdicts().for_each(|(key, verdict)| reducer.know(key, verdict)),
            }
        }
        let mut running = Running {
            repeats,
            n_outcomes: 0,
            finished: None,
            is_cut: false,
            interrupted: false,
            is_overrun: false,
            original: reducer.best().cost(),
            under_way: HashMap::new(),
            accepted_hash: AcceptedHash::default(),
            began,
            deadline: options.budget.and_then(|budget| began.checked_add(budget)),
            next_tick: (!observers.is_empty()).then_some(began),
            in_trials: Duration::ZERO,
            has_waited: false,
            failure: None,
            saver: None,
            hints,
            pending_hints: None,
            _interrupt: options.interrupt.on_cancel(move || interrupting.wake()),
            reducer,
            executor,
            options,
            journal,
            observers,
        };
        running.keep_limit();
        if let Some(output) = output {
            match running.start_saver(output, waker) {
                Ok(saver) => running.saver = Some(saver),
                Err(failure) => running.fail(failure),
            }
        }
        running
    }

    fn start_saver(&self, output: Output, waker: Waker) -> Result<Saver, Failure> {
        let options = SaverOptions {
            syncer: self.journal.as_ref().map(Journal::syncer).transpose()?,
            fallbacks: self.options.fallbacks.clone(),
            retry_delay: self.options.retry_delay,
            interrupt: self.options.interrupt.clone(),
            waker,
        };
        let saver = Saver::new(output, options)
            .map_err(|source| PropertyError::Other { what: "cannot start a thread".to_owned(), source })?;
        saver.save(self.reducer.best());
        Ok(saver)
    }
}
