//! Tests of which candidates are refused because a use lacks its definition.

use dwindle_reduce::{
    Algorithm, Ask, Counts, Document, ListMethod, ListOptions, Plan, Reducer, ReducerOptions, Verdict,
};
use dwindle_syntax::bindings::Bindings;

use super::{Budget, Budgets, careful_pass};
use crate::entry::Entry;
use crate::options::PassOptions;

/// Reduces a file by `hdd` behind the gate to a fixpoint.
fn reduce(path: &str, text: &str, budgets: Budgets, needs: impl Fn(&str) -> bool) -> (String, Counts) {
    let algorithm = Algorithm::named("split-adaptive").unwrap();
    let options = PassOptions::new(ListMethod { algorithm, options: ListOptions::default() });
    let pass = Entry::named("hdd").unwrap().pass(&options);
    let pass = careful_pass(pass, &options.trees, budgets);
    let plan = Plan::fixpoint(Plan::pass(pass));
    let mut reducer = Reducer::new(&Document::single(path, text), &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let text = String::from_utf8(trial.candidate.render().files()[0].bytes().to_vec()).unwrap();
        reducer.tell(trial.id, if needs(&text) { Verdict::Interesting } else { Verdict::Boring });
    }
    (String::from_utf8(reducer.best().files()[0].bytes().to_vec()).unwrap(), reducer.counts())
}

/// Every candidate is tested.
const OPEN: Budgets = {
    let open = Budget::ENDLESS;
    Budgets { definition: open, label: open, body: open, of_return: open, when_run: open }
};
/// No candidate with a lack is tested.
const SHUT: Budgets = Budgets {
    definition: Budget::NONE,
    label: Budget::NONE,
    body: Budget::NONE,
    of_return: Budget::NONE,
    when_run: Budget::ONCE,
};

/// Whether every name in a text has a definition.
fn is_defined(language: &str, text: &str) -> bool {
    let language = dwindle_syntax::languages::by_name(language).unwrap();
    let bindings = Bindings::of(language, &language.parse(text.as_bytes()).unwrap()).unwrap();
    bindings.uses().iter().all(|bound| bound.entity.is_some())
}

const C: &str = "int a; int b; int c(int x) { return x + a; }\nint d; int e(int y) { return c(y) + b + d; }\nint f; int g(void) { int h = e(f); int i = h; return i + b; }\n";

#[test]
fn where_names_have_to_be_defined_fewer_trials_find_the_same() {
    let needs = |text: &str| is_defined("c", text) && text.contains("e(f)");
    let (open, freely) = reduce("a.c", C, OPEN, needs);
    let (once, learned) = reduce("a.c", C, Budgets::ONCE, needs);
    let (shut, strictly) = reduce("a.c", C, SHUT, needs);
    assert_eq!((&once, &shut), (&open, &open));
    assert_eq!(freely.gated, 0);
    assert!(learned.executed < freely.executed, "{learned:?} {freely:?}");
    assert!(strictly.executed <= learned.executed, "{strictly:?} {learned:?}");
}

#[test]
fn where_names_do_not_matter_nothing_is_refused_for_long() {
    let needs = |text: &str| text.contains("e(f)") && text.contains("+ b");
    let (open, freely) = reduce("a.c", C, OPEN, needs);
    let (once, learned) = reduce("a.c", C, Budgets::ONCE, needs);
    assert_eq!(once, open);
    assert!(learned.executed <= freely.executed, "{learned:?} {freely:?}");
}

#[test]
fn where_no_compiler_looks_names_up_they_are_tried_at_any_rate() {
    let text = "a = 1\nb = a\ndef f(x):\n    return x + b\nprint(f(2))\n";
    let (left, counts) = reduce("a.py", text, SHUT, |text| text.contains("print(f("));
    assert!(!left.contains("def") && !left.contains("a = 1"), "{left}");
    let needs = |text: &str| text.contains("print(f(") && text.contains("def f") && text.contains("+ b");
    let (left, strictly) = reduce("a.py", text, SHUT, |text| needs(text) && text.contains("b = "));
    assert!(left.contains("b = ") && left.contains("+ b"), "{left}");
    assert!(0 < strictly.gated && counts.gated == 0, "{counts:?} {strictly:?}");
}
