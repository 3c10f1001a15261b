//! Tests on small programs with compilers that reject missing and unused definitions.

mod elements;
mod given;
mod kept_calls;
mod sense;

use std::cell::RefCell;
use std::sync::Arc;

use dwindle_reduce::{Answer, Ask, Document, Plan, Reducer, ReducerOptions, Verdict};
use dwindle_syntax::bindings::{Bindings, Reach};
use dwindle_syntax::languages::by_name;

use super::companion::Companion;
use super::manner::{Manner, Way};
use crate::entry::Entry;
use crate::options::{Names, PassOptions};
use crate::testing::{best_options, options, reduce};

/// Whether a compiler that rejects undefined and unused names accepts a text.
fn compiles(language: &str, text: &str) -> bool {
    let language = by_name(language).unwrap();
    let tree = language.parse(text.as_bytes()).unwrap();
    if tree.has_error(tree.root()) {
        return false;
    }
    let bindings = Bindings::of(language, &tree).unwrap();
    let is_strange = |text: &[u8]| !matches!(text, b"printf" | b"int" | b"main");
    let mut uses = bindings.uses().iter();
    let is_undefined = uses.any(|bound| {
        bound.entity.is_none() && tree.is_named(bound.node) && is_strange(tree.text_of(bound.node))
    });
    !is_undefined && bindings.dead_within([], Reach::Names).is_empty()
}

/// Reduces a program with one pass. Returns the result and the number of tested candidates.
fn run(pass: &str, path: &str, text: &str, interesting: impl Fn(&str) -> bool) -> (String, usize) {
    let pass = Entry::named(pass).unwrap().pass(&options());
    let n_tested = RefCell::new(0);
    let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
        *n_tested.borrow_mut() += 1;
        interesting(&String::from_utf8_lossy(document.files()[0].bytes()))
    });
    (String::from_utf8_lossy(left.files()[0].bytes()).into_owned(), n_tested.into_inner())
}

/// Returns all texts that a pass proposes, without white space; only one of them is accepted.
fn proposals(pass: &str, path: &str, text: &str, accepted: &str) -> Vec<String> {
    let tested = RefCell::new(Vec::new());
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    run(pass, path, text, |left| {
        tested.borrow_mut().push(dense(left));
        dense(left) == dense(text) || dense(left) == accepted
    });
    tested.into_inner()
}

/// A C program of chains: `main` calls the first function of each, and each function the next one.
fn chains(n_chains: usize, length: usize) -> String {
    let mut text = String::new();
    for chain in 0..n_chains {
        for link in (0..length).rev() {
            let next = if link + 1 < length { format!("c{chain}_{}(a)", link + 1) } else { "a".to_owned() };
            text += &format!(
                "static int t{chain}_{link};\nstatic int c{chain}_{link}(int a) {{ return t{chain}_{link} + {next}; }}\n"
            );
        }
    }
    text += "int main(void) {\n";
    for chain in 0..n_chains {
        text += &format!("  printf(c{chain}_0({chain}));\n");
    }
    text + "  return 0;\n}\n"
}

#[test]
fn a_chain_of_functions_goes_with_its_call() {
    let text = chains(6, 8);
    let strict = |left: &str| compiles("c", left) && left.contains("c3_7");
    assert!(strict(&text));
    let (left, n_tested) = run("heaviest", "a.c", &text, strict);
    assert!(!left.contains("c2_0") && !left.contains("t5_7"), "{left}");
    assert!(n_tested < 100, "{n_tested} tested");
}

/// In a language without a grammar: each procedure is specified, defined and called once.
#[test]
fn a_procedure_goes_with_its_specification_and_its_call() {
    const N: usize = 24;
    let specified: String = (0..N).map(|n| format!("   procedure C{n}\n     (X : Integer);\n")).collect();
    let define = |n: usize| {
        format!("   procedure C{n}\n     (X : Integer)\n   is\n   begin\n      null;\n   end C{n};\n")
    };
    let defined: String = (0..N).map(define).collect();
    let called: String = (0..N).map(|n| format!("      C{n} (X => 1);\n")).collect();
    let text = format!(
        "package P is\n{specified}   procedure Main;\nend P;\npackage body P is\n{defined}   procedure Main is\n   begin\n{called}   end Main;\nend P;\n"
    );
    let strict = |left: &str| {
        let has = |text: String| left.contains(&text);
        let is_whole = |n: usize| {
            let parts = [
                has(format!("procedure C{n}\n     (X : Integer);")),
                has(format!("procedure C{n}\n     (X : Integer)\n   is\n")),
                has(format!("end C{n};")),
                has(format!("C{n} (X => 1);")),
            ];
            parts.iter().all(|&part| part == parts[0])
        };
        (0..N).all(is_whole) && left.contains("C7 (X => 1);") && left.contains("end P;\npackage body P is")
    };
    assert!(strict(&text));
    let (left, n_tested) = run("heaviest", "p.adb", &text, strict);
    assert_eq!(left.matches("procedure C").count(), 2, "{left}");
    assert!(n_tested < 60, "{n_tested} tested");
}

