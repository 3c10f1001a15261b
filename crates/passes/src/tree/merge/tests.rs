//! Tests of replacing names.

use super::ENTRY;
use crate::testing::{best_options, contains, reduce_file};

/// Reduces a text. Returns the result, and the number of trials.
fn merge(path: &str, text: &str, needed: &[&str]) -> (String, usize) {
    reduce_file(&ENTRY.pass(&best_options()), path, text, contains(needed))
}

fn check(path: &str, text: &str, needed: &[&str], after: &str) {
    assert_eq!(merge(path, text, needed).0, after, "{path}");
}

#[test]
fn an_alias_is_replaced_by_what_it_stands_for() {
    check("a.c", "typedef char T;\nT x;\nT y;\n", &["x;", "y;"], "char x;\nchar y;\n");
    let rust = "type T = u8;\nstruct S(T);\n";
    check("a.rs", rust, &["S("], "struct S(u8);\n");
}

#[test]
fn a_variable_is_replaced_by_its_value() {
    check("a.js", "const a = 1;\nf(a, a);\n", &["f(", ", "], "f(1, 1);\n");
    check("a.py", "a = 1\nf(a)\n", &["f("], "f(1)\n");
}

#[test]
fn what_is_defined_alike_is_one() {
    let text =
        "(declare-fun x () Int)\n(declare-fun y () Bool)\n(declare-fun z () Int)\n(assert (f x y z))\n";
    let after = "(declare-fun y () Bool)\n(declare-fun z () Int)\n(assert (f z y z))\n";
    check("a.smt2", text, &["Int)", "Bool", " y "], after);
}

#[test]
fn what_needs_no_name_takes_the_place_of_all_names_at_once() {
    let text = "struct S { int m; };\nstruct S f(void) { struct S l; return l; }\n";
    // The type and the value depend on each other.
    let reduced = reduce_file(&ENTRY.pass(&best_options()), "a.c", text, |text| {
        text.contains("return 0") == text.contains("int f")
            && text.contains("return l") == text.contains("struct S l")
            && text.contains("return")
    });
    assert_eq!(reduced, ("int f(void) { return 0; }\n".to_owned(), 1));
}

#[test]
fn a_parameter_goes_with_its_arguments() {
    let text = "int g;\nint f(int a) { return 1 + a; }\nint h(void) { return f(2) + f(3); }\n";
    let after = "int g;\nint f() { return 1 + g; }\nint h(void) { return f() + f(); }\n";
    check("a.c", text, &["int g;", "1 + g", "f() + f()"], after);
}

/// The name that a definition uses comes before the nearest one.
#[test]
fn a_chain_becomes_shorter() {
    let text = "class A { m() { f(1); } }\nclass Z { m() { f(2); } }\nclass B { u = A }\ng(B);\n";
    let (left, n_trials) = reduce_file(&ENTRY.pass(&best_options()), "a.ts", text, |text| {
        let is_whole = text.contains("class B") && text.contains("g(B)");
        text.contains("f(1)") && text.contains("f(2)") && (is_whole || text.ends_with("\ng(A);\n"))
    });
    assert_eq!(left, "class A { m() { f(1); } }\nclass Z { m() { f(2); } }\ng(A);\n");
    assert!(n_trials < 8, "{n_trials}");
}

#[test]
fn it_ends_after_a_few_misses() {
    let text: String = (0..60).map(|n| format!("let a{n} = {n};\nf(a{n});\n")).collect();
    assert_eq!(merge("a.js", &text, &[&text]), (text.clone(), 8));
}
