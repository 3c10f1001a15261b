//! The session loop.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{
    Ask, ContentKey, Cost, Event, HintRequest, Reducer, Stamped, StopReason, TrialId, Verdict,
};

use super::accepted_hash::AcceptedHash;
use super::asking::{Answered, Asking};
use super::ended::{Ended, Failure, Figures};
use super::observer::{Audience, Notice};
use super::patience;
use super::saver::{News, Saver};
use super::start::SessionOptions;
use super::watch::Watch;
use crate::executor::{End, Executor, Outcome};
use crate::hints::{HintPrograms, Hinted};
use crate::journal::{Journal, JournalError};
use crate::property::OnCancel;

/// How many answers that are there already are learned before the loop looks around.
const ANSWERS_PER_TURN: usize = 64;

/// Everything that can wake the loop.
enum Wake {
    Thinking,
    Outcome(Outcome),
    Interrupted,
    OutOfTime,
    News(News),
    Hints(Answered),
    Tick,
}

/// A session that runs.
pub(super) struct Running<'a> {
    pub(super) reducer: Reducer,
    pub(super) executor: Box<dyn Executor + 'a>,
    pub(super) options: SessionOptions,
    pub(super) journal: Option<Journal>,
    pub(super) saver: Option<Saver>,
    pub(super) audience: Audience,
    /// Whether answers are to be believed, where somebody asked to look after that.
    pub(super) watch: Option<Watch>,
    pub(super) hints: Option<Arc<HintPrograms>>,
    pub(super) asking: Option<Asking>,
    pub(super) under_way: HashMap<TrialId, ContentKey>,
    pub(super) accepted_hash: AcceptedHash,
    pub(super) original: Cost,
    pub(super) began: Instant,
    pub(super) deadline: Option<Instant>,
    pub(super) next_tick: Option<Instant>,
    pub(super) in_trials: Duration,
    pub(super) n_outcomes: u32,
    /// The last event, which waits until the result is confirmed.
    pub(super) finished: Option<Event>,
    /// Whether the confirmation of the result was cut short, and by a user.
    pub(super) is_cut: bool,
    pub(super) interrupted: bool,
    /// Whether the budget is overrun to test the result a second time.
    pub(super) is_overrun: bool,
    pub(super) has_waited: bool,
    pub(super) failure: Option<Failure>,
    pub(super) _interrupt: OnCancel,
}

