//! The reasons for which sessions end.

use std::time::Duration;

use dwindle_reduce::{
    Answer, Candidate, Document, Edit, Edits, Pass, Plan, Reducer, ReducerOptions, Search, StopReason,
};
use dwindle_run::session::{Ended, Session, SessionOptions, Status};

use crate::child::until_cancelled;
use crate::toy::*;

fn limited(options: ReducerOptions) -> Ended {
    let reducer = Reducer::new(&document(500), &plan(), options);
    Session::new(reducer, inline(property(|_, _| Ok(()))), SessionOptions::default()).run()
}

#[test]
fn limits_of_the_reducer_end_a_session() {
    let ended = limited(ReducerOptions { max_trials: Some(20), ..ReducerOptions::default() });
    assert_eq!((ended.summary.status, ended.reason), (Status::Budget, StopReason::Trials));
    assert_eq!(ended.summary.executed, 20);
    let ended = limited(ReducerOptions { target_bytes: Some(250), ..ReducerOptions::default() });
    assert_eq!((ended.summary.status, ended.reason), (Status::Reduced, StopReason::Size));
    assert!(ended.best.n_bytes() <= 250);
}

#[test]
fn a_session_without_anything_to_remove_has_its_own_ending() {
    let nothing = Document::single("input.txt", "dwindle");
    let ended =
        Session::new(reducer(&nothing), inline(property(|_, _| Ok(()))), SessionOptions::default()).run();
    assert_eq!((ended.summary.status, ended.reason), (Status::Unreducible, StopReason::Complete));
}

#[test]
fn the_budget_ends_running_trials() {
    let stuck = property(|_, cancel| {
        until_cancelled(cancel);
        Ok(())
    });
    let options = SessionOptions { budget: Some(Duration::from_millis(20)), ..SessionOptions::default() };
    let ended = Session::new(reducer(&document(500)), threads(&stuck, 3), options).run();
    assert_eq!((ended.summary.status, ended.reason), (Status::Budget, StopReason::Time));
    assert_eq!((ended.summary.executed, ended.best), (0, document(500)));
}

#[test]
fn an_interruption_ends_running_trials() {
    for n_workers in [1, 4] {
        let options = SessionOptions::default();
        let interrupt = options.interrupt.clone();
        let stuck = property(move |_, cancel| {
            interrupt.cancel();
            until_cancelled(cancel);
            Ok(())
        });
        let ended = Session::new(reducer(&document(500)), threads(&stuck, n_workers), options).run();
        assert_eq!((ended.summary.status, ended.reason), (Status::Interrupted, StopReason::Interrupted));
        assert_eq!((ended.summary.executed, ended.best), (0, document(500)));
    }
}

#[test]
fn an_interruption_before_the_start_ends_the_session() {
    let options = SessionOptions::default();
    options.interrupt.cancel();
    let ended = Session::new(reducer(&document(500)), inline(property(|_, _| Ok(()))), options).run();
    assert_eq!(ended.summary.status, Status::Interrupted);
}

/// A search that proposes the same candidate until it is interesting.
#[derive(Clone)]
struct Again(Option<Document>);

impl Search for Again {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        Some(Candidate::new("again", self.0.as_ref()?, Edits::new([Edit::delete(0, 0..1)])))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        self.0.take_if(|_| interesting);
    }
}

#[test]
fn limits_are_checked_while_no_trial_is_needed() {
    let nothing = Document::single("input.txt", "dwindle");
    let plan = Plan::pass(Pass::new("again", |document| Some(Box::new(Again(Some(document.clone()))))));
    let budget = SessionOptions { budget: Some(Duration::from_millis(20)), ..SessionOptions::default() };
    let reducer = Reducer::new(&nothing, &plan, ReducerOptions::default());
    let ended = Session::new(reducer, inline(property(|_, _| Ok(()))), budget).run();
    assert_eq!((ended.reason, ended.summary.executed), (StopReason::Time, 1));
    let reducer = Reducer::new(&nothing, &plan, ReducerOptions::default());
    let options = SessionOptions::default();
    let interrupt = options.interrupt.clone();
    let interrupting = property(move |_, _| {
        interrupt.cancel();
        Ok(())
    });
    let ended = Session::new(reducer, threads(&interrupting, 2), options).run();
    assert_eq!(ended.reason, StopReason::Interrupted);
}
