//! Plans whose proposals are repaired.

use std::sync::{Arc, Mutex};

use super::{LetterSearch, letters, run};
use crate::candidate::{Candidate, Edit, Edits};
use crate::document::Document;
use crate::pass::Pass;
use crate::plan::{Moved, Plan, PlanSearch};
use crate::repair::{Proposed, Repair};
use crate::search::Search;
use crate::verdict::Answer;

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
