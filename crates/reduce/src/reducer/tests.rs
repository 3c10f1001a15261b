//! The reducer under answers that come early, late and in any order.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::candidate::{Candidate, Edit, Edits, Gate};
use crate::document::{ContentKey, Document};
use crate::event::{Counts, Event, Source, StopReason};
use crate::pass::Pass;
use crate::plan::Plan;
use crate::plan::tests::{Words, letters, numbered, windows};
use crate::search::Search;
use crate::verdict::{Answer, Verdict};

const TEXT: &str = "abcabcaabbccabcabc";

fn plan() -> Plan {
    Plan::fixpoint(letters(&["a", "b", "c"]))
}

/// A property without structure: whether a text is interesting depends on a hash of it.
fn verdict(text: &[u8], salt: u8) -> Verdict {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[salt]).update(text);
    match hasher.finalize().as_bytes()[0] {
        0..110 => Verdict::Interesting,
        110..120 => Verdict::Unresolved,
        _ => Verdict::Boring,
    }
}

fn text_of(trial: &Trial) -> Vec<u8> {
    trial.candidate.render().files()[0].bytes().to_vec()
}

struct Outcome {
    best: Document,
    events: Vec<Event>,
    counts: Counts,
}

/// Reduces with `n_workers` trials under way, each answered in a random order.
fn reduce(options: ReducerOptions, n_workers: usize, order: u64, salt: u8) -> Outcome {
    let mut reducer = Reducer::new(&Document::single("input", TEXT), &plan(), options);
    let outcome = drive(&mut reducer, n_workers, order, salt);
    assert_eq!(outcome.best, *reducer.best());
    outcome
}

fn drive(reducer: &mut Reducer, n_workers: usize, order: u64, salt: u8) -> Outcome {
    let mut rng = ChaCha8Rng::seed_from_u64(order);
    let mut under_way: Vec<Trial> = Vec::new();
    let mut asked: Vec<HintRequest> = Vec::new();
    let mut events = Vec::new();
    loop {
        let done = loop {
            if n_workers <= under_way.len() {
                break false;
            }
            match reducer.ask() {
                Ask::Run(trial) => under_way.push(trial),
                Ask::Hints(request) => {
                    assert_eq!(request.document, *reducer.best(), "never about a guess");
                    asked.push(request);
                }
                Ask::Wait => break false,
                Ask::Done => break true,
            }
        };
        events.extend(std::iter::from_fn(|| reducer.poll_event()));
        while let Some(id) = reducer.poll_abandoned() {
            if let Some(at) = under_way.iter().position(|trial| trial.id == id) {
                under_way.swap_remove(at);
                reducer.cancelled(id);
            }
        }
        if done {
            break;
        }
        if let Some(request) = asked.pop() {
            let key = request.document.key();
            reducer.hint(&request.source, key, hints_about(request.document.files()[0].bytes()));
            assert!(asked.is_empty(), "one after the other");
        }
        if !under_way.is_empty() {
            let trial = under_way.swap_remove(rng.random_range(0..under_way.len()));
            reducer.tell(trial.id, verdict(&text_of(&trial), salt));
        }
    }
    assert!(under_way.is_empty(), "whatever is under way at the end is abandoned");
    events.extend(std::iter::from_fn(|| reducer.poll_event()));
    Outcome { best: reducer.best().clone(), events, counts: reducer.counts() }
}

/// Every pair of neighbours.
fn hints_about(text: &[u8]) -> Vec<Edits> {
    (1..text.len()).map(|at| Edits::new([Edit::delete(0, at - 1..at + 1)])).collect()
}

/// Tries hints one by one.
#[derive(Clone)]
struct HintedSearch {
    base: Document,
    left: Vec<Edits>,
}

fn hinted() -> Pass {
    Pass::hinted("hinted", "somebody", |document, hints| {
        Some(Box::new(HintedSearch { base: document.clone(), left: hints.to_vec() }))
    })
}

