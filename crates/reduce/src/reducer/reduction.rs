//! The reducer itself.

use std::collections::VecDeque;
use std::sync::Arc;

use super::answers::Answers;
use super::calibration::Calibration;
use super::guesses::Guesses;
use super::hints::Hints;
use super::look_ahead::{LookAhead, Outlook, Planned};
use super::scouts::Scouts;
use super::{Ask, Trial, TrialId};
use crate::candidate::{Candidate, Edits, Gate};
use crate::document::{ContentKey, Document};
use crate::event::{Counts, Event, Source, StopReason};
use crate::plan::{Moved, Plan, PlanSearch};
use crate::search::Search;
use crate::verdict::{Answer, Verdict};

/// The options of a reduction, besides its plan.
#[derive(Clone, Default)]
pub struct ReducerOptions {
    /// Gates for every candidate, before a trial is run for it.
    pub gates: Vec<Arc<dyn Gate>>,
    /// How trials are found for more than one worker.
    pub look_ahead: LookAhead,
    /// Stop when the plan has used this many trials. Look-ahead and answers from memory do not
    /// count.
    pub max_trials: Option<u64>,
    /// Stop when the document has at most this many bytes.
    pub target_bytes: Option<u64>,
}

/// Reduces a document: asked for trials, told verdicts, without I/O, threads or clocks.
///
/// Trials may be told in any order: answers are learned in the plan's own order, so that the best
/// document, the accepted sequence and the events (except for the counts of executed and cancelled
/// trials) depend only on the document, the plan and the property's answers. The original must be
/// interesting: the caller tests that before.
///
/// ```
/// use dwindle_reduce::{Ask, Document, Edit, Edits, Event, Pass, Plan, Reducer};
/// use dwindle_reduce::{ListMethod, List, ListOptions, OverList, ReducerOptions, Algorithm, Units, Verdict};
/// use std::sync::Arc;
///
/// let bytes = Pass::new("bytes", |document| {
///     let list = List::uniform(document.n_bytes() as u32);
///     let units = (Algorithm::named("ddmin")?.start)(&list, &ListOptions::default());
///     let edits_of = |left_out: &Units| {
///         Edits::new(left_out.runs().iter().map(|run| Edit::delete(0, run.start as usize..run.end as usize)))
///     };
///     Some(Box::new(OverList::new("bytes", document, units, Arc::new(edits_of))))
/// });
///
/// let document = Document::single("input", "a needle in a haystack");
/// let mut reducer = Reducer::new(&document, &Plan::pass(bytes), ReducerOptions::default());
/// while let Ask::Run(trial) = reducer.ask() {
///     let text = trial.candidate.render().files()[0].bytes();
///     let interesting = text.windows(6).any(|part| part == b"needle");
///     reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
/// }
/// assert_eq!(reducer.best().files()[0].bytes(), b"needle");
/// ```
pub struct Reducer {
    options: ReducerOptions,
    original: Document,
    plan: Plan,
    guesses: Guesses,
    answers: Answers,
    hints: Hints,
    best: Document,
    counts: Counts,
    /// Trials whose answers the plan has used.
    used: u64,
    calibration: Calibration,
    scouts: Scouts,
    planned: Planned,
    events: VecDeque<Event>,
    abandoned: VecDeque<TrialId>,
    stopped: Option<StopReason>,
    finished: bool,
}

impl Reducer {
    /// Starts a reduction of `document`.
    pub fn new(document: &Document, plan: &Plan, options: ReducerOptions) -> Reducer {
        let mut reducer = Reducer {
            options,
            original: document.clone(),
            plan: plan.clone(),
            guesses: Guesses::new(PlanSearch::new(plan, document)),
            answers: Answers::default(),
            hints: Hints::default(),
            best: document.clone(),
            counts: Counts::default(),
            used: 0,
            calibration: Calibration::default(),
            scouts: Scouts::default(),
            planned: Planned::default(),
            events: VecDeque::new(),
            abandoned: VecDeque::new(),
            stopped: None,
            finished: false,
        };
        reducer.events.push_back(Event::Started { cost: document.cost(), key: document.key() });
        reducer.report_moves();
        reducer
    }

    /// Adds an answer from an earlier session: it is used as if it were remembered.
    pub fn know(&mut self, key: ContentKey, verdict: Verdict) {
        self.answers.remember(key, verdict);
    }

