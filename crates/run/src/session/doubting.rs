//! Asking about the best document again, and going back where it does not hold.

use std::time::Instant;

use dwindle_reduce::{ContentKey, StopReason, Verdict};

use super::ended::Reliability;
use super::observer::Notice;
use super::running::Running;
use super::watch::Watch;
use crate::flaky::{Doubt, Observed, Trust};

/// How often the last document is asked about again.
const CONFIRMATIONS: usize = 4;
/// To test the result a second time, the budget may be overrun by this part of it.
const OVERRUN: u32 = 20;
/// No more than this part of the budget is kept for the confirmation of the result.
const RESERVE: u32 = 5;

impl Running<'_> {
    /// Takes the answers of all runs since the last call into the journal.
    pub(super) fn keep_observations(&mut self) {
        let fresh = self.watch.as_ref().map(|watch| watch.observations.take_fresh()).unwrap_or_default();
        for observed in fresh {
            let is_kept = self.keep(|journal| match observed {
                Observed::Answer(key, verdict) => journal.verdict(key, verdict),
                Observed::Slow(key, took) => journal.slow(key, took),
            });
            if !is_kept {
                return;
            }
        }
    }

    /// Tells the journal how long trials may take.
    pub(super) fn keep_limit(&mut self) {
        if let Some(limit) = self.watch.as_ref().and_then(|watch| watch.observations.limit()) {
            self.keep(|journal| journal.limit(limit));
        }
    }

    /// Raises the time limit where an answer was learned that took nearly as long. What ran out of
    /// time, and was not learned yet, is asked for again.
    pub(super) fn raise_limit(&mut self, key: ContentKey) {
        let Some(watch) = &self.watch else { return };
        let observations = watch.observations.clone();
        let Some(took) = observations.learned(key) else { return };
        let reducer = &self.reducer;
        let forgotten = observations.forget_short(|key| reducer.has_learned(key));
        self.reducer.forget(&forgotten);
        self.keep_observations();
        self.keep_limit();
        let limit = observations.limit().unwrap_or(took);
        self.audience.notice(self.began.elapsed(), &Notice::LimitRaised { took, limit });
    }

    /// Goes back if answers contradict each other, or the best document does not hold.
    pub(super) fn reconsider(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        let is_ended = matches!(
            self.reducer.stopped(),
            Some(StopReason::Interrupted | StopReason::Environment | StopReason::Flaky)
        );
        // After a failure no answer is learned any more, so that a search that began again would
        // never end.
        let is_ended = is_ended || self.is_cut || self.failure.is_some();
        if watch.observations.rates().is_none() || watch.is_late || is_ended {
            return;
        }
        let best = self.reducer.best();
        let key = best.key();
        if !watch.is_testing {
            watch.is_testing = true;
            let tally = watch.observations.tally(key);
            let (interesting, runs) = (tally.interesting(), tally.runs());
            self.audience.notice(self.began.elapsed(), &Notice::Flaky { interesting, runs });
            return self.go_back();
        }
        match watch.observations.verdict(key) {
            Some(Verdict::Interesting) => {}
            None if watch.is_busy() => {}
            None => watch.repeat(&best.clone(), 1),
            Some(_) if key == watch.original => self.reducer.stop(StopReason::Flaky),
            Some(_) => self.go_back(),
        }
    }

    /// Replays the search from its beginning with what is believed now.
    fn go_back(&mut self) {
        let Some(watch) = &mut self.watch else { return };
        watch.is_late = self.reducer.stopped() == Some(StopReason::Time);
        let answers = match watch.is_late {
            true => watch.observations.likely(),
            false => watch.observations.believed(),
        };
        watch.doubt = Doubt::default();
        watch.waiting.clear();
        watch.confirmed = None;
        watch.n_retracted += 1;
        let retracted = self.reducer.best().key();
        self.reducer.replay(answers);
        self.accepted_hash = Default::default();
        self.keep(|journal| journal.retracted(retracted));
        if let Some(saver) = &self.saver {
            // What an earlier run left there may be as wrong.
            saver.forget_earlier();
            saver.save(self.reducer.best());
        }
    }

    /// Whether there is something to wait for before the session ends: the result is asked about
    /// again, or was found not to hold.
    pub(super) fn confirm(&mut self) -> bool {
        let stopped = self.reducer.stopped();
        let Some(watch) = &mut self.watch else { return false };
        let is_asked_for = matches!(
            stopped,
            Some(StopReason::Complete | StopReason::Size | StopReason::Trials | StopReason::Time)
        );
        let is_unwanted = self.failure.is_some() || self.interrupted || !is_asked_for;
        if is_unwanted || watch.observations.trust() == Trust::Always {
            return stopped.is_none();
        }
        let best = self.reducer.best();
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            let is_confirmed =
                best.key() == watch.original || 2 <= watch.observations.tally(best.key()).runs();
            let each = self.in_trials / self.n_outcomes.max(1);
            let overrun = self.options.budget.unwrap_or_default() / OVERRUN;
            if is_confirmed || watch.is_late || self.is_overrun || overrun < each {
                return stopped.is_none();
            }
            self.is_overrun = true;
            // What was cut was a repeat that began before; this one has a time of its own.
            self.is_cut = false;
            self.deadline = Some(Instant::now() + overrun);
            watch.confirmed = Some((best.key(), watch.observations.tally(best.key())));
            watch.repeat(&best.clone(), 1);
            return true;
        }
        let before = watch.confirmed.filter(|(key, _)| *key == best.key()).map(|(_, before)| before);
        if watch.is_late || before.is_some_and(|before| watch.is_enough(before)) {
            return false;
        }
        let before = before.unwrap_or_else(|| watch.observations.tally(best.key()));
        watch.confirmed = Some((best.key(), before));
        watch.repeat(&best.clone(), CONFIRMATIONS);
        true
    }

    /// Whether the result is being asked about again.
    pub(super) fn is_confirming(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_busy)
    }

    /// Ends the search, or the confirmation of its result.
    pub(super) fn cut_short(&mut self, reason: StopReason) {
        if self.reducer.stopped().is_some() {
            self.is_cut = true;
            self.interrupted |= reason == StopReason::Interrupted;
            if let Some(watch) = &mut self.watch {
                watch.waiting.clear();
                watch.under_way.iter().for_each(|id| self.executor.cancel(*id));
            }
        }
        self.reducer.stop(reason);
    }

    /// Returns when the search has to end, so that there is time to confirm its result.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (deadline, budget) = (self.deadline?, self.options.budget?);
        let is_asked_for = self
            .watch
            .as_ref()
            .is_some_and(|watch| watch.observations.trust() == Trust::UntilContradicted && !watch.is_testing);
        if !is_asked_for || self.reducer.stopped().is_some() {
            return Some(deadline);
        }
        let n_rounds = CONFIRMATIONS.div_ceil(self.executor.slots().max(1)) as u32;
        let each = self.in_trials / self.n_outcomes.max(1);
        deadline.checked_sub((each * (n_rounds + 1)).min(budget / RESERVE))
    }

    /// Returns why the session ended, and how far its result can be relied on.
    pub(super) fn conclusion(&self) -> (StopReason, Option<Reliability>) {
        let stopped = match self.interrupted {
            true => StopReason::Interrupted,
            false => self.reducer.stopped().unwrap_or(StopReason::Complete),
        };
        let stopped = if self.failure.is_some() { StopReason::Environment } else { stopped };
        let Some(watch) = &self.watch else { return (stopped, None) };
        let key = self.reducer.best().key();
        let observations = &watch.observations;
        let tally = observations.tally(key);
        let is_unproven = watch.is_late
            || observations.verdict(key) != Some(Verdict::Interesting)
            || watch.confirmed.is_some_and(|(_, before)| watch.holds(before) == Some(false));
        let is_broken = observations.are_rates_broken();
        let is_told_otherwise = matches!(stopped, StopReason::Interrupted | StopReason::Environment);
        // Time may have run out during the search, or after it, while the result was run again.
        let is_asked_for = !is_told_otherwise && observations.trust() != Trust::Always;
        let reliability = Reliability {
            is_confirmed: !is_asked_for || key == watch.original || 2 <= tally.runs(),
            interesting: tally.interesting(),
            runs: tally.runs(),
            repeated: observations.n_repeats(),
            retracted: watch.n_retracted,
            is_steady: observations.rates().is_none(),
            are_rates_kept: !is_broken,
        };
        let is_doubtful = observations.rates().is_some() && (is_unproven || is_broken);
        let reason = if is_doubtful && !is_told_otherwise { StopReason::Flaky } else { stopped };
        (reason, Some(reliability))
    }
}
