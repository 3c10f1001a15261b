//! Tests of what goes along in lists, sequences and types.

use super::run;

/// The first step of a sequence leaves the others, not a value in its place.
#[test]
fn the_first_step_of_a_sequence_goes_like_the_others() {
    let text = "type t = { mutable a : int; mutable b : int }\nlet x = { a = 1; b = 2 }\nlet f v =\n  x.b <- v;\n  x.a <- v;\n  x.a\nlet () = show (f 3)\n";
    let strict = |left: &str| {
        let has_b = ["mutable b", "b = 2", "x.b"].map(|part| left.contains(part));
        let is_consistent = has_b == [true; 3] || has_b == [false; 3];
        let needed = ["mutable a : int", "a = 1", "x.a <- v;\n  x.a", "let () = show (f 3)"];
        is_consistent && needed.iter().all(|part| left.contains(part)) && !left.contains("0;")
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.ml", text, strict);
    assert!(!left.contains("x.b"), "{left}");
}

/// Two steps at the beginning of a sequence go with their signs.
#[test]
fn the_first_two_steps_of_a_sequence_go_at_once() {
    let text = "type t = { mutable a : int; mutable b : int }\nlet x = { a = 1; b = 2 }\nlet f v =\n  x.b <- v;\n  x.b <- 2;\n  x.a <- v;\n  x.a\nlet () = show (f 3)\n";
    let strict = |left: &str| {
        let has_b = ["mutable b", "b = 2", "x.b <- v;", "x.b <- 2;"].map(|part| left.contains(part));
        let is_consistent = has_b == [true; 4] || has_b == [false; 4];
        let needed = ["mutable a : int", "a = 1", "x.a <- v;\n  x.a", "let () = show (f 3)"];
        let is_bare = left.lines().any(|line| line.trim() == ";" || line.trim().starts_with(';'));
        is_consistent && needed.iter().all(|part| left.contains(part)) && !is_bare && !left.contains("= ;")
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.ml", text, strict);
    assert!(!left.contains("x.b"), "{left}");
}

/// References among the parameters need no lifetime.
#[test]
fn a_lifetime_goes_with_the_field_that_needs_it() {
    let text = "struct S<'a> { n: &'a str, m: u8 }\nimpl<'a> S<'a> {\n    fn f(&self, text: &'a str) -> u8 { self.m + g(text) }\n}\nfn main() { show(S { n: g(7, 8), m: h(9) }.f(x())) }\n";
    let strict = |left: &str| {
        let needed = ["m: u8", "m: h(9)", "self.m + g(text)", ".f(x())"];
        let of_field = ["n: &'a str", "n: g(7, 8)", "struct S<'a> {", "impl<'a> S<'a>", "text: &'a str"];
        let is_field = of_field.iter().all(|part| left.contains(part));
        let is_gone = !left.contains("n: ") && !left.contains('\'') && left.contains("text: & str");
        needed.iter().all(|part| left.contains(part)) && (is_field || is_gone)
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.rs", text, strict);
    assert!(!left.contains('\''), "{left}");
}

/// A lifetime that the result has as well is the same in both.
#[test]
fn a_lifetime_of_parameters_and_result_stays_the_same_in_both() {
    let text = "struct S<'a> { n: &'a str, m: u8 }\nimpl<'a> S<'a> {\n    fn f(&self, text: &'a str) -> &'a str { self.m(); text }\n}\nfn main() { show(S { n: g(7, 8), m: h(9) }.f(x())) }\n";
    let strict = |left: &str| {
        let of_field = ["n: &'a str", "n: g(7, 8)", "struct S<'a> {", "impl<'a> S<'a>"];
        let is_field = of_field.iter().all(|part| left.contains(part));
        let is_gone = !left.contains("n: ") && !left.contains("'a") && left.contains("text: &' static str");
        let needed = ["m: u8", "m: h(9)", "{ self.m(); text }", ".f(x())"];
        needed.iter().all(|part| left.contains(part)) && (is_field || is_gone)
    };
    assert!(strict(text));
    let (left, _) = run("heaviest", "a.rs", text, strict);
    assert!(left.contains("text: &' static str) -> &' static str"), "{left}");
}

/// What needs nothing else goes several at once after a few successes.
#[test]
fn independent_statements_go_several_at_once() {
    let mut text = "void f(void) {\n".to_owned();
    for at in 0..200 {
        text += &format!("  use({at}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);\n");
    }
    text += "}\nint main(void) { f(); return 0; }\n";
    let strict = |left: &str| left.contains("void f(void) {") && left.contains("f(); return 0;");
    let (left, n_tested) = run("heaviest", "a.c", &text, strict);
    assert!(!left.contains("use("), "{left}");
    assert!(n_tested < 100, "{n_tested} tested");
}
