//! Tests of CHISEL on small programs.

use dwindle_reduce::{
    Algorithm, Ask, Counts, Document, ListMethod, ListOptions, Plan, Reducer, ReducerOptions, Verdict,
};
use dwindle_syntax::bindings::{Bindings, Need};

use super::functions::Functions;
use crate::entry::Entry;
use crate::options::{ChiselOptions, PassOptions, Switch};

const PROGRAM: &str = "\
int puts(const char *text);
struct pair { int a; int b; };
typedef unsigned long number;
static int twice(int a);
struct alone { int lone; };
static int alone(struct alone *a) { return a->lone; }
static number add(number a, number b) { return a + b; }
static number sum(struct pair *p) { return add(p->a, p->b); }
static int twice(int a) { return 2 * a; }
static int thrice(int a) { return twice(a) + a; }

int main(int argc, char **argv) {
  struct pair p = { argc, 2 };
  int i, unused;
  for (i = 0; i < 3; i++) {
    if (thrice(i) > 5) goto out;
    puts(\"a\");
  }
  puts(sum(&p) ? \"b\" : \"c\");
out:
  return i;
}
";

fn options(algorithm: &str) -> PassOptions {
    let algorithm = Algorithm::named(algorithm).unwrap();
    PassOptions::new(ListMethod { algorithm, options: ListOptions::default() })
}

/// Reduces a program to a fixpoint; `check` sees every tested candidate.
fn chisel(
    options: &PassOptions,
    text: &str,
    needs: impl Fn(&str) -> bool,
    mut check: impl FnMut(&str),
) -> (String, Counts) {
    let document = Document::single("program.c", text);
    let pass = Entry::named("chisel").unwrap().pass(options);
    let plan = Plan::fixpoint(Plan::pass(pass));
    let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let text = String::from_utf8(trial.candidate.render().files()[0].bytes().to_vec()).unwrap();
        check(&text);
        reducer.tell(trial.id, if needs(&text) { Verdict::Interesting } else { Verdict::Boring });
    }
    (String::from_utf8(reducer.best().files()[0].bytes().to_vec()).unwrap(), reducer.counts())
}

fn bindings(text: &str) -> Bindings {
    let language = dwindle_syntax::languages::by_name("c").unwrap();
    Bindings::of(language, &language.parse(text.as_bytes()).unwrap()).unwrap()
}

/// Returns the names that are used without a definition.
fn undefined(text: &str) -> Vec<String> {
    let bindings = bindings(text);
    let is_lost = |bound: &&dwindle_syntax::bindings::Use| {
        let is_known = bound.entity.is_some() || bindings.tree().text_of(bound.node) == b"puts";
        bound.need != Need::None && !is_known
    };
    let name = |bound: &dwindle_syntax::bindings::Use| bindings.tree().text_of(bound.node);
    let lost =
        bindings.uses().iter().filter(is_lost).map(|bound| String::from_utf8_lossy(name(bound)).into_owned());
    lost.collect()
}

const ALGORITHMS: [&str; 7] = ["ddmin", "probdd", "cdd", "wddmin", "wprobdd", "wcdd", "split-adaptive"];

fn with(dependency_check: Switch, dead_code: Switch, algorithm: &str) -> PassOptions {
    PassOptions { chisel: ChiselOptions { dependency_check, dead_code }, ..options(algorithm) }
}

#[test]
fn every_candidate_that_is_tested_defines_what_it_uses() {
    for (algorithm, dead_code) in ALGORITHMS.into_iter().zip([Switch::On, Switch::Off].into_iter().cycle()) {
        let (left, counts) = chisel(
            &with(Switch::On, dead_code, algorithm),
            PROGRAM,
            |text| text.contains("main(") && text.contains("thrice(i)"),
            |text| assert_eq!(undefined(text), Vec::<String>::new(), "{algorithm}: {text}"),
        );
        assert!(
            dead_code == Switch::On || 0 < counts.gated,
            "lists meet what the check refuses: {algorithm}"
        );
        assert!(
            !left.contains("sum") && !left.contains("puts") && !left.contains("struct"),
            "{algorithm}: {left}"
        );
        assert!(left.contains("int thrice(int a)") && left.contains("int i"), "{algorithm}: {left}");
    }
}

#[test]
fn without_the_check_more_is_tested() {
    let needs = |text: &str| text.contains("main(") && undefined(text).is_empty() && text.contains("sum(&p)");
    for algorithm in ALGORITHMS {
        for dead_code in [Switch::On, Switch::Off] {
            let checked = chisel(&with(Switch::On, dead_code, algorithm), PROGRAM, needs, |_| {}).1;
            let unchecked = chisel(&with(Switch::Off, dead_code, algorithm), PROGRAM, needs, |_| {}).1;
            assert!(checked.executed < unchecked.executed, "{algorithm}, dead code: {dead_code:?}");
        }
    }
}

#[test]
fn what_nothing_uses_goes_in_one_trial() {
    let mut first = None;
    let needs = |text: &str| text.contains("main(") && text.contains("twice(a)");
    let kept = |text: &str| {
        first.get_or_insert_with(|| text.to_owned());
    };
    chisel(&options("split-adaptive"), PROGRAM, needs, kept);
    let first = first.unwrap();
    assert!(!first.contains("alone"), "{first}");
    assert!(first.contains("twice") && first.contains("sum") && first.contains("unused"), "{first}");
}

#[test]
fn functions_come_behind_those_that_use_them_and_the_largest_first() {
    let text = "int a(int x) { x; x; return b(x); }\nint b(int x) { x; return a(x); }\nint c(int x) { x; return d(x); }\n\
        int d(int x) { x; x; x; x; x; x; return x; }\nint main(void) { return a(1) + c(2); }\n";
    let bindings = bindings(text);
    let functions = Functions::of(bindings.tree(), &bindings);
    let around = |body| bindings.tree().parent(body).map(|function| bindings.tree().text_of(function)[4]);
    let order: Vec<u8> = functions.bodies().filter_map(around).collect();
    assert_eq!(String::from_utf8(order).unwrap(), "mcdab");
}

/// The memory layout of variables matters to programs that read uninitialized memory.
#[test]
fn what_is_unused_in_functions_does_not_hold_up_what_is_outside() {
    let text =
        "int f(int a) { return a; }\nint g(int a) { return a; }\nint main(void) { int odd; return f(1); }\n";
    let mut tested = Vec::new();
    let needs = |text: &str| text.contains("int odd;") && text.contains("f(1)") && text.contains("return a");
    let (left, _) = chisel(&options("ddmin"), text, needs, |text| tested.push(text.to_owned()));
    assert!(!left.contains("int g") && left.contains("int odd"), "{left}");
    assert!(!tested[0].contains("int g") && tested[0].contains("int odd"), "{}", tested[0]);
}

/// If a grammar does not know an attribute, it parses its parts as names.
#[test]
fn what_could_not_be_parsed_is_not_taken_for_unused() {
    let text = "typedef int *pointer;\nextern __attribute__((__nothrow__)) int(__attribute__((__leaf__)) \
        f)(char const *__restrict a, pointer b);\nint unused;\nint main(void) { return f(0, 0); }\n";
    let mut tested = Vec::new();
    let needs = |text: &str| text.contains("f(0, 0)");
    let (left, _) = chisel(&options("ddmin"), text, needs, |text| tested.push(text.to_owned()));
    assert!(!tested[0].contains("unused") && tested[0].contains("int *pointer"), "{}", tested[0]);
    assert!(!left.contains("__restrict"), "what nobody understands is tried as a whole: {left}");
}

#[test]
fn without_dead_code_removal_lists_find_it_too() {
    let needs = |text: &str| text.contains("main(") && text.contains("return i;");
    for algorithm in ALGORITHMS {
        let (left, _) = chisel(&with(Switch::On, Switch::Off, algorithm), PROGRAM, needs, |_| {});
        assert!(!left.contains("twice") && !left.contains("struct"), "{algorithm}: {left}");
    }
}

/// The definition behind a declaration may be removed if only a compiler processes the program.
#[test]
fn a_body_that_is_not_needed_goes_although_it_is_announced() {
    let text = "int f(int a);\nint f(int a) { return a; }\nint g(void) { return f(1); }\nint h(void) { return f(2); }\n";
    let needs = |text: &str| text.contains("f(1)") && text.contains("f(2)") && text.contains("int f(int a)");
    let (left, _) = chisel(&options("split-verified"), text, needs, |_| {});
    assert!(left.contains("int f(int a);") || left.contains("int f(int a) {}"), "{left}");
    assert!(!left.contains("return a"), "{left}");
}

#[test]
fn other_languages_and_broken_programs_are_left_alone_or_reduced() {
    for (path, text) in
        [("a.json", "[1, 2]"), ("a.c", "int f( { ) } @@@ int keep;"), ("a.c", ""), ("a.txt", "x y")]
    {
        let pass = Entry::named("chisel").unwrap().pass(&options("split-adaptive"));
        let Some(mut search) = pass.begin(&Document::single(path, text)) else { continue };
        for _ in 0..100 {
            let Some(candidate) = search.propose() else { break };
            assert!(candidate.cost().bytes < text.len() as u64);
            search.learn(candidate.render().files()[0].bytes().windows(4).any(|part| part == b"keep").into());
        }
        assert!(search.propose().is_none());
    }
}
