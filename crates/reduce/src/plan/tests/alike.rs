//! Large changes that are nearly the same as others that were boring.

use std::sync::Arc;

use super::{Words, letter, run};
use crate::candidate::{Candidate, Edit, Edits, Gate};
use crate::document::Document;
use crate::pass::{CandidateSearch, Pass};
use crate::plan::Plan;
use crate::search::Search;
use crate::verdict::Answer;

/// The words that each proposal of [`windows`] removes.
const N_REMOVED: usize = 100;

#[derive(Clone)]
struct WindowSearch {
    base: Document,
    /// What may be removed, the next one last.
    left: Vec<Edit>,
    n_refused: usize,
}

struct Refuse;

impl Gate for Refuse {
    fn admits(&self, _: &Candidate) -> bool {
        false
    }
}

/// Tries to remove hundred words in a row that begin with a digit: from the first on, from the
/// second on and so on, until one may go. A gate refuses the first ones.
pub(crate) fn windows(n_refused: usize) -> Pass {
    Pass::new("windows", move |document| {
        let mut start = 0;
        let words = document.files()[0].bytes().split_inclusive(|byte| *byte == b' ').map(|word| {
            start += word.len();
            (word[0].is_ascii_digit(), start - word.len()..start)
        });
        let numbers: Vec<_> = words.filter(|(is_number, _)| *is_number).map(|(_, range)| range).collect();
        let removed = numbers.windows(N_REMOVED).rev();
        let left = removed.map(|words| Edit::delete(0, words[0].start..words[N_REMOVED - 1].end)).collect();
        let search = WindowSearch { base: document.clone(), left, n_refused };
        (!search.left.is_empty()).then(|| Box::new(search) as CandidateSearch)
    })
}

impl Search for WindowSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let candidate = Candidate::new("windows", &self.base, Edits::new([self.left.last()?.clone()]));
        Some(if self.n_refused == 0 { candidate } else { candidate.with_gate(Arc::new(Refuse)) })
    }

    fn learn(&mut self, answer: Answer) {
        self.left.pop();
        self.n_refused = self.n_refused.saturating_sub(1);
        if answer.is_interesting() {
            self.left.clear();
        }
    }
}

/// Letters, 105 numbers, of which hundred in a row may go in six ways, and much that stays.
pub(crate) fn numbered(letters: &str) -> String {
    let numbers = (1000..1105).fold(format!("{letters} "), |text, number| format!("{text}{number} "));
    numbers + &"x ".repeat(200)
}

/// An `a`, then the numbers.
fn letter_and_windows(n_refused: usize) -> Plan {
    Plan::sequence([letter("a"), windows(n_refused)].map(Plan::pass))
}

fn remembering(plan: Plan) -> Plan {
    Plan::remembering(plan, Arc::new(Words))
}

fn frugal(plan: Plan) -> Plan {
    Plan::frugal_fixpoint(plan, Arc::new(Words))
}

/// Returns what a plan asks about when only the `a` may go, and the numbers behind so many others:
/// `a`, or how many numbers stay before those that go.
fn asked(plan: &Plan, goes: Option<usize>) -> Vec<String> {
    let n_before =
        |text: &str| (1000..1105).take_while(|number| text.contains(&format!("{number} "))).count();
    let may_go = |text: &str| !text.contains('a') && [Some(105), goes].contains(&Some(n_before(text)));
    let name = |text: &String| match n_before(text) {
        105 => "a".to_owned(),
        n_before => n_before.to_string(),
    };
    run(plan, &numbered("a"), may_go).0.iter().map(name).collect()
}

#[test]
fn a_frugal_fixpoint_asks_at_its_end_what_is_like_others_that_were_boring() {
    let plan = frugal(letter_and_windows(0));
    assert_eq!(asked(&plan, None), ["a", "0", "1", "0", "1", "2", "3", "4", "5"]);
    assert_eq!(asked(&plan, Some(4)), ["a", "0", "1", "0", "1", "2", "3", "4"], "it is found there");
}

#[test]
fn a_plan_that_remembers_never_asks_what_is_like_others_that_were_boring() {
    let plan = remembering(letter_and_windows(0));
    assert_eq!(asked(&plan, Some(4)), ["a", "0", "1"]);
    assert_eq!(asked(&Plan::fixpoint(plan.clone()), Some(4)), ["a", "0", "1"]);
    assert_eq!(plan.pass_names(), ["a", "windows"]);
    assert_eq!(format!("{plan:?}"), "[a, windows]");
}

#[test]
fn a_frugal_fixpoint_asks_everything_at_its_end_also_around_a_plan_that_remembers() {
    let plan = frugal(remembering(letter_and_windows(0)));
    assert_eq!(asked(&plan, Some(4)), ["a", "0", "1", "0", "1", "2", "3", "4"]);
}

#[test]
fn what_a_gate_refused_was_not_boring() {
    assert_eq!(asked(&remembering(letter_and_windows(2)), None), ["a", "2", "3"]);
}

#[test]
fn before_anything_is_accepted_nothing_is_put_off() {
    let plan = remembering(Plan::pass(windows(0)));
    assert_eq!(asked(&plan, None), ["0", "1", "2", "3", "4", "5"]);
}