#[test]
fn slices_of_a_library_are_found_by_halving() {
    let mut text = String::new();
    for part in 0..32 {
        text += &format!(
            "struct s{part} {{ int a; }};\nstatic int h{part}(struct s{part} *s) {{ return s->a; }}\nint f{part}(void) {{ struct s{part} s; return h{part}(&s); }}\n"
        );
    }
    let needed = |left: &str| left.contains("return h20(");
    let (left, n_tested) = run("slices", "a.c", &text, needed);
    assert!(!left.contains("s19") && !left.contains("h21") && left.contains("struct s20"), "{left}");
    assert!(n_tested < 30, "{n_tested} tested");
}

/// A wildcard import that nothing needs any more is an error; which names it brings is not known.
#[test]
fn wildcard_imports_that_are_unneeded_with_a_slice_are_dropped() {
    let functions: String =
        (0..8).map(|n| format!("f{n} :: [Int] -> [Int]\nf{n} = g{n} 1\ng{n} :: Int -> [Int] -> [Int]\ng{n} n = fmap (+ n) . nub\n")).collect();
    let exports: Vec<String> = (0..8).map(|n| format!("f{n}")).collect();
    let text = format!(
        "module M ({}, k) where\nimport Data.List\nimport Data.Semigroup\ndata T = T\ninstance Semigroup T where\n  T <> T = T\nk :: T -> Int\nk T = 7 + 7 + 7\n{functions}",
        exports.join(", ")
    );
    let is_strict = |left: &str| {
        !left.contains("import A")
            && left.contains("import Data.List\n") == left.contains("nub")
            && left.contains("import Data.Semigroup\n") == left.contains("instance Semigroup")
            && (0..8).all(|n| left.contains(&format!("f{n} =")) == left.contains(&format!("g{n} n =")))
            && (0..8).all(|n| left.matches(&format!("f{n}")).count() != 1)
    };
    assert!(is_strict(&text));
    let needed = |left: &str| is_strict(left) && left.contains("k T = 7 + 7 + 7");
    let (left, n_tested) = run("slices", "M.hs", &text, needed);
    assert!(!left.contains("Data.List") && left.contains("Semigroup") && !left.contains("f3"), "{left}");
    assert!(n_tested < 16, "{n_tested} tested");
}

/// The heaviest steps are tried first, so the pass ends soon if no step succeeds.
#[test]
fn where_nothing_goes_it_ends_soon() {
    let text = chains(6, 8);
    for pass in ["heaviest", "kinds", "slices", "values"] {
        let (left, n_tested) = run(pass, "a.c", &text, |left| left == text);
        assert_eq!(left, text);
        let most = match pass {
            "heaviest" | "values" => 112,
            _ => 16,
        };
        assert!(n_tested <= most, "{pass}: {n_tested} tested");
    }
}

#[test]
fn a_call_whose_value_is_needed_gives_way_to_a_plain_one_and_its_function_goes() {
    let text = chains(1, 8).replace("printf(c0_0(0));", "int x = c0_0(1) + 2;\n  printf(x);");
    let strict = |left: &str| compiles("c", left) && left.contains("+ 2") && left.contains("printf(x)");
    assert!(strict(&text), "{text}");
    let (left, n_tested) = run("values", "a.c", &text, strict);
    assert!(left.contains("int x = 0 + 2;") && !left.contains("c0_0"), "{left}");
    assert!(n_tested < 16, "{n_tested} tested");
}

#[test]
fn a_variable_that_is_used_once_gives_way_to_what_it_starts_as() {
    let text = "int main(void) {\n  int y = printf(1, 2);\n  return y;\n}\n";
    let strict = |left: &str| compiles("c", left) && left.contains("printf(1, 2)");
    let (left, _) = run("values", "a.c", text, strict);
    assert!(left.contains("return printf(1, 2);") && !left.contains('y'), "{left}");
}

#[test]
fn kinds_go_as_one_with_what_nothing_uses_then() {
    let mut text = "import sys\n".to_owned();
    for part in 0..20 {
        text += &format!(
            "def f{part}(a, b):\n    \"\"\"Adds two numbers.\"\"\"\n    assert sys.argv, a\n    return a + b\n"
        );
    }
    text += "print(f0(1, 2))\n";
    let is_needed =
        |left: &str| left.matches("return a + b").count() == 20 && left.contains("print(f0(1, 2))");
    let strict = |left: &str| is_needed(left) && left.contains("import sys") == left.contains("sys.argv");
    let (left, n_tested) = run("kinds", "a.py", &text, strict);
    assert!(!left.contains("Adds") && !left.contains("sys"), "{left}");
    assert!(n_tested < 24, "{n_tested} tested");
}