impl Search for HintedSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        Some(Candidate::new("hinted", &self.base, self.left.last()?.clone()))
    }

    fn learn(&mut self, answer: Answer) {
        self.left.pop();
        if answer.is_interesting() {
            self.left.clear();
        }
    }
}

fn hinted_plan() -> Plan {
    Plan::fixpoint(Plan::sequence([letters(&["a"]), Plan::pass(hinted()), letters(&["b"])]))
}

/// The events without what look-ahead may change: how many trials were executed and cancelled.
fn history(outcome: &Outcome) -> Vec<Event> {
    let forget = |counts: &mut Counts| (counts.executed, counts.scouted, counts.cancelled) = (0, 0, 0);
    let mut events = outcome.events.clone();
    for event in &mut events {
        if let Event::Accepted { counts, .. } | Event::Finished { counts, .. } = event {
            forget(counts);
        }
    }
    events
}

fn reduce_hinted(n_workers: usize, order: u64, salt: u8) -> Outcome {
    let mut reducer =
        Reducer::new(&Document::single("input", TEXT), &hinted_plan(), ReducerOptions::default());
    drive(&mut reducer, n_workers, order, salt)
}

/// Reduces a text in which large removals are nearly the same.
fn reduce_numbered(look_ahead: LookAhead, n_workers: usize, order: u64, salt: u8) -> Outcome {
    let plan = Plan::sequence([letters(&["a", "b"]), Plan::pass(windows(0))]);
    let plan = Plan::frugal_fixpoint(plan, Arc::new(Words));
    let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(&Document::single("input", numbered("abba")), &plan, options);
    drive(&mut reducer, n_workers, order, salt)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn workers_and_their_timing_change_nothing(n_workers in 1usize..20, order: u64, salt: u8) {
        let alone = reduce(ReducerOptions::default(), 1, 0, salt);
        for look_ahead in [LookAhead::Off, LookAhead::Chain, LookAhead::Tree, LookAhead::Scouts] {
            let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
            let together = reduce(options, n_workers, order, salt);
            prop_assert_eq!(&together.best, &alone.best);
            prop_assert_eq!(history(&together), history(&alone));
        }
    }

    #[test]
    fn the_same_is_put_off_at_any_number_of_workers(n_workers in 1usize..20, order: u64, salt: u8) {
        let alone = reduce_numbered(LookAhead::Off, 1, 0, salt);
        for look_ahead in [LookAhead::Chain, LookAhead::Tree, LookAhead::Scouts] {
            let together = reduce_numbered(look_ahead, n_workers, order, salt);
            prop_assert_eq!(history(&together), history(&alone));
        }
    }

    #[test]
    fn hints_are_the_same_at_any_number_of_workers(n_workers in 1usize..20, order: u64, salt: u8) {
        let (alone, together) = (reduce_hinted(1, 0, salt), reduce_hinted(n_workers, order, salt));
        prop_assert_eq!(history(&together), history(&alone));
        let begun = |event: &Event| matches!(event, Event::PassBegan { pass, .. } if pass == "hinted");
        prop_assert!(alone.events.iter().any(begun) || alone.best.files()[0].bytes().is_empty());
    }

    #[test]
    fn limits_stop_at_the_same_place_at_any_number_of_workers(n_workers in 1usize..20, order: u64, most in 1u64..20) {
        let options = || ReducerOptions { max_trials: Some(most), ..ReducerOptions::default() };
        let (alone, together) = (reduce(options(), 1, 0, 3), reduce(options(), n_workers, order, 3));
        prop_assert_eq!(history(&together), history(&alone));
        prop_assert!(alone.counts.executed <= most);
    }
}

