//! Plans under scripted answers.

use std::sync::{Arc, Mutex};

use super::{Moved, Plan, PlanSearch};
use crate::candidate::{Candidate, Edit, Edits};
use crate::document::Document;
use crate::finding::{Finding, FindingState};
use crate::pass::{CandidateSearch, Pass};
use crate::repair::{Proposed, Repair};
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

/// Each `a` may go when none is left before it, so a run finds one; both dashes are needed.
#[test]
fn a_frugal_fixpoint_asks_again_at_its_end_what_was_boring() {
    let text = "first a; second a; third a; fourth a; the end: -; behind it: -";
    let needs = |left: &str| {
        let is_left = ["first a", "second a", "third a", "fourth a"].map(|part| left.contains(part));
        is_left.is_sorted() && left.matches('-').count() == 2
    };
    let (asked, _) = run(&Plan::fixpoint(letters(&["a", "-"])), text, needs);
    let (frugal, _) = run(&Plan::frugal_fixpoint(letters(&["a", "-"])), text, needs);
    let best = |asked: &[String]| asked.iter().rfind(|asked| asked.ends_with('+')).cloned();
    assert_eq!(best(&asked), best(&frugal));
    // An `a` is asked about again because another one went; the dashes in the first run and at the
    // end.
    assert_eq!((asked.len(), frugal.len()), (4 + 3 + 2 + 1 + 4 * 2, 4 + 3 + 2 + 1 + 2 * 2));
}

