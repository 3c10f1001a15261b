//! Tests of the plan `auto` as a whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dwindle_reduce::{
    Ask, Candidate, Document, Gate, ListOptions, LookAhead, Reducer, ReducerOptions, Verdict,
};

use super::auto::choose;
use super::options::PlanOptions;
use crate::policy::careful::N_CHECKED;
use crate::tree::gate::N_ASKED;

/// Counts the candidates that the reducer asks its gates about, and admits all.
#[derive(Default)]
struct Counting(AtomicU64);

impl Gate for Counting {
    fn admits(&self, _: &Candidate) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// Reduces a text to one that contains some words. Returns how many candidates were proposed
/// without those put off, and how often the syntax gate and the check of definitions ran.
fn n_runs_of_gates(path: &str, text: &str, needed: &[&str]) -> [u64; 3] {
    let document = Document::single(path, text);
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(&document);
    let plan = choose(&document, &options).plan;
    let counting = Arc::new(Counting::default());
    let options = ReducerOptions {
        gates: vec![counting.clone()],
        look_ahead: LookAhead::Off,
        ..ReducerOptions::default()
    };
    let before = [N_ASKED.get(), N_CHECKED.get()];
    let mut reducer = Reducer::new(&document, &plan, options);
    while let Ask::Run(trial) = reducer.ask() {
        let text = String::from_utf8_lossy(trial.candidate.render().files()[0].bytes()).into_owned();
        let is_interesting = needed.iter().all(|word| text.contains(word));
        reducer.tell(trial.id, if is_interesting { Verdict::Interesting } else { Verdict::Boring });
    }
    let counts = reducer.counts();
    assert_eq!(counting.0.load(Ordering::Relaxed), counts.proposed, "{path}: each is asked about once");
    let [asked, checked] = [N_ASKED.get() - before[0], N_CHECKED.get() - before[1]];
    [counts.proposed - counts.put_off, asked, checked]
}

#[test]
fn a_gate_runs_at_most_once_for_each_candidate() {
    let c = "static int one(int a) { return a + 1; }\nstatic int two(int a) { return one(a) + one(2); }\nint main(void) {\n  int needle = two(2);\n  if (needle) { keep(needle, 3); } else { one(4); }\n  return two(needle);\n}\n";
    let smt = "(set-logic QF_LIA)\n(declare-fun needle () Int)\n(declare-fun x () Int)\n(assert (= keep (+ needle 1)))\n(assert (< x needle))\n(check-sat)\n";
    let mut n_asked = 0;
    // `bodies` asks the gate itself for each list: these programs must not keep several bodies.
    for (path, text, needed) in [
        ("a.c", c, ["needle", "keep"]),
        ("a.c", c, ["two(needle)", "return"]),
        ("a.smt2", smt, ["keep (+ needle", "x"]),
    ] {
        let [proposed, asked, checked] = n_runs_of_gates(path, text, &needed);
        n_asked += asked;
        assert!(asked <= proposed, "{path}: the syntax gate ran {asked} times for {proposed}");
        assert!(checked <= proposed, "{path}: definitions were checked {checked} times for {proposed}");
    }
    assert!(0 < n_asked, "C has a syntax gate");
}