    /// Starts again with these answers instead of all that were learned: the best document proved
    /// not to be interesting, or answers proved wrong. As long as the answers are the same, the
    /// search repeats itself without trials; a missing answer is asked for again. A plan that had
    /// ended continues, and trials under way are used.
    pub fn replay(&mut self, answers: impl IntoIterator<Item = (ContentKey, Verdict)>) {
        let Counts { executed, scouted, cancelled, .. } = self.counts;
        self.counts = Counts { executed, scouted, cancelled, ..Counts::default() };
        self.answers.replace(answers);
        self.guesses = Guesses::new(PlanSearch::new(&self.plan, &self.original));
        self.planned = Planned::default();
        let retracted = std::mem::replace(&mut self.best, self.original.clone());
        (self.used, self.stopped, self.finished) = (0, None, false);
        let (key, cost) = (retracted.key(), self.best.cost());
        self.events.push_back(Event::Retracted { key, cost });
        self.report_moves();
    }

    /// Whether the plan has learned the answer to a candidate.
    pub fn has_learned(&self, key: ContentKey) -> bool {
        self.answers.is_learned(key)
    }

    /// Forgets answers that the plan has not learned yet: they are asked for again when they are
    /// needed.
    pub fn forget(&mut self, keys: &[ContentKey]) {
        keys.iter().for_each(|key| self.answers.forget(*key));
    }

    /// Adds hints about a document, from an earlier session or as an answer to [`Ask::Hints`].
    pub fn hint(&mut self, source: &str, key: ContentKey, hints: Vec<Edits>) {
        self.hints.take(source, key, hints);
    }

    /// Returns what to do next: run a trial, ask for hints, wait for a verdict, or end. Call it as
    /// long as a worker is free. After `Done` the trials under way are all in
    /// [`poll_abandoned`](Reducer::poll_abandoned).
    pub fn ask(&mut self) -> Ask {
        while self.think(usize::MAX) {}
        if self.stopped.is_some() {
            self.finish();
            return Ask::Done;
        }
        if let Some(request) = self.hints.request(self.guesses.root_plan()) {
            return Ask::Hints(request);
        }
        let gates = &self.options.gates;
        let mut outlook = Outlook {
            guesses: &mut self.guesses,
            answers: &self.answers,
            calibration: &self.calibration,
            scouts: &mut self.scouts,
            refuses: &|candidate| refuses(gates, candidate),
        };
        let choice = self.options.look_ahead.choose(&mut outlook, &mut self.planned);
        let Some(choice) = choice else { return Ask::Wait };
        if self.options.look_ahead == LookAhead::Scouts {
            let foretold = outlook.foretold(&choice);
            let region = choice.region(&mut self.guesses);
            self.scouts.start(choice.key, &choice.candidate, region, foretold);
            self.abandon_dropped();
        }
        Ask::Run(Trial { id: self.answers.start(choice.key), candidate: choice.candidate })
    }

    /// Abandons the trials that no guess leads to any more, after the tree has grown again, and
    /// that tell nothing else.
    fn abandon_dropped(&mut self) {
        for key in self.guesses.take_dropped() {
            if self.answers.is_under_way(key) && !self.scouts.is_informative(key, self.guesses.root_plan()) {
                self.abandoned.extend(self.answers.abandon(key));
            }
        }
    }

    /// Learns at most `n_answers` that are available already. Returns whether there may be more.
    ///
    /// [`ask`](Reducer::ask) learns all of them, which can be millions where many candidates have
    /// the same content or are refused. Call this first to check a clock or Ctrl-C in between, or
    /// to pass the events on.
    pub fn think(&mut self, n_answers: usize) -> bool {
        let mut n_learned = 0;
        while n_learned < n_answers && self.learn_if_certain() {
            n_learned += 1;
        }
        if n_learned != 0 && self.options.look_ahead != LookAhead::Scouts {
            let dropped = self.guesses.take_dropped().into_iter();
            self.abandoned.extend(dropped.filter_map(|key| self.answers.abandon(key)));
        }
        n_learned == n_answers
    }

    /// Adds the verdict of a trial, also of one that was abandoned meanwhile. What follows from it
    /// is learned by [`ask`](Reducer::ask) or [`think`](Reducer::think).
    pub fn tell(&mut self, id: TrialId, verdict: Verdict) {
        if let Some(key) = self.answers.told(id, verdict) {
            self.counts.executed += 1;
            self.counts.scouted += u64::from(self.scouts.end(key, Some(verdict), self.guesses.root_plan()));
        }
    }

    /// Learns that a trial ended without a verdict because it was cancelled; it is run again if it
    /// is needed.
    pub fn cancelled(&mut self, id: TrialId) {
        if let Some(key) = self.answers.cancelled(id) {
            self.scouts.end(key, None, self.guesses.root_plan());
            self.counts.cancelled += 1;
        }
    }

