//! CHISEL on small programs.

use dwindle_reduce::{
    Algorithm, Ask, Counts, Document, ListMethod, ListOptions, Plan, Reducer, ReducerOptions, Verdict,
};
use dwindle_syntax::bindings::{Bindings, Need};

use crate::catalogue::Entry;
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

/// Reduces a program to a fixpoint; `check` sees every candidate that is tested.
fn chisel(
    options: &PassOptions,
    text: &str,
    needs: impl Fn(&str) -> bool,
    mut check: impl FnMut(&str),
) -> (String, Counts) {
    let document = Document::single("program.c", text);
    let pass = (Entry::named("chisel").unwrap().make)(options);
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

/// Gives the names that are used without a definition.
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

#[test]
fn every_candidate_that_is_tested_defines_what_it_uses() {
    for algorithm in ALGORITHMS {
        let (left, counts) = chisel(
            &options(algorithm),
            PROGRAM,
            |text| text.contains("main(") && text.contains("thrice(i)"),
            |text| assert_eq!(undefined(text), Vec::<String>::new(), "{algorithm}: {text}"),
        );
        assert!(0 < counts.gated, "{algorithm}");
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
    let open = ChiselOptions { dependency_check: Switch::Off, ..ChiselOptions::default() };
    for algorithm in ALGORITHMS {
        let checked = chisel(&options(algorithm), PROGRAM, needs, |_| {});
        let unchecked = chisel(&PassOptions { chisel: open, ..options(algorithm) }, PROGRAM, needs, |_| {});
        assert!(checked.1.executed <= unchecked.1.executed, "{algorithm}");
        assert!(0 < checked.1.gated && unchecked.1.gated <= checked.1.gated, "{algorithm}");
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
fn without_dead_code_removal_lists_find_it_too() {
    let lists = ChiselOptions { dead_code: Switch::Off, ..ChiselOptions::default() };
    let needs = |text: &str| text.contains("main(") && text.contains("return i;");
    for algorithm in ALGORITHMS {
        let (left, _) = chisel(&PassOptions { chisel: lists, ..options(algorithm) }, PROGRAM, needs, |_| {});
        assert!(!left.contains("twice") && !left.contains("struct"), "{algorithm}: {left}");
    }
}

/// What lies behind an announcement may go where only a compiler looks at the program.
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
        let pass = (Entry::named("chisel").unwrap().make)(&options("split-adaptive"));
        let Some(mut search) = pass.begin(&Document::single(path, text)) else { continue };
        for _ in 0..100 {
            let Some(candidate) = search.propose() else { break };
            assert!(candidate.cost().bytes < text.len() as u64);
            search.learn(candidate.render().files()[0].bytes().windows(4).any(|part| part == b"keep"));
        }
        assert!(search.propose().is_none());
    }
}
