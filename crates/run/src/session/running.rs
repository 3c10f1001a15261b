//! The session loop.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{
    Ask, ContentKey, Cost, Event, HintRequest, Reducer, Stamped, StopReason, TrialId, Verdict,
};

use super::accepted_hash::AcceptedHash;
use super::ended::{Ended, Failure, Figures};
use super::observer::{Notice, Observers};
use super::pending_hints::{HintAnswer, PendingHints};
use super::repeats::Repeats;
use super::saver::{News, Saver};
use super::start::SessionOptions;
use super::wait::wait_for;
use crate::executor::{End, Executor, Outcome};
use crate::hints::{HintPrograms, Hinted};
use crate::journal::{Journal, JournalError};
use crate::property::OnCancel;

/// How many known answers are learned before the loop handles other events.
const ANSWERS_PER_TURN: usize = 64;

/// Everything that can wake the loop.
enum Wake {
    Thinking,
    Outcome(Outcome),
    Interrupted,
    OutOfTime,
    News(News),
    Hints(HintAnswer),
    Tick,
}

/// A running session.
pub(super) struct Running<'a> {
    pub(super) reducer: Reducer,
    pub(super) executor: Box<dyn Executor + 'a>,
    pub(super) options: SessionOptions,
    pub(super) journal: Option<Journal>,
    pub(super) saver: Option<Saver>,
    pub(super) observers: Observers,
    /// Detects a flaky test; `None` if every answer is trusted.
    pub(super) repeats: Option<Repeats>,
    pub(super) hints: Option<Arc<HintPrograms>>,
    pub(super) pending_hints: Option<PendingHints>,
    pub(super) under_way: HashMap<TrialId, ContentKey>,
    pub(super) accepted_hash: AcceptedHash,
    pub(super) original: Cost,
    pub(super) began: Instant,
    pub(super) deadline: Option<Instant>,
    pub(super) next_tick: Option<Instant>,
    pub(super) in_trials: Duration,
    pub(super) n_outcomes: u32,
    /// The last event, which is held back until the result is confirmed.
    pub(super) finished: Option<Event>,
    /// Whether the confirmation of the result was stopped.
    pub(super) is_cut: bool,
    /// Whether the user stopped it.
    pub(super) interrupted: bool,
    /// Whether the budget is exceeded to test the result a second time.
    pub(super) is_overrun: bool,
    pub(super) has_waited: bool,
    pub(super) failure: Option<Failure>,
    pub(super) _interrupt: OnCancel,
}