    /// Returns a trial under way that nobody needs any more, each once: it should be cancelled.
    pub fn poll_abandoned(&mut self) -> Option<TrialId> {
        self.abandoned.pop_front()
    }

    /// Returns the next event.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Returns the smallest interesting document so far.
    pub fn best(&self) -> &Document {
        &self.best
    }

    /// Returns what was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the reason why the reduction has ended or is about to.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Ends the reduction; the first reason counts. The next [`ask`](Reducer::ask) is answered with
    /// `Done`.
    pub fn stop(&mut self, reason: StopReason) {
        self.stopped.get_or_insert(reason);
    }

    /// Learns the answer to the plan's proposal if it is available.
    fn learn_if_certain(&mut self) -> bool {
        if self.stopped.is_some() {
            return false;
        }
        let root = self.guesses.root();
        let Some(proposal) = self.guesses.guess(root).proposal().cloned() else {
            if self.guesses.root_plan().asks().is_some() {
                let Some(hints) = self.hints.of(self.guesses.root_plan()) else { return false };
                self.guesses.hint_root(&hints);
                self.report_moves();
                return true;
            }
            self.stop(StopReason::Complete);
            return false;
        };
        let refused = proposal.refused.unwrap_or_else(|| refuses(&self.options.gates, &proposal.candidate));
        self.guesses.set_refused(root, refused);
        let certain = match refused {
            true if self.guesses.root_plan().is_put_off() => Some((Verdict::Boring, Source::PutOff)),
            true => Some((Verdict::Boring, Source::Gate)),
            false => self.answers.use_verdict(proposal.key),
        };
        let Some((verdict, source)) = certain else { return false };
        self.learn(&proposal.candidate, verdict, source);
        true
    }

    fn learn(&mut self, candidate: &Candidate, verdict: Verdict, source: Source) {
        self.counts.proposed += 1;
        match source {
            Source::Trial => self.used += 1,
            Source::Memory => self.counts.known += 1,
            Source::Gate => self.counts.gated += 1,
            Source::PutOff => self.counts.put_off += 1,
        }
        let (pass, key, cost) = (candidate.pass().to_owned(), candidate.key(), candidate.cost());
        self.events.push_back(Event::Learned { pass: pass.clone(), key, cost, verdict, source });
        if verdict.is_interesting() && !candidate.is_question() {
            self.best = candidate.render().clone();
            self.counts.accepted += 1;
            let (step, counts) = (self.counts.accepted, self.counts);
            self.events.push_back(Event::Accepted { step, pass, key, cost, counts });
        }
        if source == Source::Trial {
            // A certain answer needs no guess.
            let stated = self.guesses.root_plan().likelihood();
            self.calibration.learn(candidate.pass(), stated, verdict.is_interesting());
            self.scouts.trust.learn(key, verdict.is_interesting());
        }
        self.guesses.move_root(match source {
            Source::Gate | Source::PutOff => Answer::Refused,
            Source::Trial | Source::Memory => verdict.into(),
        });
        self.report_moves();
        if self.options.max_trials.is_some_and(|most| most <= self.used) {
            self.stop(StopReason::Trials);
        }
        if self.options.target_bytes.is_some_and(|target| self.best.n_bytes() <= target) {
            self.stop(StopReason::Size);
        }
    }

    fn report_moves(&mut self) {
        let moved = self.guesses.root_plan_mut().take_moved();
        if moved.is_empty() {
            return;
        }
        let cost = self.best.cost();
        self.events.extend(moved.into_iter().map(|moved| match moved {
            Moved::Began { pass } => Event::PassBegan { pass: pass.to_owned(), cost },
            Moved::Ended { pass, accepted, proposed } => {
                Event::PassEnded { pass: pass.to_owned(), cost, accepted, proposed }
            }
            Moved::Found { pass, finding } => Event::Finding { pass: pass.to_owned(), finding },
        }));
    }

    fn finish(&mut self) {
        if self.finished {
            return;
        }
        self.finished = true;
        self.abandoned.extend(self.answers.abandon_all());
        let reason = self.stopped.unwrap_or(StopReason::Complete);
        let (cost, counts) = (self.best.cost(), self.counts);
        self.events.push_back(Event::Finished { reason, cost, counts });
    }
}

fn refuses(gates: &[Arc<dyn Gate>], candidate: &Candidate) -> bool {
    let refused = |gate: &Arc<dyn Gate>| !gate.admits(candidate);
    gates.iter().any(refused) || candidate.gate().is_some_and(refused)
}
