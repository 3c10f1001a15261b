//! Frugal fixpoints: what was boring is put off.

use std::sync::Arc;

use super::{Words, letter, letters, run};
use crate::document::Document;
use crate::plan::{Plan, PlanSearch};
use crate::search::Search;
use crate::verdict::Answer;

/// Runs a frugal fixpoint over the words of a text.
fn frugal(plan: Plan) -> Plan {
    Plan::frugal_fixpoint(plan, Arc::new(Words))
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
    let (asked_frugally, _) = run(&frugal(letters(&["a", "-"])), text, needs);
    let best = |asked: &[String]| asked.iter().rfind(|asked| asked.ends_with('+')).cloned();
    assert_eq!(best(&asked), best(&asked_frugally));
    // An `a` is asked about again because another one went; the dashes in the first run and at the
    // end.
    assert_eq!((asked.len(), asked_frugally.len()), (4 + 3 + 2 + 1 + 4 * 2, 4 + 3 + 2 + 1 + 2 * 2));
}

/// The second `z` may go when the first is gone, so a run finds one; the dash is needed.
#[test]
fn what_was_boring_at_the_very_start_is_put_off_until_the_end() {
    let text = "dash: -; and far away from it: first z; second z";
    let needs = |left: &str| {
        left.contains('-') && ["first z", "second z"].map(|part| left.contains(part)).is_sorted()
    };
    let (asked, _) = run(&frugal(letters(&["-", "z"])), text, needs);
    assert!(asked.iter().any(|asked| asked.ends_with("first ; second +")), "{asked:?}");
    let n_dashes = asked.iter().filter(|asked| asked.starts_with("dash: ;")).count();
    assert_eq!(n_dashes, 2, "in the first run and at the end: {asked:?}");
}

/// What a gate of the plan refuses without a trial is put off.
#[test]
fn what_was_asked_about_this_very_document_is_not_put_off() {
    // Both passes delete the only `a`; at the second time the document is the same.
    let plan = frugal(Plan::sequence([letter("a"), letter("a")].map(Plan::pass)));
    let mut search = PlanSearch::new(&plan, &Document::single("input", "ab"));
    let mut n_asked = 0;
    while let Some(candidate) = search.propose() {
        assert!(candidate.gate().is_none(), "its answer is known by its content");
        n_asked += 1;
        search.learn(Answer::Boring);
    }
    assert_eq!(n_asked, 2);
}
