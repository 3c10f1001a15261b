//! Questions and findings.

use super::{LetterSearch, run};
use crate::candidate::{Candidate, Edit, Edits};
use crate::document::Document;
use crate::finding::{Finding, FindingState};
use crate::pass::Pass;
use crate::plan::{Moved, Plan, PlanSearch};
use crate::search::Search;
use crate::verdict::Answer;

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