#[test]
fn one_worker_executes_only_what_the_plan_uses() {
    let outcome = reduce(ReducerOptions::default(), 1, 0, 1);
    let used =
        outcome.events.iter().filter(|event| matches!(event, Event::Learned { source: Source::Trial, .. }));
    assert_eq!(used.count() as u64, outcome.counts.executed);
    let Counts { proposed, known, gated, put_off, executed, .. } = outcome.counts;
    assert_eq!(proposed, executed + known + gated + put_off);
    assert_eq!(outcome.counts.cancelled, 0);
}

#[test]
fn known_answers_are_not_executed_again() {
    let first = reduce(ReducerOptions::default(), 1, 0, 1);
    let mut resumed = Reducer::new(&Document::single("input", TEXT), &plan(), ReducerOptions::default());
    for event in &first.events {
        if let Event::Learned { key, verdict, .. } = event {
            resumed.know(*key, *verdict);
        }
    }
    let second = drive(&mut resumed, 1, 0, 1);
    assert_eq!(second.best, first.best);
    assert_eq!(second.counts.executed, 0);
    assert_eq!(second.counts.known, second.counts.proposed);
}

#[test]
fn thinking_in_turns_learns_what_asking_would() {
    struct Nothing;
    impl Gate for Nothing {
        fn admits(&self, _: &Candidate) -> bool {
            false
        }
    }
    let refusing = || ReducerOptions { gates: vec![Arc::new(Nothing)], ..ReducerOptions::default() };
    let asked = reduce(refusing(), 1, 0, 1);
    let mut reducer = Reducer::new(&Document::single("input", TEXT), &plan(), refusing());
    let mut events = Vec::new();
    let mut n_turns = 0;
    while reducer.think(4) {
        let n_events = events.len();
        events.extend(std::iter::from_fn(|| reducer.poll_event()));
        assert!(n_events < events.len(), "each turn hands out what it learned");
        n_turns += 1;
        assert_eq!(reducer.counts().gated, 4 * n_turns);
    }
    assert!(matches!(reducer.ask(), Ask::Done));
    events.extend(std::iter::from_fn(|| reducer.poll_event()));
    assert_eq!(events, asked.events);
    assert!(3 < n_turns);
}

#[test]
fn look_ahead_keeps_all_workers_busy() {
    let mut reducer = Reducer::new(&Document::single("input", TEXT), &plan(), ReducerOptions::default());
    let started = std::iter::from_fn(|| match reducer.ask() {
        Ask::Run(trial) => Some(trial.candidate.key()),
        Ask::Hints(_) | Ask::Wait | Ask::Done => None,
    });
    let mut keys: Vec<ContentKey> = started.take(12).collect();
    assert_eq!(keys.len(), 12);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 12, "no candidate is tested twice");
}

#[test]
fn an_abandoned_verdict_that_comes_late_is_welcome() {
    let mut reducer =
        Reducer::new(&Document::single("input", "aa"), &letters(&["a"]), ReducerOptions::default());
    let Ask::Run(first) = reducer.ask() else { panic!("there is a trial") };
    let Ask::Run(second) = reducer.ask() else { panic!("there is a trial to run ahead") };
    reducer.tell(first.id, Verdict::Interesting);
    let late = reducer.poll_abandoned();
    assert!(late.is_none() || late == Some(second.id));
    reducer.tell(second.id, Verdict::Boring);
    assert_eq!(reducer.counts().executed, 2);
}

struct NoEmptyText;

impl Gate for NoEmptyText {
    fn admits(&self, candidate: &Candidate) -> bool {
        candidate.cost().bytes != 0
    }
}

#[test]
fn what_a_gate_refuses_is_counted_and_never_run() {
    let options = ReducerOptions { gates: vec![Arc::new(NoEmptyText)], ..ReducerOptions::default() };
    let mut reducer = Reducer::new(&Document::single("input", "aa"), &letters(&["a"]), options);
    while let Ask::Run(trial) = reducer.ask() {
        assert_ne!(trial.candidate.cost().bytes, 0);
        reducer.tell(trial.id, Verdict::Interesting);
    }
    assert_eq!(reducer.best().n_bytes(), 1);
    assert_eq!((reducer.counts().executed, reducer.counts().gated), (1, 1));
}

