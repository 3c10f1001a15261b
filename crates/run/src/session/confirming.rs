//! Testing the best document again, and starting the search again if it proves boring.

use std::time::Instant;

use dwindle_reduce::{ContentKey, StopReason, Verdict};

use super::ended::Reliability;
use super::observer::Notice;
use super::repeats::Repeats;
use super::running::Running;
use crate::flaky::{Doubt, Observed, Trust};

/// How often the result is tested again.
const CONFIRMATIONS: usize = 4;
/// The budget may be exceeded by one part in this many, to test the result a second time.
const OVERRUN: u32 = 20;
/// At most one part in this many of the budget is kept for confirming the result.
const RESERVE: u32 = 5;

impl Running<'_> {
    /// Writes the answers of all runs since the last call to the journal.
    pub(super) fn keep_observations(&mut self) {
        let fresh =
            self.repeats.as_ref().map(|repeats| repeats.observations.take_fresh()).unwrap_or_default();
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

    /// Writes the time limit of trials to the journal.
    pub(super) fn keep_limit(&mut self) {
        if let Some(limit) = self.repeats.as_ref().and_then(|repeats| repeats.observations.limit()) {
            self.keep(|journal| journal.limit(limit));
        }
    }

    /// Raises the time limit if an answer near the limit was learned. Candidates that hit the old
    /// limit and were not learned are tested again.
    pub(super) fn raise_limit(&mut self, key: ContentKey) {
        let Some(repeats) = &self.repeats else { return };
        let observations = repeats.observations.clone();
        let Some(took) = observations.learned(key) else { return };
        let reducer = &self.reducer;
        let forgotten = observations.forget_short(|key| reducer.has_learned(key));
        self.reducer.forget(&forgotten);
        self.keep_observations();
        self.keep_limit();
        let limit = observations.limit().unwrap_or(took);
        self.observers.notice(self.began.elapsed(), &Notice::LimitRaised { took, limit });
    }

    /// Starts the search again if answers contradict each other, or the best document proves
    /// boring.
    pub(super) fn reconsider(&mut self) {
        let Some(repeats) = &mut self.repeats else { return };
        let is_ended = matches!(
            self.reducer.stopped(),
            Some(StopReason::Interrupted | StopReason::Environment | StopReason::Flaky)
        );
        // No answer is learned after a failure, so a search that started again would never end.
        let is_ended = is_ended || self.is_cut || self.failure.is_some();
        if repeats.observations.rates().is_none() || repeats.is_late || is_ended {
            return;
        }
        let best = self.reducer.best();
        let key = best.key();
        if !repeats.is_testing {
            repeats.is_testing = true;
            let tally = repeats.observations.tally(key);
            let (interesting, runs) = (tally.interesting(), tally.runs());
            self.observers.notice(self.began.elapsed(), &Notice::Flaky { interesting, runs });
            return self.go_back();
        }
        match repeats.observations.verdict(key) {
            Some(Verdict::Interesting) => {}
            None if repeats.is_busy() => {}
            None => repeats.repeat(&best.clone(), 1),
            Some(_) if key == repeats.original => self.reducer.stop(StopReason::Flaky),
            Some(_) => self.go_back(),
        }
    }

    /// Starts the search again from its beginning, with the present verdicts.
    fn go_back(&mut self) {
        let Some(repeats) = &mut self.repeats else { return };
        repeats.is_late = self.reducer.stopped() == Some(StopReason::Time);
        let answers = match repeats.is_late {
            true => repeats.observations.likely(),
            false => repeats.observations.verdicts(),
        };
        repeats.doubt = Doubt::default();
        repeats.waiting.clear();
        repeats.confirmed = None;
        repeats.n_retracted += 1;
        let retracted = self.reducer.best().key();
        self.reducer.replay(answers);
        self.accepted_hash = Default::default();
        self.keep(|journal| journal.retracted(retracted));
        if let Some(saver) = &self.saver {
            // The result of an earlier run may be as wrong.
            saver.forget_earlier();
            saver.save(self.reducer.best());
        }
    }

    /// Whether the session must go on before it ends: the result is being tested again, or has
    /// proved boring.
    pub(super) fn confirm(&mut self) -> bool {
        let stopped = self.reducer.stopped();
        let Some(repeats) = &mut self.repeats else { return false };
        let is_asked_for = matches!(
            stopped,
            Some(StopReason::Complete | StopReason::Size | StopReason::Trials | StopReason::Time)
        );
        let is_unwanted = self.failure.is_some() || self.interrupted || !is_asked_for;
        if is_unwanted || repeats.observations.trust() == Trust::Always {
            return stopped.is_none();
        }
        let best = self.reducer.best();
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            let is_confirmed =
                best.key() == repeats.original || 2 <= repeats.observations.tally(best.key()).runs();
            let each = self.in_trials / self.n_outcomes.max(1);
            let overrun = self.options.budget.unwrap_or_default() / OVERRUN;
            if is_confirmed || repeats.is_late || self.is_overrun || overrun < each {
                return stopped.is_none();
            }
            self.is_overrun = true;
            // The repeat that was cut off began before; this one has its own time.
            self.is_cut = false;
            self.deadline = Some(Instant::now() + overrun);
            repeats.confirmed = Some((best.key(), repeats.observations.tally(best.key())));
            repeats.repeat(&best.clone(), 1);
            return true;
        }
        let before = repeats.confirmed.filter(|(key, _)| *key == best.key()).map(|(_, before)| before);
        if repeats.is_late || before.is_some_and(|before| repeats.is_enough(before)) {
            return false;
        }
        let before = before.unwrap_or_else(|| repeats.observations.tally(best.key()));
        repeats.confirmed = Some((best.key(), before));
        repeats.repeat(&best.clone(), CONFIRMATIONS);
        true
    }

    /// Whether the result is being tested again.
    pub(super) fn is_confirming(&self) -> bool {
        self.repeats.as_ref().is_some_and(Repeats::is_busy)
    }

    /// Stops the search or the confirmation of its result.
    pub(super) fn cut_short(&mut self, reason: StopReason) {
        if self.reducer.stopped().is_some() {
            self.is_cut = true;
            self.interrupted |= reason == StopReason::Interrupted;
            if let Some(repeats) = &mut self.repeats {
                repeats.waiting.clear();
                repeats.under_way.iter().for_each(|id| self.executor.cancel(*id));
            }
        }
        self.reducer.stop(reason);
    }

    /// Returns when the search must end so that there is time to confirm its result.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (deadline, budget) = (self.deadline?, self.options.budget?);
        let is_asked_for = self.repeats.as_ref().is_some_and(|repeats| {
            repeats.observations.trust() == Trust::UntilContradicted && !repeats.is_testing
        });
        if !is_asked_for || self.reducer.stopped().is_some() {
            return Some(deadline);
        }
        let n_rounds = CONFIRMATIONS.div_ceil(self.executor.slots().max(1)) as u32;
        let each = self.in_trials / self.n_outcomes.max(1);
        deadline.checked_sub((each * (n_rounds + 1)).min(budget / RESERVE))
    }

    /// Returns why the session ended, and how reliable its result is.
    pub(super) fn conclusion(&self) -> (StopReason, Option<Reliability>) {
        let stopped = match self.interrupted {
            true => StopReason::Interrupted,
            false => self.reducer.stopped().unwrap_or(StopReason::Complete),
        };
        let stopped = if self.failure.is_some() { StopReason::Environment } else { stopped };
        let Some(repeats) = &self.repeats else { return (stopped, None) };
        let key = self.reducer.best().key();
        let observations = &repeats.observations;
        let tally = observations.tally(key);
        let is_unproven = repeats.is_late
            || observations.verdict(key) != Some(Verdict::Interesting)
            || repeats.confirmed.is_some_and(|(_, before)| repeats.holds(before) == Some(false));
        let is_broken = observations.are_rates_broken();
        let is_told_otherwise = matches!(stopped, StopReason::Interrupted | StopReason::Environment);
        // The time limit may have been reached while the result was tested again.
        let is_asked_for = !is_told_otherwise && observations.trust() != Trust::Always;
        let reliability = Reliability {
            is_confirmed: !is_asked_for || key == repeats.original || 2 <= tally.runs(),
            interesting: tally.interesting(),
            runs: tally.runs(),
            repeated: observations.n_repeats(),
            retracted: repeats.n_retracted,
            is_steady: observations.rates().is_none(),
            are_rates_kept: !is_broken,
        };
        let is_doubtful = observations.rates().is_some() && (is_unproven || is_broken);
        let reason = if is_doubtful && !is_told_otherwise { StopReason::Flaky } else { stopped };
        (reason, Some(reliability))
    }
}