impl Running<'_> {
    pub(super) fn run(mut self) -> Ended {
        loop {
            // Learning known answers may take long without a single trial. It is interrupted to
            // hand out events, which would fill the memory, and to check limits.
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
                Wake::News(News::Notice(notice)) => self.observers.notice(self.began.elapsed(), &notice),
                Wake::News(News::Failed(failure)) => self.fail(failure),
                Wake::Hints(answered) => self.hint(answered),
                Wake::Tick => self.observers.tick(self.began.elapsed(), self.reducer.counts()),
            }
        }
    }

    /// Returns how many known answers to learn before the loop handles other events: one, if the
    /// next may raise the time limit.
    fn answers_per_turn(&self) -> usize {
        let has_slow = self.repeats.as_ref().is_some_and(|repeats| repeats.observations().has_slow());
        if has_slow { 1 } else { ANSWERS_PER_TURN }
    }

    fn n_under_way(&self) -> usize {
        self.under_way.len() + self.repeats.as_ref().map_or(0, Repeats::n_under_way)
    }

    /// Starts trials as long as there is room for them. Returns whether the reduction has ended.
    fn ask(&mut self) -> bool {
        loop {
            let (n_under_way, n_slots) = (self.n_under_way(), self.executor.slots());
            let has_room = n_under_way < n_slots;
            // A session without a share of the slots may still confirm its result.
            let may_repeat = n_under_way < n_slots.max(1) && self.failure.is_none();
            if let Some(repeat) = self.repeats.as_mut().filter(|_| may_repeat).and_then(Repeats::next_repeat)
            {
                self.executor.submit(repeat);
                continue;
            }
            if !has_room && self.reducer.stopped().is_none() {
                return false;
            }
            if self.repeats.as_ref().is_some_and(Repeats::is_late) {
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

    /// Hands out events, and cancels trials that are not needed any more.
    fn hand_out(&mut self) {
        let (mut is_better, mut is_doubted) = (false, false);
        while let Some(event) = self.reducer.poll_event() {
            is_doubted |= self.repeats.as_mut().is_some_and(|repeats| repeats.see(&event));
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
                self.observers.see(&Stamped { at: self.began.elapsed(), event });
            }
        }
        if is_doubted && let Some(repeats) = &mut self.repeats {
            repeats.repeat(self.reducer.best(), 1);
        }
        if let Some(saver) = self.saver.as_ref().filter(|_| is_better) {
            saver.save(self.reducer.best());
        }
        while let Some(id) = self.reducer.poll_abandoned() {
            self.executor.cancel(id);
        }
    }

    /// Waits for the next event. Does not wait while the reducer is thinking.
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
            if let Some(answered) = self.pending_hints.as_mut().and_then(PendingHints::answer) {
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
        if key.is_none() && !self.repeats.as_mut().is_some_and(|repeats| repeats.ended(id)) {
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
        match PendingHints::start(programs, request, self.executor.waker()) {
            Ok(pending_hints) => self.pending_hints = Some(pending_hints),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Writes hints to the journal, and then tells them to the reducer.
    fn hint(&mut self, answered: HintAnswer) {
        self.pending_hints = None;
        let HintAnswer { source, key, result } = answered;
        let Hinted { hints, fault } = match result {
            Ok(hinted) => hinted,
            Err(error) => return self.fail(error.into()),
        };
        if let Some(error) = fault {
            let notice = Notice::Hints { source: source.to_string(), error: error.to_string() };
            self.observers.notice(self.began.elapsed(), &notice);
        }
        if self.keep(|journal| journal.hinted(&source, key, &hints)) {
            self.reducer.hint(&source, key, hints);
        }
    }

    /// Writes a verdict to the journal, and then tells it to the reducer.
    fn tell(&mut self, id: TrialId, key: ContentKey, verdict: Verdict) {
        let verdict = match &self.repeats {
            // More runs may be needed now than when this one began.
            Some(repeats) => repeats.observations().verdict(key).filter(|_| self.failure.is_none()),
            None => Some(verdict).filter(|_| self.keep(|journal| journal.verdict(key, verdict))),
        };
        match verdict {
            Some(verdict) => self.reducer.tell(id, verdict),
            None => self.reducer.cancelled(id),
        }
    }

    /// Writes to the journal, and returns whether that worked. Waits once if the disk is full.
    pub(super) fn keep(&mut self, write: impl Fn(&mut Journal) -> Result<(), JournalError>) -> bool {
        loop {
            let Some(journal) = &mut self.journal else { return true };
            let Err(error) = write(journal) else { return true };
            if self.has_waited || !error.is_disk_full() {
                self.fail(error.into());
                return false;
            }
            self.has_waited = true;
            let retry_delay = self.options.retry_delay;
            let notice = Notice::NoSpace { error: error.to_string(), retry_delay };
            self.observers.notice(self.began.elapsed(), &notice);
            wait_for(retry_delay, &self.options.interrupt);
        }
    }

    /// Ends the session with a failure. The first one is reported.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
        self.reducer.stop(StopReason::Environment);
    }

    fn end(mut self) -> Ended {
        self.pending_hints = None;
        let saved = self.saver.take().map(|saver| {
            saver.save(self.reducer.best());
            saver.finish()
        });
        let mut saved = saved.unwrap_or_default();
        for news in saved.news.drain(..) {
            match news {
                News::Notice(notice) => self.observers.notice(self.began.elapsed(), &notice),
                News::Failed(failure) => self.fail(failure),
            }
        }
        let (reason, reliability) = self.conclusion();
        if let Some(Event::Finished { cost, counts, .. }) = self.finished.take() {
            let event = Event::Finished { reason, cost, counts };
            self.observers.see(&Stamped { at: self.began.elapsed(), event });
        }
        if let Some(journal) = &mut self.journal {
            // An error is ignored: a resumed run does not need the reason.
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