#[test]
fn a_block_of_python_is_never_empty() {
    let text = "def f(a):\n    print(a)\n    return a\n\nf(1)\n";
    let is_whole = |left: &str| {
        let mut lines = left.lines().skip_while(|line| *line != "def f(a):").skip(1);
        lines.next().is_some_and(|line| line.starts_with("    ") && !line.trim().is_empty())
    };
    for pass in ["hdd", "treesplit"] {
        let (left, _) = run(pass, "a.py", text, |left| is_whole(left) && left.contains("f(1)"));
        assert!(left.contains("def f(a):\n    0\n"), "{pass}: {left}");
    }
}

/// Reduces a program with a plan. Returns the result and the number of trials.
fn run_plan(plan: &Plan, path: &str, text: &str, interesting: impl Fn(&str) -> bool) -> (String, u64) {
    let document = Document::single(path, text);
    let mut reducer = Reducer::new(&document, plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let left = trial.candidate.render().files()[0].bytes().to_vec();
        let verdict =
            if interesting(&String::from_utf8_lossy(&left)) { Verdict::Interesting } else { Verdict::Boring };
        reducer.tell(trial.id, verdict);
    }
    let left = String::from_utf8_lossy(reducer.best().files()[0].bytes()).into_owned();
    (left, reducer.counts().executed)
}

/// Returns a plan of one pass, without and with the repair.
fn with_and_without(pass: &str) -> [Plan; 2] {
    let options = best_options();
    let plan = Plan::fixpoint(Plan::pass(Entry::named(pass).unwrap().pass(&options)));
    [Plan::repaired(plan.clone(), Arc::new(Companion::new(&options))), plan]
}

#[test]
fn removals_of_every_pass_take_along_what_belongs_to_them() {
    let text = chains(6, 4);
    let strict = |left: &str| compiles("c", left) && left.contains("c3_3");
    for pass in ["lines", "treesplit", "hdd"] {
        let [with, without] = with_and_without(pass).map(|plan| run_plan(&plan, "a.c", &text, strict).0);
        assert!(!with.contains("c2_0") && !with.contains("t5_3"), "{pass}: {with}");
        assert!(with.len() < without.len(), "{pass}: {with}\nalone: {without}");
    }
}

#[test]
fn where_all_goes_alone_the_companion_costs_nothing() {
    let text = chains(6, 8);
    let counts = with_and_without("treesplit")
        .map(|plan| run_plan(&plan, "a.c", &text, |left| left.contains("t3_7") && left.contains("c2_2")).1);
    assert!(counts[0] <= counts[1] + 10 + counts[1] / 50, "{counts:?}");
}

#[test]
fn where_nothing_goes_the_companion_is_given_up_soon() {
    let text = chains(6, 8);
    let counts = with_and_without("hdd").map(|plan| run_plan(&plan, "a.c", &text, |left| left == text).1);
    assert!(counts[0] <= counts[1] + 10 + counts[1] / 50, "{counts:?}");
}

#[test]
fn no_comma_is_left_that_keeps_nothing_apart() {
    let text = "struct S {\n    a: T,\n}\nstruct T;\nfn main() { f(1, 2, 3); }\nfn f() {}\n";
    let has_no_bare_comma = |left: &str| {
        let left: String = left.chars().filter(|c| !c.is_whitespace()).collect();
        left.contains("fnmain()") && !["{,", "(,", ",,"].iter().any(|bare| left.contains(bare))
    };
    for pass in ["heaviest", "hdd", "treesplit"] {
        let tested = RefCell::new(Vec::new());
        run(pass, "a.rs", text, |left| {
            tested.borrow_mut().push(left.to_owned());
            left.contains("fn main()")
        });
        let wrong: Vec<String> = tested
            .into_inner()
            .into_iter()
            .filter(|left| left.contains("fn main()") && !has_no_bare_comma(left))
            .collect();
        assert_eq!(wrong, Vec::<String>::new(), "{pass}");
    }
}

/// Runs the pass `heaviest` on a TypeScript text. Returns the result.
fn heaviest_with(names: Names, text: &str, interesting: impl Fn(&str) -> bool) -> String {
    let pass = Entry::named("heaviest").unwrap().pass(&PassOptions { names, ..options() });
    let (left, _) = reduce(&pass, &Document::single("a.ts", text), |document| {
        interesting(&String::from_utf8_lossy(document.files()[0].bytes()))
    });
    String::from_utf8_lossy(left.files()[0].bytes()).into_owned()
}

