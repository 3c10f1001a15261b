//! How a session begins.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::accepted_hash::AcceptedHash;
use super::ended::{Ended, Failure};
use super::running::Running;
use super::saver::{Saver, SaverOptions};
use super::start::Session;
use super::watch::Watch;
use crate::executor::Bell;
use crate::files::Output;
use crate::journal::Journal;
use crate::property::PropertyError;

impl Session<'_> {
    /// Runs until the plan has nothing more to propose, a limit is reached, or something stops it.
    /// The original must have been found interesting ([`Checkup`](crate::checkup::Checkup)).
    pub fn run(self) -> Ended {
        Running::new(self).run()
    }
}

impl<'a> Running<'a> {
    pub(super) fn new(session: Session<'a>) -> Running<'a> {
        let Session { mut reducer, executor, options, journal, output, hints, audience, observations } =
            session;
        let began = Instant::now();
        let bell = executor.bell();
        let rung = bell.clone();
        let mut watch = observations.map(|observations| Watch::new(observations, reducer.best().key()));
        if let Some(journal) = &journal {
            match &mut watch {
                Some(watch) => watch.know(journal, &mut reducer),
                None => journal.verdicts().for_each(|(key, verdict)| reducer.know(key, verdict)),
            }
        }
        let mut running = Running {
            watch,
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
            next_tick: (!audience.is_empty()).then_some(began),
            in_trials: Duration::ZERO,
            has_waited: false,
            failure: None,
            saver: None,
            hints,
            asking: None,
            _interrupt: options.interrupt.on_cancel(move || rung.ring()),
            reducer,
            executor,
            options,
            journal,
            audience,
        };
        running.keep_limit();
        if let Some(output) = output {
            match running.start_saver(output, bell) {
                Ok(saver) => running.saver = Some(saver),
                Err(failure) => running.fail(failure),
            }
        }
        running
    }

    fn start_saver(&self, output: Output, bell: Bell) -> Result<Saver, Failure> {
        let options = SaverOptions {
            syncer: self.journal.as_ref().map(Journal::syncer).transpose()?,
            refuges: self.options.refuges.clone(),
            patience: self.options.patience,
            interrupt: self.options.interrupt.clone(),
            bell,
        };
        let saver = Saver::new(output, options)
            .map_err(|source| PropertyError::Other { what: "cannot start a thread".to_owned(), source })?;
        saver.save(self.reducer.best());
        Ok(saver)
    }
}
