//! Bodies of functions are replaced.

use dwindle_reduce::Document;

use crate::options::{Names, PassOptions};
use crate::testing::{best_options, contains, reduce, reduce_file};
use crate::tree::bodies::{ENTRY, at_once};

/// Reduces a file of which some texts are needed. Returns the number of trials, too.
fn reduced(path: &str, before: &str, needed: &[&str]) -> (String, usize) {
    reduce_file(&ENTRY.pass(&best_options()), path, before, contains(needed))
}

fn check(path: &str, before: &str, needed: &[&str], after: &str) -> usize {
    let (left, n_trials) = reduced(path, before, needed);
    assert_eq!(left, after);
    n_trials
}

#[test]
fn all_bodies_go_in_one_trial() {
    let before =
        "struct S;\nimpl S { fn f(a: u8) -> u8 { a + 1 + 2 } }\nfn g() -> u8 {\n  let a = f(1);\n  a\n}\n";
    let after = "struct S;\nimpl S { fn f(a: u8) -> u8 { loop {} } }\nfn g() -> u8 { loop {} }\n";
    assert_eq!(check("a.rs", before, &["fn f", "fn g"], after), 1);
}

#[test]
fn what_the_bodies_needed_goes_with_them() {
    let before = "import Data.List (nub)\nf :: [Int] -> [Int]\nf a@(_:_) = g (nub a)\nf b = g b\ng :: [Int] -> [Int]\ng c = c ++ c\n";
    let after = "f :: [Int] -> [Int]\nf (_:_) = undefined\nf _ = undefined\n";
    let both = |text: &str, a: &str, b: &str| text.contains(a) == text.contains(b);
    // Whatever is not used is an error.
    let is_strict = |text: &str| {
        both(text, "import", "nub a")
            && both(text, "a@", "nub a")
            && both(text, "f b", "g b")
            && both(text, "g ::", "= g")
            && both(text, "g c", "c ++")
            && text.contains("f (_:_)") | text.contains("f a")
    };
    let options = PassOptions { names: Names::Short, ..best_options() };
    let (left, n_trials) = reduce_file(&ENTRY.pass(&options), "a.hs", before, is_strict);
    assert_eq!((left.as_str(), n_trials), (after, 2));
}

#[test]
fn one_body_goes_with_the_import_that_only_it_used() {
    let before = "package p\nimport (\n\"errors\"\n\"sync\"\n)\nfunc f() error {\nreturn errors.New(\"a\")\n}\nfunc g(m *sync.Mutex) {\nn := *m\nn.Lock()\n}\n";
    let after = "package p\nimport (\n\"sync\"\n)\nfunc f() error { panic(0) }\nfunc g(m *sync.Mutex) {\nn := *m\nn.Lock()\n}\n";
    // An import without a use is an error, and so is a use without its import.
    let is_strict = |text: &str| {
        let both = |name: &str| text.contains(&format!("\"{name}\"")) == text.contains(&format!("{name}."));
        both("errors") && both("sync") && text.contains("func f()") && text.contains("n := *m\nn.Lock()")
    };
    let (left, n_trials) = reduce_file(&ENTRY.pass(&best_options()), "a.go", before, is_strict);
    assert_eq!(left, after);
    assert!(n_trials < 10, "{n_trials}");
}

#[test]
fn functions_within_a_needed_body_are_looked_at_then() {
    let before = "fn f() {\n  fn g() { a(1, 2); }\n  b(1, 2);\n}\nfn h() { c(1, 2); }\n";
    let after = "fn f() {\n  fn g() { loop {} }\n  b(1, 2);\n}\nfn h() { loop {} }\n";
    check("a.rs", before, &["b(1, 2)"], after);
}

#[test]
fn where_a_prototype_is_not_enough_the_body_never_ends() {
    let before = "int f(int a) { return a * a * a + a + 1; }\nint g(void) { f(1); f(2); f(3); return 0; }\n";
    let prototypes = "int f(int a) ;\nint g(void) ;\n";
    assert_eq!(check("a.c", before, &["f("], prototypes), 1);
    let endless = "int f(int a) { for (;;); }\nint g(void) { for (;;); }\n";
    check("a.c", before, &["a) {", "d) {"], endless);
}

#[test]
fn constructors_lose_what_initializes_members_too() {
    let before = "struct S { int a; S(int b) : a(b) { f(1); f(2); } };\n";
    check("a.cc", before, &["S(int b)"], "struct S { int a; S(int b) ; };\n");
}

#[test]
fn definitions_of_llvm_become_declarations() {
    let before = "define internal i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
    check("a.ll", before, &["@f"], "declare i32 @f(i32 %a)\n");
}

#[test]
fn many_languages_have_a_body_that_type_checks_everywhere() {
    let cases = [
        ("a.go", "func f() int { a := 1; return a }\n", "func f() int { panic(0) }\n"),
        ("A.java", "class A { int f() { int a = 1; return a; } }\n", "class A { int f() { throw null; } }\n"),
        ("a.kt", "fun f(): Int { val a = 1; return a + a }\n", "fun f(): Int { TODO() }\n"),
        ("a.kt", "fun f(): Int = 1 + 2 + 3\n", "fun f(): Int = TODO()\n"),
        ("a.swift", "func f() -> Int { let a = 1; return a }\n", "func f() -> Int { fatalError() }\n"),
        ("a.hs", "f :: Int -> Int\nf x = x + 1\n", "f :: Int -> Int\nf x = undefined\n"),
        ("a.py", "def f(a):\n    b = a\n    return b\n", "def f(a):\n    ...\n"),
        ("a.ts", "function f(): number { let a = 1; return a }\n", "function f(): number { throw 0 }\n"),
        ("a.js", "let f = () => { let a = 1; return a }\n", "let f = () => {}\n"),
        ("a.cs", "class A { int F() { int a = 1; return a; } }\n", "class A { int F() { throw null; } }\n"),
        ("a.php", "<?php function f() { $a = 1; return $a; }\n", "<?php function f() {}\n"),
        ("a.rb", "def f(a)\n  b = a\n  b\nend\n", "def f(a)\n  nil\nend\n"),
        ("a.scala", "def f(a: Int): Int = a + a + 1\n", "def f(a: Int): Int = ???\n"),
        ("a.ml", "let f a = a + a + 1\n", "let f a = assert false\n"),
        ("a.lua", "function f(a) return a + 1 end\n", "function f(a) end\n"),
        (
            "a.sol",
            "contract C { function f() public { a = 1; b = a; c = b; } }\n",
            "contract C { function f() public { revert(); } }\n",
        ),
        ("a.sh", "f() { echo a; echo b; }\n", "f() { :; }\n"),
    ];
    let wrong = cases.iter().filter_map(|(path, before, after)| {
        let (left, _) = reduced(path, before, &[]);
        (left != *after).then_some((path, left))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), []);
}

#[test]
fn all_at_once_costs_one_trial_for_each_kind_of_body_and_one_with_what_becomes_unused() {
    let pass = at_once(&best_options());
    let document = Document::single(
        "a.c",
        "int f(int a) { return a + a + a + a; }\nint g(void) { return f(1) + f(2); }\n",
    );
    let (left, answers) = reduce(&pass, &document, |candidate| candidate == &document);
    assert_eq!((left, answers.len()), (document, 3));
}

#[test]
fn bodies_that_are_all_needed_cost_few_trials() {
    let before: String = (0..200).map(|n| format!("int f{n}(int a) {{ return a + {n}; }}\n")).collect();
    let n_trials = check("a.c", &before, &[&before], &before);
    assert!(n_trials <= 12, "{n_trials}");
}