#[test]
fn a_parameter_that_nothing_uses_any_more_says_so() {
    let text = "function show(first: number, second: string): void {\n  console.warn(1, 2, 3, 4, first, 5, 6, 7);\n  console.log(second);\n}\nshow(1, \"a\");\n";
    let strict = |text: &str| {
        let n_uses = |name: &str| {
            text.split(|at: char| !at.is_alphanumeric() && at != '_').filter(|word| *word == name).count()
        };
        let is_there = ["function show(", "second: string", "console.log(second)", "show(1, \"a\");"];
        is_there.iter().all(|part| text.contains(part)) && !text.contains("  first") && n_uses("first") != 1
    };
    let left = heaviest_with(Names::Short, text, strict);
    assert!(left.contains("_first: number") && !left.contains("warn"), "{left}");
    let left = heaviest_with(Names::Kept, text, strict);
    assert_eq!(left, text, "no name is another one");
}

#[test]
fn no_sign_of_steps_is_left_at_the_end() {
    let text = "let warn a b = print_int a; print_int b; print_int 3; print_int 4\nlet f a =\n  print_int a;\n  warn a a\nlet () = f 1\n";
    let (left, _) = run("heaviest", "a.ml", text, |text| {
        text.contains("let () = f 1") && text.contains("let f a =\n  print_int a") && !text.contains("\n  a")
    });
    assert!(!left.contains("warn") && !left.contains("a;"), "{left}");
}

#[test]
fn what_takes_the_place_of_a_call_lets_go_of_all_that_only_the_call_used() {
    let text = chains(1, 8).replace("printf(c0_0(0));", "printf(c0_0(1 + 2));");
    let strict = |left: &str| compiles("c", left) && left.contains("1 + 2") && left.contains("printf(");
    assert!(strict(&text), "{text}");
    let (left, n_tested) = run("heaviest", "a.c", &text, strict);
    assert!(left.contains("printf(1 + 2);") && !left.contains("c0_0"), "{left}");
    assert!(n_tested < 28, "{n_tested} tested");
}

#[test]
fn a_value_stands_for_an_expression_and_never_alone_as_a_statement() {
    let text = "function name(n) { return 'a' + n; }\nfunction shout(s) { console.log(s + '!'); }\nshout(name(1) + name(2));\nshout('b');\n";
    let tested = RefCell::new(Vec::new());
    let (left, _) = run("values", "a.js", text, |left| {
        tested.borrow_mut().push(left.to_owned());
        left.contains("shout('b')") && left.contains("s + '!'") && left.matches("shout(").count() == 3
    });
    assert!(!left.contains("name"), "{left}");
    let is_bare = |left: &String| left.lines().any(|line| matches!(line, "0;" | "'';" | "'a';"));
    let bare: Vec<String> = tested.into_inner().into_iter().filter(is_bare).collect();
    assert_eq!(bare, Vec::<String>::new());
}

#[test]
fn refusals_say_nothing_about_dependents() {
    let mut manner = Manner::default();
    let pair = [Way::Alone, Way::WithDependents];
    for _ in 0..640 {
        assert_eq!(manner.ways(), pair);
        manner.learn(&pair, 0, Answer::Refused);
        manner.learn(&pair, 1, Answer::Refused);
    }
    let mut n_misses = 0;
    while let [Way::Alone, way] = *manner.ways() {
        manner.learn(&[Way::Alone, way], 1, Answer::Boring);
        n_misses += 1;
    }
    assert_eq!(n_misses, 8, "as if nothing had been asked before");
}

/// Answers all proposals of a pass the same. Returns their number.
fn n_proposals(pass: &str, path: &str, text: &str, answer: Answer) -> usize {
    let pass = Entry::named(pass).unwrap().pass(&options());
    let mut search = pass.begin(&Document::single(path, text)).unwrap();
    std::iter::from_fn(|| search.propose().map(|_| search.learn(answer))).count()
}

#[test]
fn a_pass_whose_proposals_are_refused_goes_on() {
    let text = chains(6, 8);
    for pass in ["heaviest", "kinds"] {
        let [boring, refused] =
            [Answer::Boring, Answer::Refused].map(|answer| n_proposals(pass, "a.c", &text, answer));
        assert!(boring < refused, "{pass}: {boring} of {refused}");
    }
}

#[test]
fn white_space_is_no_kind_of_node() {
    let item = |n: u32| format!("  <item>\n    <name>n{n}</name>\n    <size>{n}</size>\n  </item>\n");
    let text = format!("<list>\n{}</list>\n", (0..30).map(item).collect::<String>());
    let n_words =
        |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).count();
    let wanted = n_words(&text);
    let (left, _) = run("kinds", "a.xml", &text, |text| n_words(text) == wanted);
    assert_eq!(left, text);
}
