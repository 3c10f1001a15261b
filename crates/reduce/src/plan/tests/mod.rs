//! Plans under scripted answers.

mod alike;
mod frugal;
mod questions;
mod repairs;

use std::collections::HashSet;

pub(crate) use alike::{numbered, windows};

use super::{Moved, NameHash, NameReader, Plan, PlanSearch};
use crate::candidate::{Candidate, Edit, Edits};
use crate::document::Document;
use crate::pass::{CandidateSearch, Pass};
use crate::search::Search;
use crate::verdict::Answer;

#[derive(Clone)]
struct LetterSearch {
    name: &'static str,
    base: Document,
    gone: Vec<usize>,
    left: Vec<usize>,
}

/// Tries to delete each occurrence of one letter, from the end of the first file to its start.
pub(crate) fn letter(name: &'static str) -> Pass {
    Pass::new(name, move |document| {
        let bytes = document.files()[0].bytes();
        let left: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == name.as_bytes()[0]).collect();
        let search = LetterSearch { name, base: document.clone(), gone: Vec::new(), left };
        (!search.left.is_empty()).then(|| Box::new(search) as CandidateSearch)
    })
}

impl Search for LetterSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let at = *self.left.last()?;
        let edits = self.gone.iter().copied().chain([at]).map(|at| Edit::delete(0, at..at + 1));
        Some(Candidate::new(self.name, &self.base, Edits::new(edits)))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let at = self.left.pop().expect("an answer is learned only for a proposal");
        if interesting {
            self.gone.push(at);
        }
    }
}

pub(crate) fn letters(names: &'static [&'static str]) -> Plan {
    Plan::sequence(names.iter().map(|name| Plan::pass(letter(name))))
}

/// Takes every lower-case letter sequence for a name, which is rare if it occurs four times at
/// most.
pub(crate) struct Words;

fn words(text: &[u8]) -> impl Iterator<Item = NameHash> {
    let is_letter = |byte: &u8| byte.is_ascii_lowercase();
    let words =
        text.chunk_by(move |a, b| is_letter(a) == is_letter(b)).filter(move |word| is_letter(&word[0]));
    words.map(|word| word.iter().fold(7, |hash, byte| hash * 31 % 1_000_003 + NameHash::from(*byte)))
}

impl NameReader for Words {
    fn in_removed(&self, text: &[u8]) -> Vec<NameHash> {
        words(text).collect()
    }

    fn rare(&self, names: &HashSet<NameHash>, document: &Document) -> Vec<NameHash> {
        let n_left = |name: &NameHash| words(document.files()[0].bytes()).filter(|word| word == name).count();
        names.iter().copied().filter(|name| n_left(name) <= 4).collect()
    }
}

/// Runs a plan to its end and returns every proposal with its answer, and what happened to the
/// passes.
fn run(plan: &Plan, text: &str, interesting: impl Fn(&str) -> bool) -> (Vec<String>, Vec<Moved>) {
    let mut search = PlanSearch::new(plan, &Document::single("input", text));
    let mut asked = Vec::new();
    while let Some(candidate) = search.propose() {
        if candidate.gate().is_some_and(|gate| !gate.admits(&candidate)) {
            search.learn(Answer::Refused);
            continue;
        }
        let text = String::from_utf8(candidate.render().files()[0].bytes().to_vec()).unwrap();
        let answer = interesting(&text);
        asked.push(format!("{text}{}", if answer { "+" } else { "-" }));
        search.learn(answer.into());
    }
    (asked, search.take_moved())
}

#[test]
fn passes_of_a_sequence_work_on_what_the_earlier_ones_left() {
    let (asked, moved) = run(&letters(&["a", "b"]), "aabb", |text| text.contains("ab"));
    assert_eq!(asked, ["abb+", "bb-", "ab+", "a-"]);
    assert_eq!(
        moved,
        [
            Moved::Began { pass: "a" },
            Moved::Ended { pass: "a", accepted: 1, proposed: 2 },
            Moved::Began { pass: "b" },
            Moved::Ended { pass: "b", accepted: 1, proposed: 2 },
        ]
    );
}