/// Tries to delete the last byte, then the one before it, and records what it learns.
#[derive(Clone)]
struct Recording {
    base: Document,
    n_left: usize,
    learned: Arc<Mutex<Vec<Answer>>>,
}

impl Search for Recording {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let at = self.n_left.checked_sub(1)?;
        Some(Candidate::new("recording", &self.base, Edits::new([Edit::delete(0, at..at + 1)])))
    }

    fn learn(&mut self, answer: Answer) {
        self.n_left -= 1;
        self.learned.lock().unwrap().push(answer);
    }
}

#[test]
fn a_search_learns_which_candidates_a_gate_refused() {
    struct NoC;
    impl Gate for NoC {
        fn admits(&self, candidate: &Candidate) -> bool {
            candidate.render().files()[0].bytes().contains(&b'c')
        }
    }
    let learned = Arc::new(Mutex::new(Vec::new()));
    let log = learned.clone();
    let pass = Pass::new("recording", move |document| {
        Some(Box::new(Recording { base: document.clone(), n_left: 4, learned: log.clone() }))
    });
    let options = ReducerOptions {
        gates: vec![Arc::new(NoC)],
        look_ahead: LookAhead::Off,
        ..ReducerOptions::default()
    };
    let mut reducer = Reducer::new(&Document::single("input", "abca"), &Plan::pass(pass), options);
    // Without the first byte the text is known.
    reducer.know(Document::single("input", "bca").key(), Verdict::Boring);
    while let Ask::Run(trial) = reducer.ask() {
        reducer.tell(trial.id, Verdict::Boring);
    }
    use Answer::{Boring, Refused};
    assert_eq!(*learned.lock().unwrap(), [Boring, Refused, Boring, Boring]);
}

#[test]
fn what_is_put_off_is_counted_apart_from_what_a_gate_refuses() {
    let text = "this goes: a; this one here is needed: -; so is this one: -";
    let plan = Plan::frugal_fixpoint(letters(&["-", "a"]), Arc::new(Words));
    let mut reducer = Reducer::new(&Document::single("input", text), &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let n_needed = text_of(&trial).iter().filter(|byte| **byte == b'-').count();
        reducer.tell(trial.id, if n_needed == 2 { Verdict::Interesting } else { Verdict::Boring });
    }
    let events = std::iter::from_fn(|| reducer.poll_event());
    let is_put_off = |event: &Event| matches!(event, Event::Learned { source: Source::PutOff, .. });
    assert_eq!(events.filter(is_put_off).count(), 2, "both when the second run begins");
    assert_eq!((reducer.counts().put_off, reducer.counts().gated), (2, 0));
}

#[test]
fn stopping_abandons_what_is_under_way_and_says_why() {
    let mut reducer = Reducer::new(&Document::single("input", TEXT), &plan(), ReducerOptions::default());
    let Ask::Run(trial) = reducer.ask() else { panic!("there is a trial") };
    reducer.stop(StopReason::Interrupted);
    assert!(matches!(reducer.ask(), Ask::Done));
    assert_eq!(reducer.poll_abandoned(), Some(trial.id));
    let last = std::iter::from_fn(|| reducer.poll_event()).last();
    assert!(matches!(last, Some(Event::Finished { reason: StopReason::Interrupted, .. })));
}

#[test]
fn a_target_size_ends_the_reduction() {
    let options = ReducerOptions { target_bytes: Some(15), ..ReducerOptions::default() };
    let mut reducer = Reducer::new(&Document::single("input", TEXT), &plan(), options);
    while let Ask::Run(trial) = reducer.ask() {
        reducer.tell(trial.id, Verdict::Interesting);
    }
    assert_eq!(reducer.best().n_bytes(), 15);
    assert_eq!(reducer.stopped(), Some(StopReason::Size));
}