/// The second `z` may go when the first is gone, so a run finds one; the dash is needed.
#[test]
fn what_was_boring_at_the_very_start_is_put_off_until_the_end() {
    let text = "dash: -; and far away from it: first z; second z";
    let needs = |left: &str| {
        left.contains('-') && ["first z", "second z"].map(|part| left.contains(part)).is_sorted()
    };
    let (asked, _) = run(&Plan::frugal_fixpoint(letters(&["-", "z"])), text, needs);
    assert!(asked.iter().any(|asked| asked.ends_with("first ; second +")), "{asked:?}");
    let n_dashes = asked.iter().filter(|asked| asked.starts_with("dash: ;")).count();
    assert_eq!(n_dashes, 2, "in the first run and at the end: {asked:?}");
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

/// What a gate of the plan refuses without a trial is put off.
#[test]
fn what_was_asked_about_this_very_document_is_not_put_off() {
    // Both passes delete the only `a`; at the second time the document is the same.
    let plan = Plan::frugal_fixpoint(Plan::sequence([letter("a"), letter("a")].map(Plan::pass)));
    let mut search = PlanSearch::new(&plan, &Document::single("input", "ab"));
    let mut n_asked = 0;
    while let Some(candidate) = search.propose() {
        assert!(candidate.gate().is_none(), "its answer is known by its content");
        n_asked += 1;
        search.learn(Answer::Boring);
    }
    assert_eq!(n_asked, 2);
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

/// Keeps the number in front of a text equal to the number of `a` behind it; first all of them go
/// with one.
#[derive(Clone, Default)]
struct Count {
    learned: Vec<(usize, Answer)>,
    n_a: usize,
}

impl Repair for Count {
    fn begin(&mut self, base: &Document) {
        self.n_a = base.files()[0].bytes().iter().filter(|byte| **byte == b'a').count();
    }

    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits> {
        let text = proposed.base.files()[0].bytes();
        let gone = proposed.edits.as_slice();
        let all = (1..text.len()).filter(|at| text[*at] == b'a').map(|at| Edit::delete(0, at..at + 1));
        let with_count = |edits: Vec<Edit>| {
            let n_left = self.n_a - edits.len();
            Edits::new(edits.into_iter().chain([Edit::replace(0, 0..1, n_left.to_string().as_bytes())]))
        };
        vec![with_count(all.collect()), with_count(gone.to_vec())]
    }

    fn learn(&mut self, variant: usize, answer: Answer) {
        self.learned.push((variant, answer));
    }
}

#[test]
fn a_repaired_proposal_is_tested_in_all_its_variants_until_one_is_interesting() {
    let counts = |text: &str| {
        let (count, rest) = text.split_at(1);
        rest.matches('a').count().to_string() == count && rest.contains("aa")
    };
    let plan = Plan::repaired(letters(&["a"]), Arc::new(Count::default()));
    let (asked, moved) = run(&plan, "4aaaa", counts);
    // Without all of them it is asked about only once.
    assert_eq!(asked, ["0-", "3aaa+", "0-", "2aa+", "0-", "1a-", "0-", "1a-"]);
    assert_eq!(moved[1], Moved::Ended { pass: "a", accepted: 2, proposed: 8 });
    assert!(run(&letters(&["a"]), "4aaaa", counts).0.iter().all(|asked| asked.ends_with('-')));
}

/// Records what it learns.
#[derive(Clone)]
struct Recording(LetterSearch, Arc<Mutex<Vec<Answer>>>);

impl Search for Recording {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.0.propose()
    }

    fn learn(&mut self, answer: Answer) {
        self.1.lock().unwrap().push(answer);
        self.0.learn(answer);
    }
}

#[test]
fn a_proposal_is_refused_only_if_all_its_variants_are() {
    use Answer::{Boring, Refused};
    let learned_after = |answers: [Answer; 2]| {
        let learned = Arc::new(Mutex::new(Vec::new()));
        let log = learned.clone();
        let pass = Pass::new("a", move |document| {
            let search = LetterSearch {
                name: "a",
                base: document.clone(),
                gone: Vec::new(),
                left: (1..document.files()[0].bytes().len()).collect(),
            };
            Some(Box::new(Recording(search, log.clone())))
        });
        let plan = Plan::repaired(Plan::pass(pass), Arc::new(Count::default()));
        let mut search = PlanSearch::new(&plan, &Document::single("input", "4aaaa"));
        answers.into_iter().for_each(|answer| search.learn(answer));
        std::mem::take(&mut *learned.lock().unwrap())
    };
    for (answers, learned) in [
        ([Boring, Boring], Boring),
        ([Boring, Refused], Boring),
        ([Refused, Boring], Boring),
        ([Refused, Refused], Refused),
    ] {
        assert_eq!(learned_after(answers), [learned], "{answers:?}");
    }
}

/// Takes the `b` that follows an `a` along.
#[derive(Clone)]
struct Pair;

impl Repair for Pair {
    fn begin(&mut self, _: &Document) {}

    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits> {
        let text = proposed.base.files()[0].bytes();
        let edits = proposed.edits.as_slice();
        let is_gone = |at: usize| edits.iter().any(|edit| edit.range.contains(&at));
        let follows = |at: usize| 0 < at && text[at] == b'b' && text[at - 1] == b'a' && is_gone(at - 1);
        let along = (0..text.len()).filter(|at| follows(*at) && !is_gone(*at));
        let along = along.map(|at| Edit::delete(0, at..at + 1));
        vec![Edits::new(edits.iter().cloned().chain(along))]
    }

    fn learn(&mut self, _: usize, _: Answer) {}
}

#[test]
fn what_went_along_before_is_interesting_without_a_trial() {
    let pairs = |text: &str| !text.contains("bb") && !text.ends_with('b') || text.contains("abab");
    let plan = Plan::repaired(letters(&["a", "b"]), Arc::new(Pair));
    let (asked, _) = run(&plan, "cabab", |text| pairs(text) || text == "cab" || text == "c");
    assert_eq!(asked, ["cab+", "c+"]);
}

/// Takes the `a` beside each one along.
#[derive(Clone)]
struct Twins;

impl Repair for Twins {
    fn begin(&mut self, _: &Document) {}

    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits> {
        let text = proposed.base.files()[0].bytes();
        let edits = proposed.edits.as_slice();
        let is_gone = |at: usize| edits.iter().any(|edit| edit.range.contains(&at));
        let is_beside = |at: usize| is_gone(at + 1) || at.checked_sub(1).is_some_and(is_gone);
        let along = (0..text.len()).filter(|&at| text[at] == b'a' && !is_gone(at) && is_beside(at));
        let along = along.map(|at| Edit::delete(0, at..at + 1));
        vec![Edits::new(edits.iter().cloned().chain(along))]
    }

    fn learn(&mut self, _: usize, _: Answer) {}
}

/// Never fails.
#[derive(Clone)]
struct Lucky(LetterSearch);

impl Search for Lucky {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.0.propose()
    }

    fn learn(&mut self, answer: Answer) {
        assert_eq!(answer, Answer::Interesting);
        self.0.learn(answer);
    }
}

