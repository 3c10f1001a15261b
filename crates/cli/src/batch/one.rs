//! The reduction of one input of a batch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{Reducer, StopReason};
use dwindle_report::words;
use dwindle_run::executor::{Permit, SharedSlots};
use dwindle_run::property::Cancel;
use dwindle_run::session::{Labels, Session, SessionOptions};
use dwindle_run::trial::Usage;
use dwindle_syntax::grammar::Stop;

use super::display::{BatchDisplay, Progress};
use super::gain::{Gain, unknown};
use super::inputs::Item;
use super::outcome::Outcome;
use crate::args::{BatchArgs, ReduceArgs};
use crate::deadline::DeadlineWatch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::locations::{Locations, identity};
use crate::planning;
use crate::reduction;
use crate::setup::{Checked, Setup, Source};
use crate::test_advice::judge;
use crate::trial_sites::{LocalSlot, TrialSites};

/// What all inputs of a batch have in common.
pub struct Context<'a> {
    /// The arguments.
    pub args: &'a BatchArgs,
    /// The slots for trials.
    pub slots: &'a SharedSlots,
    /// The resources that trials of all inputs use.
    pub usage: &'a Arc<Usage>,
    /// Where trials run.
    pub sites: &'a TrialSites,
    /// Cancelled by Ctrl-C.
    pub interrupt: Cancel,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// The display.
    pub display: &'a BatchDisplay,
}

impl Context<'_> {
    /// Whether no further input may begin.
    pub fn is_over(&self) -> bool {
        self.interrupt.is_cancelled() || self.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }

    /// Returns the arguments with which an input would be reduced alone.
    pub fn args_for(&self, item: &Item) -> ReduceArgs {
        let paths = item.test.iter().chain([&item.input]).cloned().collect();
        self.args.for_one(paths, item.output.clone())
    }

    /// Waits for a slot on this machine for something other than a trial of a session. Returns
    /// `None` once `cancel` is cancelled.
    fn slot(&self, cancel: &Cancel) -> Option<(Permit, LocalSlot)> {
        let permit = self.slots.permit(cancel)?;
        Some((permit, self.sites.local_slot(cancel)?))
    }

    /// Checks the test on an input, in the slot of a trial. Returns `None` if the batch was stopped
    /// before.
    pub fn checked(&self, args: &ReduceArgs, stop: &Stop) -> Result<Option<(Setup, Checked)>, Failure> {
        let Some(_room) = self.slot(&self.interrupt) else { return Ok(None) };
        let setup = Setup::new(&args.subject, &args.property, Source::Input)?.with_usage(self.usage);
        let deadline_watch = DeadlineWatch::watch(self.deadline, &self.interrupt, stop.clone());
        let checked = setup.check_up(&deadline_watch.over);
        if deadline_watch.over.is_cancelled() {
            return Ok(None);
        }
        let checked = checked?;
        judge(&checked.checkup, &checked.neighbours, &setup.facts)?;
        Ok(Some((setup, checked)))
    }
}

/// Reduces one input.
pub fn reduce_one(context: &Context<'_>, number: usize, item: &Item) -> Outcome {
    let stop = Stop::default();
    stop.during(|| reduce_until(context, number, item, &stop)).unwrap_or_else(Outcome::from)
}

fn reduce_until(context: &Context<'_>, number: usize, item: &Item, stop: &Stop) -> Result<Outcome, Failure> {
    if context.is_over() {
        return Ok(Outcome::NotBegun);
    }
    let args = context.args_for(item);
    let Some((setup, checked)) = context.checked(&args, stop)? else { return Ok(Outcome::NotBegun) };
    checked.notices.iter().for_each(|notice| context.display.say_once(notice));
    if let Some(warning) = judge(&checked.checkup, &checked.neighbours, &setup.facts)? {
        context.display.say(&format!("{}: warning: {}", words::path(&item.input), warning.0));
    }
    let original = &setup.input.document;
    let deadline_watch = DeadlineWatch::watch(context.deadline, &context.interrupt, stop.clone());
    let mut locations = Locations::take(&args.session, &setup.input)?;
    let planned = planning::plan(&args.search, &reduction::expected(&args, setup.test()), original)?;
    let gates = reduction::gates(&args.search, original, &planned)?;
    if let Some(_room) = context.slot(&context.interrupt) {
        locations.confirm_earlier(&*checked.property, original, &deadline_watch.over)?;
    }
    let identity = identity(&args, &setup, &checked);
    let (journal, _) = locations.journal(&identity)?;
    let sandbox = checked.confinement.map_or("off".to_owned(), |confinement| confinement.to_string());
    let assigned = context.sites.assign(&setup, &checked, &deadline_watch.over);
    if deadline_watch.over.is_cancelled() {
        return Ok(Outcome::NotBegun);
    }
    let assigned = assigned?;
    let lines = context.sites.described(&assigned, &sandbox);
    lines.iter().for_each(|line| context.display.say_once(line));
    let property = match context.sites.is_local_only() {
        true => checked.property.clone(),
        false => TrialSites::property(&checked, &assigned),
    };
    let executor = context.slots.executor(property, unknown(original.n_bytes()));
    let gain = Gain::new(executor.expected_gain(), checked.checkup.first.wall);
    let record = reduction::recorder(&locations, &setup);
    let left = context.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let session_options = SessionOptions {
        budget: left.map(|left| left.max(Duration::from_millis(1))),
        interrupt: context.interrupt.clone(),
        labels: Labels {
            plan: args.search.plan.clone(),
            algorithm: planned.algorithm.clone(),
            seed: args.search.seed,
            sandbox,
        },
        ..SessionOptions::default()
    };
    let reducer = Reducer::new(original, &planned.plan, reduction::options(&args, original, gates));
    let mut session = Session::new(reducer, Box::new(executor), session_options)
        .with_output(locations.output)
        .with_observations(checked.observations.clone())
        .with_observer(Box::new(gain))
        .with_observer(Box::new(Progress::new(context.display.clone(), number)));
    if let Some(journal) = journal {
        session = session.with_journal(journal);
    }
    if !args.search.pass_command.is_empty() {
        session = session.with_hints(setup.hint_programs(checked.time_limit)?);
    }
    if let Some(record) = record {
        session = session.with_observer(record);
    }
    let mut ended = session.run();
    ended.summary.jobs = context.slots.n_slots();
    let ended = match context.slot(&Cancel::new()) {
        Some(_room) => reduction::confirmed(ended, checked.outside.as_deref()),
        None => ended,
    };
    let output = ended.summary.output.clone();
    let summary = Box::new(ended.summary);
    if let Some(failure) = ended.failure {
        let failure = Failure::environment_of(&failure);
        let failure = match output {
            Some(path) => failure.note(format!("the best so far is in {}", words::path(&path))),
            None => failure,
        };
        return Ok(Outcome::Failed { failure, summary: Some(summary) });
    }
    let is_confirmed = ended.reliability.is_none_or(|reliability| reliability.is_confirmed);
    if ended.reason == StopReason::Flaky || (!is_confirmed && ended.reason != StopReason::Interrupted) {
        let why = match ended.reason {
            StopReason::Flaky => "the test's answers differ too much to rely on the result",
            _ => "there was no time to run the test on the result a second time",
        };
        return Ok(Outcome::Failed { failure: Failure::new(Exit::No, why), summary: Some(summary) });
    }
    Ok(Outcome::Reduced(summary))
}