impl Running<'_> {
    pub(super) fn run(mut self) -> Ended {
        loop {
            // What is there already may take long to learn without a single trial: meanwhile what
            // happened is handed out, so that it does not fill the memory, and limits hold.
            let is_thinking = self.reducer.think(self.answers_per_turn());
            let is_done = !is_thinking && self.ask();
            self.hand_out();
            if is_done && self.n_under_way() == 0 {
                if !self.confirm() {
                    return self.end();
                }
                continue;
            }
            match self.wake(is_thinking) {
                Wake::Thinking => {}
                Wake::Outcome(outcome) => self.learn(outcome),
                Wake::Interrupted => self.cut_short(StopReason::Interrupted),
                Wake::OutOfTime => self.cut_short(StopReason::Time),
                Wake::News(News::Notice(notice)) => self.audience.notice(self.began.elapsed(), &notice),
                Wake::News(News::Failed(failure)) => self.fail(failure),
                Wake::Hints(answered) => self.hint(answered),
                Wake::Tick => self.audience.tick(self.began.elapsed(), self.reducer.counts()),
            }
        }
    }

    /// How many answers to learn before the loop looks around: one where the next may raise the
    /// time limit.
    fn answers_per_turn(&self) -> usize {
        let has_slow = self.watch.as_ref().is_some_and(|watch| watch.observations().has_slow());
        if has_slow { 1 } else { ANSWERS_PER_TURN }
    }

    fn n_under_way(&self) -> usize {
        self.under_way.len() + self.watch.as_ref().map_or(0, Watch::n_under_way)
    }

    /// Starts trials as long as there is room for them. Returns whether the reduction has ended.
    fn ask(&mut self) -> bool {
        loop {
            let (n_under_way, n_slots) = (self.n_under_way(), self.executor.slots());
            let has_room = n_under_way < n_slots;
            // Its result is confirmed also by a session that has no share of common slots at the
            // moment.
            let may_repeat = n_under_way < n_slots.max(1) && self.failure.is_none();
            if let Some(repeat) = self.watch.as_mut().filter(|_| may_repeat).and_then(Watch::next_repeat) {
                self.executor.submit(repeat);
                continue;
            }
            if !has_room && self.reducer.stopped().is_none() {
                return false;
            }
            if self.watch.as_ref().is_some_and(Watch::is_late) {
                self.reducer.stop(StopReason::Time);
            }
            match self.reducer.ask() {
                Ask::Run(trial) => {
                    self.under_way.insert(trial.id, trial.candidate.key());
                    self.executor.submit(trial);
                }
                Ask::Hints(request) => self.ask_for_hints(request),
                Ask::Wait => return false,
                Ask::Done => return true,
            }
        }
    }

    /// Hands out what happened, and cancels what nobody needs any more.
    fn hand_out(&mut self) {
        let (mut is_better, mut is_doubted) = (false, false);
        while let Some(event) = self.reducer.poll_event() {
            is_doubted |= self.watch.as_mut().is_some_and(|watch| watch.see(&event));
            if let Event::Learned { key, .. } = &event {
                self.raise_limit(*key);
            }
            if let Event::Accepted { key, .. } = &event {
                is_better = true;
                self.accepted_hash.push(*key);
                self.keep(|journal| journal.accepted(*key));
            }
            if let Event::Finished { .. } = event {
                self.finished = Some(event);
            } else {
                self.audience.see(&Stamped { at: self.began.elapsed(), event });
            }
        }
        if is_doubted && let Some(watch) = &mut self.watch {
            watch.repeat(self.reducer.best(), 1);
        }
        if let Some(saver) = self.saver.as_ref().filter(|_| is_better) {
            saver.save(self.reducer.best());
        }
        while let Some(id) = self.reducer.poll_abandoned() {
            self.executor.cancel(id);
        }
    }

    /// Waits until there is something to do; not at all while the reducer is thinking.
    fn wake(&mut self, is_thinking: bool) -> Wake {
        loop {
            let is_running = !self.is_cut && (self.reducer.stopped().is_none() || self.is_confirming());
            let now = Instant::now();
            if let Some(news) = self.saver.as_ref().and_then(Saver::news) {
                return Wake::News(news);
            }
            if let Some(text) = self.executor.news() {
                return Wake::News(News::Notice(Notice::Workers(text)));
            }
            if let Some(answered) = self.asking.as_mut().and_then(Asking::answer) {
                return Wake::Hints(answered);
            }
            if is_running && self.options.interrupt.is_cancelled() {
                return Wake::Interrupted;
            }
            if is_running && self.deadline().is_some_and(|deadline| deadline <= now) {
                return Wake::OutOfTime;
            }
            if self.next_tick.is_some_and(|tick| tick <= now) {
                self.next_tick = Some(now + self.options.tick);
                return Wake::Tick;
            }
            if is_thinking {
                return Wake::Thinking;
            }
            let deadline = self.deadline().filter(|_| is_running);
            if let Some(outcome) = self.executor.next(deadline.into_iter().chain(self.next_tick).min()) {
                return Wake::Outcome(outcome);
            }
        }
    }

    fn learn(&mut self, outcome: Outcome) {
        let Outcome { id, end, took } = outcome;
        self.in_trials += took;
        self.n_outcomes += u32::from(matches!(end, End::Verdict(_)));
        self.keep_observations();
        let key = self.under_way.remove(&id);
        if key.is_none() && !self.watch.as_mut().is_some_and(|watch| watch.ended(id)) {
            return;
        }
        match end {
            End::Verdict(verdict) => {
                if let Some(key) = key {
                    self.tell(id, key, verdict);
                }
                self.reconsider();
            }
            End::Cancelled => self.reducer.cancelled(id),
            End::Failed(error) => {
                self.reducer.cancelled(id);
                self.fail(error.into());
            }
            End::Panicked(message) => {
                self.reducer.cancelled(id);
                self.fail(Failure::Panicked(message));
            }
        }
    }

    fn ask_for_hints(&mut self, request: HintRequest) {
        let Some(programs) = self.hints.clone() else {
            return self.reducer.hint(&request.source, request.document.key(), Vec::new());
        };
        match Asking::start(programs, request, self.executor.bell()) {
            Ok(asking) => self.asking = Some(asking),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Tells hints, which are in the journal before anything follows from them.
    fn hint(&mut self, answered: Answered) {
        self.asking = None;
        let Answered { source, key, result } = answered;
        let Hinted { hints, fault } = match result {
            Ok(hinted) => hinted,
            Err(error) => return self.fail(error.into()),
        };
        if let Some(error) = fault {
            let notice = Notice::Hints { source: source.to_string(), error: error.to_string() };
            self.audience.notice(self.began.elapsed(), &notice);
        }
        if self.keep(|journal| journal.hinted(&source, key, &hints)) {
            self.reducer.hint(&source, key, hints);
        }
    }

    /// Tells a verdict, which is in the journal before anything follows from it.
    fn tell(&mut self, id: TrialId, key: ContentKey, verdict: Verdict) {
        let verdict = match &self.watch {
            // The answer may have come when one was still enough.
            Some(watch) => watch.observations().verdict(key).filter(|_| self.failure.is_none()),
            None => Some(verdict).filter(|_| self.keep(|journal| journal.verdict(key, verdict))),
        };
        match verdict {
            Some(verdict) => self.reducer.tell(id, verdict),
            None => self.reducer.cancelled(id),
        }
    }

    /// Writes to the journal, and returns whether that worked. A full disk is waited for, once.
    pub(super) fn keep(&mut self, write: impl Fn(&mut Journal) -> Result<(), JournalError>) -> bool {
        loop {
            let Some(journal) = &mut self.journal else { return true };
            let Err(error) = write(journal) else { return true };
            if self.has_waited || !error.is_disk_full() {
                self.fail(error.into());
                return false;
            }
            self.has_waited = true;
            let patience = self.options.patience;
            let notice = Notice::NoSpace { error: error.to_string(), patience };
            self.audience.notice(self.began.elapsed(), &notice);
            patience::wait(patience, &self.options.interrupt);
        }
    }

    /// Ends the session; the first failure is the one that is told.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
        self.reducer.stop(StopReason::Environment);
    }

    fn end(mut self) -> Ended {
        self.asking = None;
        let saved = self.saver.take().map(|saver| {
            saver.save(self.reducer.best());
            saver.finish()
        });
        let mut saved = saved.unwrap_or_default();
        for news in saved.news.drain(..) {
            match news {
                News::Notice(notice) => self.audience.notice(self.began.elapsed(), &notice),
                News::Failed(failure) => self.fail(failure),
            }
        }
        let (reason, reliability) = self.conclusion();
        if let Some(Event::Finished { cost, counts, .. }) = self.finished.take() {
            let event = Event::Finished { reason, cost, counts };
            self.audience.see(&Stamped { at: self.began.elapsed(), event });
        }
        if let Some(journal) = &mut self.journal {
            // It says only why the run ended; a run that is resumed does without.
            let _ = journal.end(reason);
        }
        let figures = Figures {
            reason,
            costs: [self.original, saved.earlier.unwrap_or(self.reducer.best().cost())],
            counts: self.reducer.counts(),
            accepted_hash: &self.accepted_hash,
            took: self.began.elapsed(),
            in_trials: self.in_trials,
            jobs: self.executor.slots(),
            labels: self.options.labels.clone(),
            reliability,
        };
        Ended {
            summary: figures.summary(saved.path),
            reason,
            reliability,
            best: self.reducer.best().clone(),
            failure: self.failure,
            earlier_is_smaller: saved.earlier.is_some(),
            set_aside: saved.set_aside,
        }
    }
}