#[test]
fn a_pass_learns_that_what_went_along_before_is_interesting() {
    let lucky = Pass::new("a", |document| {
        let left = vec![0, 1, 3, 4];
        let search = LetterSearch { name: "a", base: document.clone(), gone: Vec::new(), left };
        Some(Box::new(Lucky(search)))
    });
    let (asked, _) = run(&Plan::repaired(Plan::pass(lucky), Arc::new(Twins)), "aabaa", |_| true);
    assert_eq!(asked, ["aab+", "b+"], "two of four cost no trial");
}

#[test]
fn a_repair_comes_behind_the_one_within_it() {
    let inner = Plan::repaired(letters(&["a"]), Arc::new(Pair));
    let (asked, _) = run(&Plan::repaired(inner, Arc::new(Pair)), "abab", |_| true);
    assert_eq!(asked, ["ab+", "+"]);
}

/// Asks whether the text may end in `x`, and deletes the first letter if so.
#[derive(Clone)]
struct Asking {
    base: Document,
    answers: Vec<Answer>,
}

impl Search for Asking {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let end = self.base.files()[0].bytes().len();
        let longer = Edits::new([Edit::replace(0, end..end, b"x")]);
        match *self.answers {
            [] => Some(Candidate::question("asking", &self.base, longer)),
            [Answer::Interesting] => {
                Some(Candidate::new("asking", &self.base, Edits::new([Edit::delete(0, 0..1)])))
            }
            _ => None,
        }
    }

    fn learn(&mut self, answer: Answer) {
        self.answers.push(answer);
    }
}

#[test]
fn a_question_is_answered_and_never_accepted() {
    let plan = Plan::pass(Pass::new("asking", |document| {
        Some(Box::new(Asking { base: document.clone(), answers: Vec::new() }))
    }));
    let (asked, moved) = run(&plan, "ab", |text| text.ends_with('x') || text.len() < 2);
    assert_eq!(asked, ["abx+", "b+"]);
    assert_eq!(moved[1], Moved::Ended { pass: "asking", accepted: 1, proposed: 2 });
    assert_eq!(run(&plan, "ab", |_| false).0, ["abx-"]);
}

/// Finds out one thing with each answer.
#[derive(Clone)]
struct Curious(LetterSearch, Vec<Finding>);

fn finding(values: u64) -> Finding {
    Finding { relation: "letters".into(), values, place: "line 1".into(), state: FindingState::Found }
}

impl Search for Curious {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.0.propose()
    }

    fn learn(&mut self, answer: Answer) {
        self.0.learn(answer);
        self.1.push(finding(self.1.len() as u64));
    }

    fn findings(&self) -> &[Finding] {
        &self.1
    }
}

#[test]
fn findings_are_handed_out_once_by_the_plan_and_by_each_fork() {
    let pass = Pass::new("curious", |document| {
        let bytes = document.files()[0].bytes();
        let left = (0..bytes.len()).collect();
        let search = LetterSearch { name: "curious", base: document.clone(), gone: Vec::new(), left };
        Some(Box::new(Curious(search, vec![finding(0)])))
    });
    let found = |moved: Vec<Moved>| -> Vec<u64> {
        let values = moved.into_iter().filter_map(|moved| match moved {
            Moved::Found { finding, .. } => Some(finding.values),
            _ => None,
        });
        values.collect()
    };
    let mut plan = PlanSearch::new(&Plan::pass(pass), &Document::single("input", "abcd"));
    assert_eq!(found(plan.take_moved()), [0]);
    assert_eq!(found(plan.take_moved()), [0; 0]);
    plan.learn(Answer::Boring);
    let mut fork = plan.fork_plan();
    fork.learn(Answer::Boring);
    let mut second = fork.fork_plan();
    second.learn(Answer::Boring);
    assert_eq!([plan, fork].map(|mut plan| found(plan.take_moved())), [[1], [2]]);
    second.learn(Answer::Boring);
    assert_eq!(found(second.take_moved()), [3, 4], "also what was found out by the last answer");
}
