//! Which trial is run ahead: scripted searches whose likelihoods decide it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use super::*;
use crate::candidate::{Candidate, Edit, Edits, Gate};
use crate::document::Document;
use crate::pass::Pass;
use crate::plan::Plan;
use crate::plan::tests::letters;
use crate::search::Search;
use crate::verdict::{Answer, Verdict};

/// What a search proposes behind some answers (`i` and `b`): bytes that go, and how likely that is
/// interesting.
type Script = HashMap<&'static str, (Range<usize>, f64)>;

#[derive(Clone)]
struct Scripted {
    base: Document,
    script: Arc<Script>,
    answers: String,
}

impl Search for Scripted {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let (bytes, _) = self.script.get(self.answers.as_str())?;
        Some(Candidate::new("scripted", &self.base, Edits::new([Edit::delete(0, bytes.clone())])))
    }

    fn learn(&mut self, answer: Answer) {
        self.answers.push(if answer.is_interesting() { 'i' } else { 'b' });
    }

    fn likelihood(&self) -> Option<f64> {
        self.script.get(self.answers.as_str()).map(|(_, likelihood)| *likelihood)
    }
}

/// Begins to reduce 40 bytes by a script.
fn scripted(look_ahead: LookAhead, script: &[(&'static str, Range<usize>, f64)]) -> Reducer {
    let of = |(answers, bytes, likelihood): &(&'static str, Range<usize>, f64)| {
        (*answers, (bytes.clone(), *likelihood))
    };
    let script: Arc<Script> = Arc::new(script.iter().map(of).collect());
    let pass = Pass::new("scripted", move |document| {
        let (base, script) = (document.clone(), script.clone());
        Some(Box::new(Scripted { base, script, answers: String::new() }))
    });
    let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
    Reducer::new(&Document::single("input", ".".repeat(40)), &Plan::pass(pass), options)
}

/// Starts trials without an answer.
fn start(reducer: &mut Reducer, n: usize) -> Vec<Trial> {
    let started = std::iter::from_fn(|| match reducer.ask() {
        Ask::Run(trial) => Some(trial),
        Ask::Hints(_) | Ask::Wait | Ask::Done => None,
    });
    started.take(n).collect()
}

/// Returns how long the candidates of the first trials are, none of which is answered.
fn first_trials(look_ahead: LookAhead, script: &[(&'static str, Range<usize>, f64)], n: usize) -> Vec<u64> {
    let started = start(&mut scripted(look_ahead, script), n);
    started.iter().map(|trial| trial.candidate.cost().bytes).collect()
}

#[test]
fn a_trial_that_only_another_answer_would_need_is_abandoned() {
    let script = [("", 0..1, 0.5), ("i", 0..2, 0.5), ("b", 1..4, 0.5)];
    let mut reducer = scripted(LookAhead::Tree, &script);
    let started = start(&mut reducer, 3);
    assert_eq!(reducer.poll_abandoned(), None);
    reducer.tell(started[0].id, Verdict::Interesting);
    assert!(matches!(reducer.ask(), Ask::Wait));
    let of_boring = started.iter().find(|trial| trial.candidate.cost().bytes == 37);
    assert_eq!(reducer.poll_abandoned(), of_boring.map(|trial| trial.id));
    assert_eq!(reducer.poll_abandoned(), None);
}

#[test]
fn the_likelier_answer_of_a_trial_is_followed_first() {
    let script = |likelihood| [("", 0..1, likelihood), ("i", 0..2, 0.5), ("b", 1..4, 0.5)];
    assert_eq!(first_trials(LookAhead::Tree, &script(0.8), 3), [39, 38, 37]);
    assert_eq!(first_trials(LookAhead::Tree, &script(0.2), 3), [39, 37, 38]);
    assert_eq!(first_trials(LookAhead::Chain, &script(0.8), 3), [39, 37], "a chain takes all for boring");
    assert_eq!(first_trials(LookAhead::Off, &script(0.8), 3), [39]);
}

#[test]
fn likelihoods_are_multiplied_along_a_path() {
    let script = |second| {
        [("", 0..1, 0.3), ("b", 1..3, second), ("i", 0..4, 0.5), ("bb", 2..8, 0.5), ("bi", 1..11, 0.5)]
    };
    // 0.7 · 0.35 and 0.7 · 0.65 beside 0.3, then the other way round.
    assert_eq!(first_trials(LookAhead::Tree, &script(0.35), 5), [39, 38, 34, 36, 30]);
    assert_eq!(first_trials(LookAhead::Tree, &script(0.65), 5), [39, 38, 30, 36, 34]);
}

#[test]
fn a_trial_on_several_paths_counts_with_their_sum() {
    // 0.6 · 0.5 behind each answer to the second trial, beside 0.4.
    let behind = |last: Range<usize>| {
        [("", 0..1, 0.4), ("b", 1..3, 0.5), ("i", 0..4, 0.5), ("bi", 0..9, 0.5), ("bb", last, 0.5)]
    };
    assert_eq!(first_trials(LookAhead::Tree, &behind(0..9), 4), [39, 38, 31, 36]);
    assert_eq!(
        first_trials(LookAhead::Tree, &behind(0..10), 3),
        [39, 38, 36],
        "apart, none of them is likelier"
    );
}

/// Refuses texts with four `b`, and notes what it was asked about.
#[derive(Default)]
struct Counting {
    /// Kept, so that no two have the same place in memory.
    asked: Mutex<Vec<Candidate>>,
}

impl Gate for Counting {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.asked.lock().unwrap().push(candidate.clone());
        text_of(candidate).matches('b').count() != 4
    }
}

fn text_of(candidate: &Candidate) -> String {
    text_of_document(candidate.render())
}

fn text_of_document(document: &Document) -> String {
    String::from_utf8_lossy(document.files()[0].bytes()).into_owned()
}

#[test]
fn a_gate_runs_at_most_once_for_each_candidate() {
    for n_workers in [1, 2, 7] {
        let gate = Arc::new(Counting::default());
        let options = ReducerOptions { gates: vec![gate.clone()], ..ReducerOptions::default() };
        let plan = Plan::fixpoint(letters(&["a", "b", "c"]));
        let mut reducer = Reducer::new(&Document::single("input", "abcabcaabbccabcabc"), &plan, options);
        let mut under_way = Vec::new();
        loop {
            while under_way.len() < n_workers
                && let Ask::Run(trial) = reducer.ask()
            {
                under_way.push(trial);
            }
            while let Some(id) = reducer.poll_abandoned() {
                under_way.retain(|trial: &Trial| trial.id != id);
                reducer.cancelled(id);
            }
            let Some(trial) = under_way.pop() else { break };
            let is_interesting = text_of(&trial.candidate).starts_with("ab");
            reducer.tell(trial.id, if is_interesting { Verdict::Interesting } else { Verdict::Boring });
        }
        let asked = gate.asked.lock().unwrap();
        let different: HashSet<*const Edits> =
            asked.iter().map(|candidate| &raw const *candidate.edits()).collect();
        assert_eq!(different.len(), asked.len(), "{n_workers} workers");
        assert!(0 < reducer.counts().gated);
        if n_workers == 1 {
            assert_eq!(asked.len() as u64, reducer.counts().proposed, "nothing is asked ahead");
        }
    }
}

/// With so many under way, one look at the tree plans several trials.
#[test]
fn hundreds_of_workers_get_different_trials_and_leave_the_same() {
    let run = |n_workers: usize, look_ahead| {
        let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
        let document = Document::single("input", "aab".repeat(30));
        let mut reducer = Reducer::new(&document, &Plan::fixpoint(letters(&["a", "b"])), options);
        let (mut under_way, mut most, mut n_told): (Vec<Trial>, usize, u64) = (Vec::new(), 0, 0);
        loop {
            while under_way.len() < n_workers
                && let Ask::Run(trial) = reducer.ask()
            {
                while let Some(id) = reducer.poll_abandoned() {
                    under_way.retain(|trial| trial.id != id);
                    reducer.cancelled(id);
                }
                let is_new = under_way.iter().all(|other| other.candidate.key() != trial.candidate.key());
                assert!(is_new, "{n_workers} workers, {look_ahead:?}");
                under_way.push(trial);
            }
            most = most.max(under_way.len());
            while let Some(id) = reducer.poll_abandoned() {
                under_way.retain(|trial| trial.id != id);
                reducer.cancelled(id);
            }
            if under_way.is_empty() {
                return (text_of_document(reducer.best()), most);
            }
            // Every other answer is the one that has been waited for longest.
            n_told += 1;
            let trial = under_way.remove(if n_told.is_multiple_of(2) { 0 } else { under_way.len() / 2 });
            let text = text_of(&trial.candidate);
            let is_interesting = 7 <= text.matches('a').count() && text.ends_with("bbb");
            reducer.tell(trial.id, if is_interesting { Verdict::Interesting } else { Verdict::Boring });
        }
    };
    let (alone, _) = run(1, LookAhead::Tree);
    for look_ahead in [LookAhead::Tree, LookAhead::Scouts] {
        let (together, most) = run(150, look_ahead);
        assert_eq!(together, alone);
        assert!(64 < most, "more than two were planned at once: {most}");
    }
}