#[test]
fn a_fixpoint_ends_when_a_whole_run_accepts_nothing() {
    let needs = |text: &str| text.contains('a') || !text.contains('b');
    let (asked, _) = run(&Plan::fixpoint(letters(&["a", "b"])), "ab", needs);
    assert_eq!(asked, ["b-", "a+", "+"], "a goes only after b has gone");
}

/// Each `a` may go when none is left before it, so a run finds one.
#[test]
fn a_plan_is_repeated_while_it_takes_a_tenth_of_the_tokens() {
    let needs = |left: &str| ["1 a", "2 a", "3 a", "4 a"].map(|part| left.contains(part)).is_sorted();
    let asked = |text| run(&Plan::while_shrinking(letters(&["a"])), text, needs).0.len();
    assert_eq!(asked("1 a 2 a 3 a 4 a - -"), 4 + 3 + 2 + 1, "one of ten is enough");
    assert_eq!(asked("1 a 2 a 3 a 4 a - - -"), 4, "one of eleven is not");
    let everything_may_go = run(&Plan::while_shrinking(letters(&["a"])), "aa", |_| true).0;
    assert!(!everything_may_go.is_empty(), "where nothing is left, it ends");
}

/// Puts an `a` in the place of the first byte.
#[derive(Clone)]
struct First(Option<Document>);

impl Search for First {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let edits = Edits::new([Edit::replace(0, 0..1, b"a")]);
        self.0.as_ref().map(|base| Candidate::new("first", base, edits))
    }

    fn learn(&mut self, _: Answer) {
        self.0 = None;
    }
}

#[test]
fn of_texts_of_equal_cost_the_one_that_sorts_first_is_simpler() {
    let first = Pass::new("first", |document| Some(Box::new(First(Some(document.clone())))));
    let asked = |text| run(&Plan::fixpoint(Plan::pass(first.clone())), text, |_| true).0;
    assert_eq!(asked("z"), ["a+"]);
    assert_eq!(asked("a"), [""; 0], "it is the same");
    assert_eq!(asked("Z"), [""; 0], "it sorts before");
}

#[test]
fn a_pass_without_success_is_not_started_again_on_the_same_document() {
    let (asked, moved) = run(&Plan::fixpoint(letters(&["a", "b"])), "ab", |text| text.contains('a'));
    assert_eq!(asked, ["b-", "a+", "-"], "b has nothing to do on a, and a is asked once more");
    assert_eq!(moved.iter().filter(|moved| matches!(moved, Moved::Began { .. })).count(), 3);
}

/// Returns how often each run of a pass of one name began.
fn n_begun(moved: &[Moved], name: &str) -> usize {
    moved.iter().filter(|moved| matches!(moved, Moved::Began { pass } if *pass == name)).count()
}

#[test]
fn a_pass_is_known_by_its_place_also_where_it_is_a_clone_of_another() {
    let pass = Plan::pass(letter("a"));
    let twice = Plan::fixpoint(Plan::sequence([pass.clone(), pass, Plan::pass(letter("b"))]));
    let (asked, moved) = run(&twice, "ab", |text| text.contains('a'));
    // After `b` went, each place has one more turn; then none has.
    assert_eq!(asked, ["b-", "b-", "a+", "-", "-"]);
    assert_eq!((n_begun(&moved, "a"), n_begun(&moved, "b")), (4, 1));
}

#[test]
fn what_follows_depends_on_whether_a_plan_paid() {
    let plan = Plan::branch(letters(&["a"]), letters(&["b"]), letters(&["c", "b"]));
    assert_eq!(run(&plan, "abc", |text| !text.contains('a')).0, ["bc+", "c+"]);
    assert_eq!(run(&plan, "abc", |text| text.contains('a')).0, ["bc-", "ab+", "a+"]);
    assert_eq!(plan.pass_names(), ["a", "b", "c"]);
    assert_eq!(format!("{plan:?}"), "[[a] ? [b] : [c, b]]");
    // The same pass in both branches has two places.
    let twice = Plan::fixpoint(plan);
    assert_eq!(run(&twice, "abb", |text| text != "abb" && text.contains('b')).0, ["bb+", "b+", "-", "-"]);
}

#[test]
fn a_plan_around_another_is_not_started_again_on_the_same_document() {
    let around = |between| Plan::around(letters(&["a", "b"]), letters(between));
    let (asked, moved) = run(&around(&["c"]), "abc", |text| text == "ab");
    assert_eq!(asked, ["bc-", "ac-", "ab+", "b-", "a-"]);
    assert_eq!(moved.iter().filter(|moved| matches!(moved, Moved::Began { .. })).count(), 5);
    let (asked, _) = run(&around(&["c"]), "abc", |_| false);
    assert_eq!(asked, ["bc-", "ac-", "ab-"], "nothing changed between its two runs");
    assert_eq!(around(&["c"]).pass_names(), ["a", "b", "c"]);
    assert_eq!(format!("{:?}", around(&["c"])), "[[a, b], [c], [a, b]]");
}

#[test]
fn places_within_each_other_are_told_apart() {
    let inner = Plan::fixpoint(Plan::around(letters(&["a"]), letters(&["b", "c"])));
    let plan = Plan::fixpoint(Plan::sequence([inner, letters(&["a"]), letters(&["d"])]));
    let (_, moved) = run(&plan, "abcd", |text| text == "abc");
    // The inner plan's `a`, `b` and `c`, the other `a`, and all four again after `d` went.
    assert_eq!(["a", "b", "c", "d"].map(|name| n_begun(&moved, name)), [4, 2, 2, 1]);
}

#[test]
fn a_fork_learns_without_the_original_noticing() {
    let mut search = PlanSearch::new(&letters(&["a", "b"]), &Document::single("input", "abab"));
    let before = search.propose().unwrap().key();
    let mut fork = search.clone();
    while fork.propose().is_some() {
        fork.learn(Answer::Interesting);
    }
    assert_eq!(search.propose().unwrap().key(), before);
    search.learn(Answer::Boring);
    assert_ne!(search.propose().unwrap().key(), before);
}

#[test]
fn an_empty_plan_ends_at_once() {
    assert!(run(&Plan::sequence([]), "ab", |_| true).0.is_empty());
    assert!(run(&Plan::fixpoint(letters(&["c"])), "ab", |_| true).0.is_empty());
}

#[test]
fn pass_names_are_listed_once_in_order() {
    let plan = Plan::sequence([letters(&["b", "a"]), Plan::fixpoint(letters(&["a", "c"]))]);
    assert_eq!(plan.pass_names(), ["b", "a", "c"]);
    assert_eq!(format!("{plan:?}"), "[[b, a], ([a, c])*]");
}

/// Proposes the document itself, then longer ones, then a shorter one, again and again.
#[derive(Clone)]
struct IdleSearch {
    base: Document,
    left: u32,
}

impl Search for IdleSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let edits = match self.left {
            0 => return None,
            n if n % 3 == 0 => Edits::default(),
            n if n % 3 == 1 => Edits::new([Edit::replace(0, 0..0, b"x")]),
            _ => Edits::new([Edit::replace(0, 0..1, b"z")]),
        };
        Some(Candidate::new("idle", &self.base, edits))
    }

    fn learn(&mut self, _: Answer) {
        self.left -= 1;
    }
}

#[test]
fn what_is_not_simpler_is_passed_over() {
    let idle = Pass::new("idle", |document| Some(Box::new(IdleSearch { base: document.clone(), left: 9 })));
    let (asked, moved) = run(&Plan::fixpoint(Plan::pass(idle)), "ab", |_| true);
    assert_eq!(asked, [""; 0]);
    assert_eq!(moved.len(), 2, "the fixpoint ends after one run: {moved:?}");
}
